package org.solrlmtc.training.neural;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.bytedeco.pytorch.Tensor;

/**
 * States of a training in a folder: what an interrupted training goes on from. A file that is
 * damaged, or that belongs to other data or settings, is as good as none. Either all of a state is
 * there or nothing, whenever the power fails.
 */
final class Checkpoints {
  private static final int MAGIC = 0x4C4D544E; // LMTN
  private static final int CHUNK = 1 << 14;

  private final Path folder;
  private final long fingerprint;
  private final Torch device;

  /**
   * @param fingerprint of data and settings: only states with the same one are taken up
   */
  Checkpoints(Path folder, long fingerprint, Torch device) throws IOException {
    this.folder = Files.createDirectories(folder);
    this.fingerprint = fingerprint;
    this.device = device;
  }

  /**
   * Where training stands.
   *
   * @param step how many steps are done
   * @param best the best measurement so far, of {@link #bestStep}
   * @param bestStep after which step it was made; -1 when there is none
   * @param worse how many measurements were made since
   */
  record Position(long step, Measured best, long bestStep, int worse) {
    static final Position START =
        new Position(0, new Measured(Double.POSITIVE_INFINITY, -1, -1), -1, 0);
  }

  /** Puts a state away under a name, instead of the last one there. */
  void write(String name, Position position, List<Tensor> tensors) throws IOException {
    Path draft = folder.resolve(name + ".draft");
    CheckedOutputStream checked =
        new CheckedOutputStream(
            new BufferedOutputStream(Files.newOutputStream(draft), 1 << 16), new CRC32());
    try (DataOutputStream out = new DataOutputStream(checked)) {
      out.writeInt(MAGIC);
      out.writeLong(fingerprint);
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
      out.writeLong(checked.getChecksum().getValue());
    }
    Files.move(draft, file(name), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Fills the tensors with the state of that name, if there is one. */
  Optional<Position> read(String name, List<Tensor> tensors) throws IOException {
    if (!intact(name)) {
      return Optional.empty();
    }
    try (DataInputStream in = open(file(name), new CRC32())) {
      in.readInt();
      in.readLong();
      Position position =
          new Position(
              in.readLong(),
              new Measured(in.readDouble(), in.readDouble(), in.readDouble()),
              in.readLong(),
              in.readInt());
      int count = in.readInt();
      if (count != tensors.size()) {
        return Optional.empty();
      }
      for (Tensor tensor : tensors) {
        float[] values = readFloats(in);
        Torch.scoped(() -> tensor.view(-1).copy_(device.of(values, values.length)));
      }
      return Optional.of(position);
    }
  }

  /** Whether a whole state of this training is there. */
  private boolean intact(String name) throws IOException {
    Path file = file(name);
    if (!Files.exists(file) || Files.size(file) < 2 * Long.BYTES) {
      return false;
    }
    CRC32 sum = new CRC32();
    try (DataInputStream in = open(file, sum)) {
      if (in.readInt() != MAGIC || in.readLong() != fingerprint) {
        return false;
      }
      in.skipNBytes(Files.size(file) - Integer.BYTES - 2 * Long.BYTES);
      long expected = sum.getValue();
      return in.readLong() == expected;
    } catch (EOFException e) {
      return false;
    }
  }

  private static DataInputStream open(Path file, CRC32 sum) throws IOException {
    return new DataInputStream(
        new CheckedInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16), sum));
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

  private Path file(String name) {
    return folder.resolve(name + ".bin");
  }
}
