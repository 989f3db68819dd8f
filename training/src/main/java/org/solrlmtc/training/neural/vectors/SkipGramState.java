package org.solrlmtc.training.neural.vectors;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.solrlmtc.training.checkpoint.CheckpointFile;

/** The checkpoint of a skip-gram training. */
final class SkipGramState {
  private static final int MAGIC = 0x4C4D5456; // LMTV

  private static final String NAME = "vectors.state";

  private final CheckpointFile file;

  /**
   * @param fingerprint of data and settings: only a state with the same one is resumed
   */
  SkipGramState(Path folder, long fingerprint) throws IOException {
    this.file =
        new CheckpointFile(Files.createDirectories(folder).resolve(NAME), MAGIC, fingerprint);
  }

  /** Deletes the state in a folder, and the folder when nothing else is in it. */
  static void delete(Path folder) throws IOException {
    Files.deleteIfExists(folder.resolve(NAME));
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException e) {
      // the folder has other files
    }
  }

  /** Replaces the state. */
  void write(int rounds, SkipGramModel model) throws IOException {
    file.write(
        out -> {
          out.writeInt(rounds);
          write(model.contexts(), out);
          write(model.targets(), out);
        });
  }

  private static void write(float[][] rows, DataOutputStream out) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(rows[0].length * Float.BYTES);
    for (float[] row : rows) {
      bytes.asFloatBuffer().put(row);
      out.write(bytes.array());
    }
  }

  /**
   * Resumes.
   *
   * @param model filled with the vectors of the state, if there is one
   * @return the number of finished rounds; 0 without a state
   */
  int read(SkipGramModel model) throws IOException {
    return file.read(
            in -> {
              int rounds = in.readInt();
              read(model.contexts(), in);
              read(model.targets(), in);
              return Optional.of(rounds);
            })
        .orElse(0);
  }

  private static void read(float[][] rows, DataInputStream in) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(rows[0].length * Float.BYTES);
    for (float[] row : rows) {
      in.readFully(bytes.array());
      bytes.asFloatBuffer().get(row);
    }
  }
}
