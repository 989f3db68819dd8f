package org.solrlmtc.training.pretrained;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.solrlmtc.core.json.JsonProblems;
import org.solrlmtc.training.execution.TrainingException;

/**
 * A file of the safetensors format: the length of a JSON header, the header with type, shape and
 * place of each tensor, then the tensors without gaps.
 */
final class SafetensorsFile implements WeightsFile {
  /** Some 100 times that of the largest BERT. */
  private static final int MAX_HEADER = 10_000_000;

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final Path file;
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  private SafetensorsFile(Path file) {
    this.file = file;
  }

  /** How numbers are stored. */
  private enum Type {
    F32(4) {
      @Override
      float next(ByteBuffer bytes) {
        return bytes.getFloat();
      }
    },
    F16(2) {
      @Override
      float next(ByteBuffer bytes) {
        return half(bytes.getShort());
      }
    },
    BF16(2) {
      @Override
      float next(ByteBuffer bytes) {
        return Float.intBitsToFloat(bytes.getShort() << 16);
      }
    };

    private final int bytes;

    Type(int bytes) {
      this.bytes = bytes;
    }

    abstract float next(ByteBuffer bytes);
  }

  /**
   * A tensor in the file.
   *
   * @param begin of its bytes, from the end of the header
   */
  private record Entry(String name, String type, List<Integer> shape, long begin, long end) {}

  /**
   * Reads the header.
   *
   * @throws TrainingException naming the file and what is wrong
   */
  static SafetensorsFile open(Path file) {
    SafetensorsFile opened = new SafetensorsFile(file);
    try {
      opened.readHeader();
    } catch (JsonProcessingException e) {
      throw damaged(file, "its header is not valid JSON: " + JsonProblems.describe(e), e);
    } catch (IllegalArgumentException e) {
      throw damaged(file, e.getMessage(), e);
    } catch (IOException e) {
      throw new TrainingException("cannot read " + file + ": " + e.getMessage(), e);
    }
    return opened;
  }

  private static TrainingException damaged(Path file, String problem, Exception cause) {
    return new TrainingException(
        file + " is damaged or no safetensors file: " + problem + "; get the file again", cause);
  }

  private void readHeader() throws IOException {
    long size = Files.size(file);
    if (size < Long.BYTES) {
      throw new IllegalArgumentException("it has " + size + " bytes");
    }
    long length = FileRegion.read(file, 0, Long.BYTES).getLong();
    if (length < 2 || length > Math.min(MAX_HEADER, size - Long.BYTES)) {
      throw new IllegalArgumentException(
          "its header should have "
              + Long.toUnsignedString(length)
              + " bytes, in a file of "
              + size
              + " bytes");
    }
    long start = Long.BYTES + length;
    JsonNode header = JSON.readTree(FileRegion.read(file, Long.BYTES, (int) length).array());
    if (!header.isObject()) {
      throw new IllegalArgumentException("its header is no JSON object");
    }
    List<Entry> found = new ArrayList<>();
    for (Map.Entry<String, JsonNode> field : header.properties()) {
      if (!field.getKey().equals("__metadata__")) {
        found.add(entry(field.getKey(), field.getValue(), start));
      }
    }
    checkPlaces(found, start, size);
    for (Entry entry : found) {
      if (entries.put(HuggingFaceNames.canonical(entry.name), entry) != null) {
        throw new IllegalArgumentException(
            "two tensors have the name '" + HuggingFaceNames.canonical(entry.name) + "'");
      }
    }
  }

  private static Entry entry(String name, JsonNode described, long start) {
    JsonNode offsets = described.path("data_offsets");
    List<Integer> shape = new ArrayList<>();
    boolean whole = described.path("shape").isArray() && offsets.size() == 2;
    for (JsonNode dimension : described.path("shape")) {
      whole &= dimension.isInt();
      shape.add(dimension.asInt());
    }
    if (!whole
        || !offsets.get(0).isIntegralNumber()
        || !offsets.get(0).canConvertToLong()
        || !offsets.get(1).isIntegralNumber()
        || !offsets.get(1).canConvertToLong()) {
      throw new IllegalArgumentException(
          "the tensor '" + name + "' needs 'shape' and two 'data_offsets'");
    }
    long from = offsets.get(0).asLong();
    long to = offsets.get(1).asLong();
    if (from < 0 || to < from || to > Long.MAX_VALUE - start) {
      throw new IllegalArgumentException(
          "the tensor '" + name + "' has the 'data_offsets' " + from + " and " + to);
    }
    return new Entry(
        name, described.path("dtype").asText(), List.copyOf(shape), start + from, start + to);
  }

  /** The tensors fill the file: no overlap, no gap, nothing outside. */
  private static void checkPlaces(List<Entry> entries, long start, long size) {
    long at = start;
    List<Entry> sorted =
        entries.stream()
            .sorted(Comparator.comparingLong(Entry::begin).thenComparingLong(Entry::end))
            .toList();
    for (Entry entry : sorted) {
      if (entry.begin != at) {
        throw new IllegalArgumentException(
            "the tensor '"
                + entry.name
                + "' begins at byte "
                + entry.begin
                + ", but the one before it ends at byte "
                + at);
      }
      at = entry.end;
    }
    if (at != size) {
      throw new IllegalArgumentException(
          "its tensors should end at byte " + at + ", but the file ends at byte " + size);
    }
  }

  @Override
  public Map<String, List<Integer>> shapes() {
    Map<String, List<Integer>> shapes = new LinkedHashMap<>();
    entries.forEach((name, entry) -> shapes.put(name, entry.shape));
    return shapes;
  }

  @Override
  public float[] read(String name) {
    Entry entry = entries.get(name);
    Type type;
    try {
      type = Type.valueOf(entry.type);
    } catch (IllegalArgumentException e) {
      throw new TrainingException(
          file
              + ": the tensor '"
              + entry.name
              + "' has the type "
              + entry.type
              + ", but F32, F16 or BF16 is needed",
          e);
    }
    float[] values;
    try {
      values = new float[WeightsFile.elements(entry.shape)];
    } catch (IllegalArgumentException e) {
      throw damaged(file, "'" + entry.name + "': " + e.getMessage(), e);
    }
    if ((long) values.length * type.bytes != entry.end - entry.begin) {
      throw damaged(
          file,
          "the tensor '"
              + entry.name
              + "' of the shape "
              + entry.shape
              + " cannot have "
              + (entry.end - entry.begin)
              + " bytes",
          null);
    }
    ByteBuffer bytes = FileRegion.read(file, entry.begin, values.length * type.bytes);
    for (int i = 0; i < values.length; i++) {
      values[i] = type.next(bytes);
    }
    return values;
  }

  /** A number of IEEE 754's half precision. */
  private static float half(short bits) {
    int sign = (bits & 0x8000) << 16;
    int exponent = bits >>> 10 & 0x1F;
    int fraction = bits & 0x3FF;
    if (exponent == 0) {
      float value = fraction * 0x1p-24f;
      return sign == 0 ? value : -value;
    }
    int biased = exponent == 0x1F ? 0xFF : exponent - 15 + 127;
    return Float.intBitsToFloat(sign | biased << 23 | fraction << 13);
  }
}
