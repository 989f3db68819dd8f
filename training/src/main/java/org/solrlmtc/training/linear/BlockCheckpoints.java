package org.solrlmtc.training.linear;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.solrlmtc.training.checkpoint.CheckpointFile;
import org.solrlmtc.training.execution.ResumePolicy;
import org.solrlmtc.training.execution.TrainingException;

/**
 * Finished blocks of labels in a folder, one checkpoint per block: an interrupted training resumes
 * from them, and they hold the weights until all labels are trained.
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

  /** Writes a finished block. */
  void write(int block, List<TrainedLabel> labels) throws IOException {
    checkpoint(block).write(out -> write(labels, out));
  }

  private static void write(List<TrainedLabel> labels, DataOutputStream out) throws IOException {
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
  }

  /** A finished block, if there is one. */
  Optional<List<TrainedLabel>> read(int block) throws IOException {
    return checkpoint(block).read(in -> Optional.of(readLabels(in)));
  }

  private static List<TrainedLabel> readLabels(DataInputStream in) throws IOException {
    int size = in.readInt();
    List<TrainedLabel> labels = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      int label = in.readInt();
      float bias = in.readFloat();
      int length = in.readInt();
      int[] features = new int[length];
      float[] weights = new float[length];
      for (int entry = 0; entry < length; entry++) {
        features[entry] = in.readInt();
        weights[entry] = in.readFloat();
      }
      labels.add(new TrainedLabel(label, bias, features, weights));
    }
    return labels;
  }

  /**
   * Refuses to start over where a training must be resumed.
   *
   * @throws TrainingException when none of the blocks is finished
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

  private CheckpointFile checkpoint(int block) {
    return new CheckpointFile(folder.resolve("block-" + block + ".bin"), MAGIC, fingerprint);
  }
}
