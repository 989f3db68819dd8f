package org.solrlmtc.training.neural.loop;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.training.checkpoint.CheckpointFile;
import org.solrlmtc.training.neural.tensor.Torch;

/** Named checkpoints of a training in a folder. */
final class NeuralCheckpoints {
  private static final int MAGIC = 0x4C4D544E; // LMTN
  private static final int CHUNK = 1 << 14;

  private final Path folder;
  private final long fingerprint;
  private final Torch device;

  /**
   * @param fingerprint of data and settings: only states with the same one are resumed
   */
  NeuralCheckpoints(Path folder, long fingerprint, Torch device) throws IOException {
    this.folder = Files.createDirectories(folder);
    this.fingerprint = fingerprint;
    this.device = device;
  }

  /**
   * The position of a training.
   *
   * @param step number of finished steps
   * @param best the best evaluation so far
   * @param bestStep its step; -1 when there is none
   * @param worse number of evaluations since then
   */
  record Position(long step, ValidationResult best, long bestStep, int worse) {
    static final Position START =
        new Position(0, new ValidationResult(Double.POSITIVE_INFINITY, -1, -1), -1, 0);
  }

  /** Replaces a checkpoint. */
  void write(String name, Position position, List<Tensor> tensors) throws IOException {
    file(name)
        .write(
            out -> {
              out.writeLong(position.step);
              out.writeDouble(position.best.loss());
              out.writeDouble(position.best.rp5());
              out.writeDouble(position.best.ndcg5());
              out.writeLong(position.bestStep);
              out.writeInt(position.worse);
              out.writeInt(tensors.size());
              for (Tensor tensor : tensors) {
                writeFloats(out, Torch.toArray(tensor));
              }
            });
  }

  /** Fills the tensors from a checkpoint, if there is one. */
  Optional<Position> read(String name, List<Tensor> tensors) throws IOException {
    return file(name).read(in -> read(in, tensors));
  }

  private Optional<Position> read(DataInputStream in, List<Tensor> tensors) throws IOException {
    Position position =
        new Position(
            in.readLong(),
            new ValidationResult(in.readDouble(), in.readDouble(), in.readDouble()),
            in.readLong(),
            in.readInt());
    if (in.readInt() != tensors.size()) {
      return Optional.empty();
    }
    for (Tensor tensor : tensors) {
      float[] values = readFloats(in);
      Torch.scoped(() -> tensor.view(-1).copy_(device.of(values, values.length)));
    }
    return Optional.of(position);
  }

  private static void writeFloats(DataOutputStream out, float[] values) throws IOException {
    out.writeInt(values.length);
    ByteBuffer buffer = ByteBuffer.allocate(CHUNK * Float.BYTES);
    for (int from = 0; from < values.length; from += CHUNK) {
      int count = Math.min(CHUNK, values.length - from);
      buffer.asFloatBuffer().put(values, from, count);
      out.write(buffer.array(), 0, count * Float.BYTES);
    }
  }

  private static float[] readFloats(DataInputStream in) throws IOException {
    float[] values = new float[in.readInt()];
    ByteBuffer buffer = ByteBuffer.allocate(CHUNK * Float.BYTES);
    for (int from = 0; from < values.length; from += CHUNK) {
      int count = Math.min(CHUNK, values.length - from);
      in.readFully(buffer.array(), 0, count * Float.BYTES);
      buffer.asFloatBuffer().get(values, from, count);
    }
    return values;
  }

  private CheckpointFile file(String name) {
    return new CheckpointFile(folder.resolve(name + ".bin"), MAGIC, fingerprint);
  }
}
