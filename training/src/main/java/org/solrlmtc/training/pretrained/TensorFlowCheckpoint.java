package org.solrlmtc.training.pretrained;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.solrlmtc.training.execution.TrainingException;

/**
 * A checkpoint of Google's BERT, as in the folder {@code variables} of a SavedModel. Its index is a
 * table of LevelDB's format, of which only the part is read that TensorFlow writes: sorted keys in
 * uncompressed blocks. The data file has the tensors as plain floats. Checksums of both are
 * verified.
 */
final class TensorFlowCheckpoint implements WeightsFile {
  private static final String INDEX = "variables.index";
  private static final String DATA = "variables.data-00000-of-00001";
  private static final long MAGIC = 0xdb4775248b80fb57L;
  private static final int FOOTER = 48;
  private static final int TRAILER = 5;
  private static final int FLOAT = 1;
  private static final int MAX_INDEX = 10_000_000;

  private final Path index;
  private final Path data;
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  private TensorFlowCheckpoint(Path folder) {
    index = folder.resolve(INDEX);
    data = folder.resolve(DATA);
  }

  private record Entry(
      String name, int type, List<Integer> shape, long offset, long size, int checksum) {
    /** Kernels of dense layers are [in, out]. */
    boolean isKernel() {
      return name.endsWith("/kernel");
    }
  }

  /** A part of the index. */
  private record Block(long offset, long size) {}

  static boolean isIn(Path folder) {
    return Files.exists(folder.resolve(INDEX));
  }

  /**
   * Reads the index.
   *
   * @throws TrainingException naming the file and what is wrong
   */
  static TensorFlowCheckpoint open(Path folder) {
    TensorFlowCheckpoint opened = new TensorFlowCheckpoint(folder);
    try {
      opened.readIndex();
    } catch (IllegalArgumentException | InvalidProtocolBufferException e) {
      throw new TrainingException(
          opened.index
              + " is damaged or no index of a TensorFlow checkpoint: "
              + e.getMessage()
              + "; get the file again",
          e);
    } catch (IOException e) {
      throw new TrainingException("cannot read " + opened.index + ": " + e.getMessage(), e);
    }
    return opened;
  }

  static Path dataFile(Path folder) {
    return folder.resolve(DATA);
  }

  private void readIndex() throws IOException {
    long size = Files.size(index);
    if (size < FOOTER || size > MAX_INDEX) {
      throw new IllegalArgumentException("it has " + size + " bytes");
    }
    byte[] bytes = Files.readAllBytes(index);
    ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (all.getLong(bytes.length - Long.BYTES) != MAGIC) {
      throw new IllegalArgumentException("it does not end with the magic number of a table");
    }
    CodedInputStream footer = CodedInputStream.newInstance(bytes, bytes.length - FOOTER, FOOTER);
    block(footer);
    for (Map.Entry<String, CodedInputStream> child : contents(all, block(footer)).entrySet()) {
      contents(all, block(child.getValue()))
          .forEach(
              (name, described) -> {
                // the entry without a name is the header of the checkpoint
                if (!name.isEmpty()) {
                  add(name, described);
                }
              });
    }
  }

  private static Block block(CodedInputStream in) throws IOException {
    return new Block(in.readUInt64(), in.readUInt64());
  }

  /** The keys of a block with their values. */
  private static Map<String, CodedInputStream> contents(ByteBuffer all, Block block)
      throws IOException {
    if (block.offset < 0
        || block.size < Integer.BYTES
        || block.offset > all.capacity() - TRAILER
        || block.size > all.capacity() - TRAILER - block.offset) {
      throw new IllegalArgumentException("a block is outside of the file");
    }
    int start = (int) block.offset;
    int size = (int) block.size;
    if (all.get(start + size) != 0) {
      throw new IllegalArgumentException("a block is compressed");
    }
    // the checksum covers the byte that tells the compression, too
    checkSum(all.slice(start, size + 1), all.getInt(start + size + 1));
    int restarts = all.getInt(start + size - Integer.BYTES);
    if (restarts < 0 || restarts > size / Integer.BYTES - 1) {
      throw new IllegalArgumentException("a block has " + restarts + " restarts");
    }
    int length = size - Integer.BYTES * (restarts + 1);
    CodedInputStream in = CodedInputStream.newInstance(all.slice(start, length));
    Map<String, CodedInputStream> contents = new LinkedHashMap<>();
    byte[] key = {};
    while (!in.isAtEnd()) {
      int shared = in.readUInt32();
      int own = in.readUInt32();
      int value = in.readUInt32();
      if (shared < 0 || shared > key.length || own < 0 || value < 0) {
        throw new IllegalArgumentException("a key of a block is damaged");
      }
      ByteArrayOutputStream next = new ByteArrayOutputStream();
      next.write(key, 0, shared);
      next.writeBytes(in.readRawBytes(own));
      key = next.toByteArray();
      contents.put(
          new String(key, StandardCharsets.UTF_8),
          CodedInputStream.newInstance(in.readRawBytes(value)));
    }
    return contents;
  }

  /** Adds a tensor by its BundleEntryProto. */
  private void add(String name, CodedInputStream in) {
    int type = 0;
    List<Integer> shape = List.of();
    long offset = 0;
    long size = 0;
    int checksum = 0;
    try {
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        switch (WireFormat.getTagFieldNumber(tag)) {
          case 1 -> type = in.readEnum();
          case 2 -> shape = shape(in.readByteArray());
          case 4 -> offset = in.readInt64();
          case 5 -> size = in.readInt64();
          case 6 -> checksum = in.readFixed32();
          default -> in.skipField(tag);
        }
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the entry '" + name + "' is damaged: " + e.getMessage(), e);
    }
    entries.put(canonical(name), new Entry(name, type, shape, offset, size, checksum));
  }

  private static List<Integer> shape(byte[] described) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(described);
    List<Integer> shape = new ArrayList<>();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (WireFormat.getTagFieldNumber(tag) != 2) {
        in.skipField(tag);
        continue;
      }
      CodedInputStream dimension = CodedInputStream.newInstance(in.readByteArray());
      int size = 0;
      for (int part = dimension.readTag(); part != 0; part = dimension.readTag()) {
        if (WireFormat.getTagFieldNumber(part) == 1) {
          size = (int) Math.max(-1, Math.min(dimension.readInt64(), Integer.MAX_VALUE));
        } else {
          dimension.skipField(part);
        }
      }
      shape.add(size);
    }
    return List.copyOf(shape);
  }

  /** From {@code module/bert/encoder/layer_0/output/dense/kernel}. */
  private static String canonical(String name) {
    return name.replaceFirst("^module/", "")
        .replaceFirst("^bert/", "")
        .replaceFirst("/layer_([0-9]+)/", "/layer/$1/")
        .replaceFirst("_embeddings$", "_embeddings/weight")
        .replaceFirst("/gamma$", "/weight")
        .replaceFirst("/beta$", "/bias")
        .replaceFirst("/kernel$", "/weight")
        .replaceFirst("/output_bias$", "/bias")
        .replace('/', '.');
  }

  @Override
  public Map<String, List<Integer>> shapes() {
    Map<String, List<Integer>> shapes = new LinkedHashMap<>();
    entries.forEach(
        (name, entry) ->
            shapes.put(
                name,
                entry.isKernel() && entry.shape.size() == 2
                    ? List.of(entry.shape.get(1), entry.shape.get(0))
                    : entry.shape));
    return shapes;
  }

  @Override
  public float[] read(String name) {
    Entry entry = entries.get(name);
    try {
      float[] values = new float[WeightsFile.elements(entry.shape)];
      if (entry.type != FLOAT || entry.size != (long) values.length * Float.BYTES) {
        throw new IllegalArgumentException(
            "its type is " + entry.type + " and its size " + entry.size + " bytes");
      }
      ByteBuffer bytes = FileRegion.read(data, entry.offset, values.length * Float.BYTES);
      checkSum(bytes.slice(), entry.checksum);
      bytes.asFloatBuffer().get(values);
      return entry.isKernel()
          ? WeightsFile.transposed(values, entry.shape.get(0), entry.shape.get(1))
          : values;
    } catch (IllegalArgumentException e) {
      throw new TrainingException(
          data + ": the tensor '" + entry.name + "': " + e.getMessage() + "; get the file again",
          e);
    }
  }

  private static void checkSum(ByteBuffer bytes, int expected) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    int value = (int) crc.getValue();
    // LevelDB masks its checksums, as they may be part of what is summed again
    if ((value >>> 15 | value << 17) + 0xa282ead8 != expected) {
      throw new IllegalArgumentException("its checksum is wrong");
    }
  }
}
