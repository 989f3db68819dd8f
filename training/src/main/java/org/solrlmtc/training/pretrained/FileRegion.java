package org.solrlmtc.training.pretrained;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.solrlmtc.training.execution.TrainingException;

/** Reads a part of a file that is too large to be read whole. */
final class FileRegion {
  private FileRegion() {}

  /**
   * Reads bytes, little-endian.
   *
   * @throws TrainingException naming the file
   */
  static ByteBuffer read(Path file, long position, int length) {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      while (bytes.hasRemaining()) {
        if (channel.read(bytes, position + bytes.position()) < 0) {
          throw new EOFException("it ends at byte " + channel.size());
        }
      }
    } catch (IOException e) {
      throw new TrainingException("cannot read " + file + ": " + e.getMessage(), e);
    }
    return bytes.flip();
  }
}
