package org.solrlmtc.training.neural.loop;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.training.checkpoint.CheckpointFile;
import org.solrlmtc.training.neural.tensor.TensorState;
import org.solrlmtc.training.neural.tensor.Torch;

/** Named checkpoints of a training in a folder. */
final class NeuralCheckpoints {
  private static final int MAGIC = 0x4C4D544E; // LMTN

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
              TensorState.write(out, tensors);
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
    return TensorState.read(in, tensors, device) ? Optional.of(position) : Optional.empty();
  }

  private CheckpointFile file(String name) {
    return new CheckpointFile(folder.resolve(name + ".bin"), MAGIC, fingerprint);
  }
}
