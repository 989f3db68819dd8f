package org.solrlmtc.training.neural.tensor;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** The values of tensors in a checkpoint. */
public final class TensorState {
  private static final int CHUNK = 1 << 14;

  private TensorState() {}

  public static void write(DataOutputStream out, List<Tensor> tensors) throws IOException {
    out.writeInt(tensors.size());
    for (Tensor tensor : tensors) {
      writeFloats(out, Torch.toArray(tensor));
    }
  }

  /** Fills the tensors; false if there are others in the checkpoint. */
  public static boolean read(DataInputStream in, List<Tensor> tensors, Torch device)
      throws IOException {
    if (in.readInt() != tensors.size()) {
      return false;
    }
    for (Tensor tensor : tensors) {
      float[] values = readFloats(in);
      Torch.scoped(() -> tensor.view(-1).copy_(device.of(values, values.length)));
    }
    return true;
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
}
