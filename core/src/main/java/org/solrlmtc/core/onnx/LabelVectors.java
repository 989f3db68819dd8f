package org.solrlmtc.core.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.solrlmtc.core.bundle.BundleException;

/**
 * {@code label-vectors.bin}: one vector per output column of a network, in the order of {@code
 * outputs.txt}. They are kept outside of {@code model.onnx}, so that vectors of new labels can be
 * added without another network.
 *
 * <p>Stored as {@code LMTCLVE1}, the number of rows and the dimension in four bytes each, then the
 * rows as 32-bit floats; all of it little-endian.
 */
public final class LabelVectors {
  /** The bundle's file. */
  public static final String FILE = "label-vectors.bin";

  private static final long MAGIC = 0x3145564C43544D4CL; // LMTCLVE1 in little-endian order
  private static final int HEADER_BYTES = 16;

  private final int rows;
  private final int dimension;

  /** Off the Java heap, in native byte order. */
  private final FloatBuffer values;

  private LabelVectors(int rows, int dimension, FloatBuffer values) {
    this.rows = rows;
    this.dimension = dimension;
    this.values = values;
  }

  /** The number of vectors. */
  public int rows() {
    return rows;
  }

  /** The number of components per vector. */
  public int dimension() {
    return dimension;
  }

  /** The vector of a row. */
  public float[] row(int row) {
    float[] vector = new float[dimension];
    values.duplicate().get(row * dimension, vector);
    return vector;
  }

  /** A tensor that shares the memory of these vectors; closed by the caller. */
  OnnxTensor tensor(OrtEnvironment environment) throws OrtException {
    return OnnxTensor.createTensor(environment, values.duplicate(), new long[] {rows, dimension});
  }

  /**
   * Writes vectors of the same dimension.
   *
   * @throws IllegalArgumentException if there is none, or they differ in dimension
   */
  public static void write(float[][] vectors, Path file) throws IOException {
    if (vectors.length == 0 || vectors[0].length == 0) {
      throw new IllegalArgumentException("there are no label vectors to write to " + file);
    }
    int dimension = vectors[0].length;
    ByteBuffer row = ByteBuffer.allocate(dimension * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    try (FileChannel out =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
      header.putLong(MAGIC).putInt(vectors.length).putInt(dimension).flip();
      writeAll(out, header);
      for (float[] vector : vectors) {
        if (vector.length != dimension) {
          throw new IllegalArgumentException(
              "label vectors have the dimensions " + dimension + " and " + vector.length);
        }
        row.clear();
        row.asFloatBuffer().put(vector);
        writeAll(out, row);
      }
    }
  }

  private static void writeAll(FileChannel out, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws BundleException naming the file if it is something else
   */
  public static LabelVectors read(Path file) {
    try (FileChannel in = FileChannel.open(file)) {
      long size = in.size();
      if (size < HEADER_BYTES || size > Integer.MAX_VALUE) {
        throw new BundleException(
            file + " has " + size + " bytes and holds no label vectors: copy the bundle again");
      }
      ByteBuffer content = ByteBuffer.allocateDirect((int) size).order(ByteOrder.LITTLE_ENDIAN);
      while (content.hasRemaining() && in.read(content) >= 0) {
        // reads to the end
      }
      content.flip();
      if (content.remaining() != size || content.getLong() != MAGIC) {
        throw new BundleException(file + " holds no label vectors: copy the bundle again");
      }
      int rows = content.getInt();
      int dimension = content.getInt();
      if (rows < 1
          || dimension < 1
          || (long) rows * dimension != content.remaining() / Float.BYTES
          || content.remaining() % Float.BYTES != 0) {
        throw new BundleException(
            file
                + " is cut short or damaged: "
                + content.remaining()
                + " bytes for "
                + rows
                + " vectors of dimension "
                + dimension
                + "; copy the bundle again");
      }
      return new LabelVectors(rows, dimension, finite(file, content));
    } catch (IOException e) {
      throw new BundleException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private static FloatBuffer finite(Path file, ByteBuffer content) {
    FloatBuffer stored = content.asFloatBuffer();
    FloatBuffer values =
        ByteBuffer.allocateDirect(content.remaining())
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
    while (stored.hasRemaining()) {
      float value = stored.get();
      if (!Float.isFinite(value)) {
        throw new BundleException(
            file + " holds a value that is not finite: make the label vectors again");
      }
      values.put(value);
    }
    return values.flip();
  }
}
