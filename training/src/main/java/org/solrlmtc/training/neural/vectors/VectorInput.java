package org.solrlmtc.training.neural.vectors;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.solrlmtc.readers.act.source.StrictGzipInputStream;
import org.solrlmtc.training.execution.TrainingException;

/** The bytes of a file, decompressed if it is gzipped, with the position for messages. */
final class VectorInput implements Closeable {
  private static final int GZIP_MAGIC = 0x1F8B;

  private final Path file;
  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int end;
  private long before;

  private VectorInput(Path file, InputStream in) {
    this.file = file;
    this.in = in;
  }

  static VectorInput open(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    try {
      return new VectorInput(file, isGzip(file) ? new StrictGzipInputStream(in) : in);
    } catch (IOException e) {
      in.close();
      throw unreadable(file, e);
    }
  }

  private static boolean isGzip(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] head = in.readNBytes(2);
      return head.length == 2 && ((head[0] & 0xFF) << 8 | head[1] & 0xFF) == GZIP_MAGIC;
    }
  }

  /** The next byte, or -1 at the end. */
  int read() {
    return position < end || fill() ? buffer[position++] & 0xFF : -1;
  }

  /** Fills the target; false when the input ends before. */
  boolean read(byte[] target) {
    for (int done = 0; done < target.length; ) {
      if (position == end && !fill()) {
        return false;
      }
      int chunk = Math.min(end - position, target.length - done);
      System.arraycopy(buffer, position, target, done, chunk);
      position += chunk;
      done += chunk;
    }
    return true;
  }

  /** The next bytes in the buffer, without consuming them. */
  byte[] peek() {
    if (position > 0) {
      System.arraycopy(buffer, position, buffer, 0, end - position);
      before += position;
      end -= position;
      position = 0;
    }
    for (int n = 0; n >= 0 && end < buffer.length; end += Math.max(n, 0)) {
      n = readInto(end);
    }
    return Arrays.copyOf(buffer, end);
  }

  /** The rest as a stream. */
  InputStream stream() {
    return new InputStream() {
      @Override
      public int read() {
        return VectorInput.this.read();
      }

      @Override
      public int read(byte[] target, int offset, int length) {
        if (length == 0) {
          return 0;
        }
        if (position == end && !fill()) {
          return -1;
        }
        int chunk = Math.min(end - position, length);
        System.arraycopy(buffer, position, target, offset, chunk);
        position += chunk;
        return chunk;
      }
    };
  }

  /** The number of bytes read so far, decompressed. */
  long offset() {
    return before + position;
  }

  /** An error in a line. */
  TrainingException damagedLine(long line, String what) {
    return new TrainingException(file + ":" + line + ": " + what);
  }

  /** An error at a position of the decompressed input. */
  TrainingException damagedByte(long offset, String what) {
    return new TrainingException(file + ", byte " + offset + ": " + what + "; get the file again");
  }

  /** An error of the whole file. */
  TrainingException damaged(String what) {
    return new TrainingException(file + " " + what);
  }

  static String utf8(byte[] bytes, int length) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length)).toString();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private boolean fill() {
    before += end;
    position = 0;
    end = 0;
    end = Math.max(0, readInto(0));
    return end > 0;
  }

  private int readInto(int from) {
    try {
      return in.read(buffer, from, buffer.length - from);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static TrainingException unreadable(Path file, IOException e) {
    return new TrainingException(
        file + " cannot be read to its end (" + e.getMessage() + "): get the file again", e);
  }
}
