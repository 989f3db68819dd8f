package org.solrlmtc.training.pretrained;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.solrlmtc.training.pretrained.EncoderConfig.Activation;
import org.solrlmtc.training.pretrained.EncoderConfig.Pooling;

/** A small random encoder, written in each format that encoders are published in. */
final class TinyEncoder {
  static final EncoderConfig CONFIG =
      new EncoderConfig(2, 6, 2, 10, 16, 7, 2, 1e-12, Activation.GELU, Pooling.MEAN);
  static final List<String> PIECES =
      List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "fish", "##ing");

  final Map<String, float[]> weights = new LinkedHashMap<>();
  final Map<String, List<Integer>> shapes = new LinkedHashMap<>();

  TinyEncoder() {
    Random random = new Random(7);
    shapes.putAll(EncoderTensors.required(CONFIG));
    shapes.forEach(
        (name, shape) -> {
          float[] values = new float[WeightsFile.elements(shape)];
          for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
          }
          weights.put(name, values);
        });
  }

  /** All files but the weights. */
  void writeFiles(Path folder) throws IOException {
    CONFIG.write(folder);
    Files.write(folder.resolve("vocab.txt"), PIECES);
  }

  void writeSafetensors(Path folder, String prefix) throws IOException {
    writeFiles(folder);
    Map<String, Object> header = new LinkedHashMap<>();
    header.put("__metadata__", Map.of("format", "pt"));
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    weights.forEach(
        (name, values) -> {
          int begin = data.size();
          data.writeBytes(bytes(values));
          header.put(
              prefix + name,
              Map.of(
                  "dtype",
                  "F32",
                  "shape",
                  shapes.get(name),
                  "data_offsets",
                  List.of(begin, data.size())));
        });
    writeSafetensors(folder, new JsonMapper().writeValueAsString(header), data.toByteArray());
  }

  static void writeSafetensors(Path folder, String header, byte[] data) throws IOException {
    byte[] json = header.getBytes(StandardCharsets.UTF_8);
    ByteBuffer file =
        ByteBuffer.allocate(Long.BYTES + json.length + data.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(json.length)
            .put(json)
            .put(data);
    Files.write(folder.resolve("model.safetensors"), file.array());
  }

  /** As PyTorch exports it: matrices of products are [in, out] and have numbers for names. */
  void writeOnnx(Path folder) throws IOException {
    writeFiles(folder);
    GraphProto.Builder graph = GraphProto.newBuilder();
    weights.forEach(
        (name, values) -> {
          List<Integer> shape = shapes.get(name);
          boolean isProduct =
              name.endsWith(".weight") && shape.size() == 2 && name.startsWith("enc");
          String stored = isProduct ? "onnx::MatMul_" + graph.getInitializerCount() : name;
          if (isProduct) {
            graph.addNode(
                NodeProto.newBuilder()
                    .setOpType("MatMul")
                    .setName(
                        "/"
                            + name.replace(".weight", "/MatMul")
                                .replace(".", "/")
                                .replace("layer/", "layer."))
                    .addInput("x")
                    .addInput(stored));
          }
          graph.addInitializer(
              TensorProto.newBuilder()
                  .setName(stored)
                  .setDataType(TensorProto.DataType.FLOAT.getNumber())
                  .addAllDims(
                      (isProduct ? List.of(shape.get(1), shape.get(0)) : shape)
                          .stream().map(Integer::longValue).toList())
                  .setRawData(ByteString.copyFrom(bytes(isProduct ? columns(name) : values))));
        });
    Files.write(
        folder.resolve("model.onnx"),
        ModelProto.newBuilder().setGraph(graph).build().toByteArray());
  }

  private float[] columns(String name) {
    List<Integer> shape = shapes.get(name);
    float[] values = weights.get(name);
    float[] columns = new float[values.length];
    for (int out = 0; out < shape.get(0); out++) {
      for (int in = 0; in < shape.get(1); in++) {
        columns[in * shape.get(0) + out] = values[out * shape.get(1) + in];
      }
    }
    return columns;
  }

  /** As Google published it. */
  void writeCheckpoint(Path folder) throws IOException {
    writeFiles(folder);
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    Map<String, byte[]> entries = new TreeMap<>();
    entries.put("", new byte[] {8, 1});
    for (Map.Entry<String, float[]> weight : weights.entrySet()) {
      String name = googleName(weight.getKey());
      boolean isKernel = name.endsWith("/kernel");
      List<Integer> shape = shapes.get(weight.getKey());
      byte[] values = bytes(isKernel ? columns(weight.getKey()) : weight.getValue());
      entries.put(
          name, entry(isKernel ? List.of(shape.get(1), shape.get(0)) : shape, data.size(), values));
      data.writeBytes(values);
    }
    ByteArrayOutputStream index = new ByteArrayOutputStream();
    byte[] place = block(index, entries);
    byte[] child = block(index, Map.of("z", place));
    ByteArrayOutputStream footer = new ByteArrayOutputStream();
    footer.writeBytes(place);
    footer.writeBytes(child);
    footer.writeBytes(new byte[40 - footer.size()]);
    index.writeBytes(footer.toByteArray());
    index.writeBytes(little(Long.BYTES).putLong(0xdb4775248b80fb57L).array());
    Files.write(folder.resolve("variables.index"), index.toByteArray());
    Files.write(folder.resolve("variables.data-00000-of-00001"), data.toByteArray());
  }

  private static String googleName(String name) {
    String google =
        "module/bert/" + name.replace('.', '/').replaceFirst("layer/([0-9])", "layer_$1");
    if (google.contains("LayerNorm")) {
      return google.replaceFirst("weight$", "gamma").replaceFirst("bias$", "beta");
    }
    return google.contains("_embeddings")
        ? google.replaceFirst("/weight$", "")
        : google.replaceFirst("weight$", "kernel");
  }

  private static byte[] entry(List<Integer> shape, long offset, byte[] values) throws IOException {
    ByteArrayOutputStream sizes = new ByteArrayOutputStream();
    CodedOutputStream dims = CodedOutputStream.newInstance(sizes);
    for (int size : shape) {
      ByteArrayOutputStream dim = new ByteArrayOutputStream();
      CodedOutputStream out = CodedOutputStream.newInstance(dim);
      out.writeInt64(1, size);
      out.flush();
      dims.writeByteArray(2, dim.toByteArray());
    }
    dims.flush();
    ByteArrayOutputStream entry = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(entry);
    out.writeEnum(1, 1);
    out.writeByteArray(2, sizes.toByteArray());
    out.writeInt64(4, offset);
    out.writeInt64(5, values.length);
    out.writeFixed32(6, masked(values));
    out.flush();
    return entry.toByteArray();
  }

  /** Appends a block, and returns its place. */
  private static byte[] block(ByteArrayOutputStream index, Map<String, byte[]> entries)
      throws IOException {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(block);
    byte[] last = {};
    for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
      byte[] key = entry.getKey().getBytes(StandardCharsets.UTF_8);
      int shared = 0;
      while (shared < Math.min(last.length, key.length) && last[shared] == key[shared]) {
        shared++;
      }
      out.writeUInt32NoTag(shared);
      out.writeUInt32NoTag(key.length - shared);
      out.writeUInt32NoTag(entry.getValue().length);
      out.write(key, shared, key.length - shared);
      out.write(entry.getValue(), 0, entry.getValue().length);
      last = key;
    }
    out.flush();
    block.writeBytes(little(2 * Integer.BYTES).putInt(0).putInt(1).array());
    ByteArrayOutputStream place = new ByteArrayOutputStream();
    CodedOutputStream numbers = CodedOutputStream.newInstance(place);
    numbers.writeUInt64NoTag(index.size());
    numbers.writeUInt64NoTag(block.size());
    numbers.flush();
    block.write(0);
    index.writeBytes(block.toByteArray());
    index.writeBytes(little(Integer.BYTES).putInt(masked(block.toByteArray())).array());
    return place.toByteArray();
  }

  private static int masked(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return Integer.rotateRight((int) crc.getValue(), 15) + 0xa282ead8;
  }

  private static byte[] bytes(float[] values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return bytes.array();
  }

  private static ByteBuffer little(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }
}
