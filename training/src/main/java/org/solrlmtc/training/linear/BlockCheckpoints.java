package org.solrlmtc.training.linear;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.solrlmtc.training.execution.ResumePolicy;
import org.solrlmtc.training.execution.TrainingException;

/**
 * Finished blocks of labels in a folder, one file each: what an interrupted training goes on from,
 * and where the weights are until all are trained. A file that is damaged, or that belongs to other
 * data or settings, counts as absent.
 */
final class BlockCheckpoints {
  private static final int MAGIC = 0x4C4D5442; // LMTB

  private final Path folder;
  private final long fingerprint;

  /**
   * @param data a fingerprint of the data
   * @param settings the settings of training as a text: only blocks of the same data and settings
   *     are resumed
   */
  BlockCheckpoints(Path folder, int data, String settings) throws IOException {
    this.folder = Files.createDirectories(folder);
    this.fingerprint = (long) data << 32 | settings.hashCode() & 0xFFFFFFFFL;
  }

  /** Writes a finished block, atomically. */
  void write(int block, List<TrainedLabel> labels) throws IOException {
    Path draft = Files.createTempFile(folder, "block-", ".draft");
    CheckedOutputStream checked =
        new CheckedOutputStream(
            new BufferedOutputStream(Files.newOutputStream(draft), 1 << 16), new CRC32());
    try (DataOutputStream out = new DataOutputStream(checked)) {
      out.writeInt(MAGIC);
      out.writeLong(fingerprint);
      out.writeInt(labels.size());
      for (TrainedLabel label : labels) {
        out.writeInt(label.label());
        out.writeFloat(label.bias());
        out.writeInt(label.features().length);
        for (int i = 0; i < label.features().length; i++) {
          out.writeInt(label.features()[i]);
          out.writeFloat(label.weights()[i]);
        }
      }
      out.writeLong(checked.getChecksum().getValue());
    }
    Files.move(draft, file(block), StandardCopyOption.ATOMIC_MOVE);
  }

  /** A finished block, if there is one. */
  Optional<List<TrainedLabel>> read(int block) throws IOException {
    if (!Files.exists(file(block))) {
      return Optional.empty();
    }
    CheckedInputStream checked =
        new CheckedInputStream(
            new BufferedInputStream(Files.newInputStream(file(block)), 1 << 16), new CRC32());
    try (DataInputStream in = new DataInputStream(checked)) {
      if (in.readInt() != MAGIC || in.readLong() != fingerprint) {
        return Optional.empty();
      }
      long most = Files.size(file(block)) / (Integer.BYTES + Float.BYTES);
      int size = in.readInt();
      List<TrainedLabel> labels = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        int label = in.readInt();
        float bias = in.readFloat();
        int length = in.readInt();
        if (length < 0 || length > most) {
          return Optional.empty();
        }
        int[] features = new int[length];
        float[] weights = new float[length];
        for (int entry = 0; entry < length; entry++) {
          features[entry] = in.readInt();
          weights[entry] = in.readFloat();
        }
        labels.add(new TrainedLabel(label, bias, features, weights));
      }
      long sum = checked.getChecksum().getValue();
      return in.readLong() == sum ? Optional.of(labels) : Optional.empty();
    } catch (EOFException e) {
      return Optional.empty();
    }
  }

  /**
   * Refuses to begin anew where finished work must be there.
   *
   * @throws TrainingException when it must, and none of the blocks is finished
   */
  void requireAny(int blocks, ResumePolicy resumePolicy) throws IOException {
    if (resumePolicy != ResumePolicy.REQUIRE) {
      return;
    }
    for (int block = 0; block < blocks; block++) {
      if (read(block).isPresent()) {
        return;
      }
    }
    throw new TrainingException(
        "there is nothing to resume: the work kept in "
            + folder
            + " is damaged, or of another recipe, other settings or other data");
  }

  private Path file(int block) {
    return folder.resolve("block-" + block + ".bin");
  }
}
