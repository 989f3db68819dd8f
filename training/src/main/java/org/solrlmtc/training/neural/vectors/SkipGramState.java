package org.solrlmtc.training.neural.vectors;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * The model after a round, in a file: what an interrupted training goes on from. A file that is
 * damaged, or that belongs to other data or settings, is as good as none.
 */
final class SkipGramState {
  private static final int MAGIC = 0x4C4D5456; // LMTV

  private static final String NAME = "vectors.state";

  private final Path file;
  private final long fingerprint;

  /**
   * @param fingerprint of data and settings: only a file with the same one is taken up
   */
  SkipGramState(Path folder, long fingerprint) throws IOException {
    this.file = Files.createDirectories(folder).resolve(NAME);
    this.fingerprint = fingerprint;
  }

  /** Deletes what is in a folder, and the folder when nothing else is in it. */
  static void delete(Path folder) throws IOException {
    Files.deleteIfExists(folder.resolve(NAME));
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException e) {
      // somebody else keeps something there
    }
  }

  /** Puts the model away; either all of it is there afterwards or the one before. */
  void write(int rounds, SkipGramModel model) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".draft");
    CheckedOutputStream checked =
        new CheckedOutputStream(
            new BufferedOutputStream(Files.newOutputStream(draft), 1 << 16), new CRC32());
    try (DataOutputStream out = new DataOutputStream(checked)) {
      out.writeInt(MAGIC);
      out.writeLong(fingerprint);
      out.writeInt(rounds);
      write(model.contexts(), out);
      write(model.targets(), out);
      out.writeLong(checked.getChecksum().getValue());
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void write(float[][] rows, DataOutputStream out) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(rows[0].length * Float.BYTES);
    for (float[] row : rows) {
      bytes.asFloatBuffer().put(row);
      out.write(bytes.array());
    }
  }

  /**
   * Takes up what is in the file.
   *
   * @param model filled with the numbers of the file, or with anything when there are none to use
   * @return how many rounds are done; 0 when there is nothing to use
   */
  int read(SkipGramModel model) throws IOException {
    if (!Files.exists(file)) {
      return 0;
    }
    CheckedInputStream checked =
        new CheckedInputStream(
            new BufferedInputStream(Files.newInputStream(file), 1 << 16), new CRC32());
    try (DataInputStream in = new DataInputStream(checked)) {
      if (in.readInt() != MAGIC || in.readLong() != fingerprint) {
        return 0;
      }
      int rounds = in.readInt();
      read(model.contexts(), in);
      read(model.targets(), in);
      long sum = checked.getChecksum().getValue();
      return in.readLong() == sum ? rounds : 0;
    } catch (EOFException e) {
      return 0;
    }
  }

  private static void read(float[][] rows, DataInputStream in) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(rows[0].length * Float.BYTES);
    for (float[] row : rows) {
      in.readFully(bytes.array());
      bytes.asFloatBuffer().get(row);
    }
  }
}
