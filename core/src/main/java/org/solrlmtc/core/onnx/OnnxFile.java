package org.solrlmtc.core.onnx;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import org.solrlmtc.core.bundle.BundleException;

/**
 * Checks an ONNX file before it is run: it may use only ONNX's own operators, no loops, and no
 * external tensor data.
 */
final class OnnxFile {
  private static final int MAX_GRAPH_DEPTH = 16;
  private static final Set<String> LOOPS = Set.of("Loop", "SequenceMap");

  /** The mark of ONNX Runtime's own format, and its offset. */
  private static final byte[] RUNTIME_FORMAT = "ORTM".getBytes(StandardCharsets.US_ASCII);

  private static final int RUNTIME_FORMAT_OFFSET = 4;

  private final Path path;

  private OnnxFile(Path path) {
    this.path = path;
  }

  /**
   * The content of a file that may be run.
   *
   * @throws BundleException naming the file and what is not allowed in it
   */
  static ByteBuffer read(Path path) {
    try (FileChannel channel = FileChannel.open(path)) {
      if (channel.size() > Integer.MAX_VALUE) {
        throw new BundleException(path + " is larger than 2 GB: no ONNX file can be");
      }
      // mapped, and passed to the runtime unchanged: what was checked is what runs
      ByteBuffer content = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
      OnnxFile file = new OnnxFile(path);
      file.checkFormat(content);
      file.model(content.duplicate());
      return content;
    } catch (ProtoFields.DamagedException e) {
      throw damaged(path, e);
    } catch (IOException e) {
      throw new BundleException("cannot read " + path + ": " + e.getMessage(), e);
    }
  }

  /**
   * A file can be valid in both formats: the runtime would then read something else than was
   * checked here.
   */
  private void checkFormat(ByteBuffer content) {
    int end = RUNTIME_FORMAT_OFFSET + RUNTIME_FORMAT.length;
    if (content.limit() >= end
        && content
            .slice(RUNTIME_FORMAT_OFFSET, RUNTIME_FORMAT.length)
            .equals(ByteBuffer.wrap(RUNTIME_FORMAT))) {
      refuse("is in ONNX Runtime's own format (ORTM)");
    }
  }

  private void model(ByteBuffer model) {
    boolean[] hasGraph = {false};
    ProtoFields.forEach(
        model,
        (field, block) -> {
          switch (field) {
            case 7 -> {
              hasGraph[0] = true;
              graph(block, 1);
            }
            case 8 ->
                ProtoFields.forEach(
                    block, (part, text) -> checkDomain(part == 1 ? text(text) : ""));
            case 20 -> refuse("holds a training procedure");
            case 25 -> refuse("defines functions of its own");
            default -> {}
          }
        });
    if (!hasGraph[0]) {
      refuse("holds no graph");
    }
  }

  private void graph(ByteBuffer graph, int depth) {
    if (depth > MAX_GRAPH_DEPTH) {
      refuse("nests graphs deeper than " + MAX_GRAPH_DEPTH);
    }
    ProtoFields.forEach(
        graph,
        (field, block) -> {
          switch (field) {
            case 1 -> node(block, depth);
            case 5 -> tensor(block);
            case 15 -> refuseSparse();
            default -> {}
          }
        });
  }

  private void node(ByteBuffer node, int depth) {
    ProtoFields.forEach(
        node,
        (field, block) -> {
          switch (field) {
            case 4 -> checkOperator(text(block), depth);
            case 5 -> attribute(block, depth);
            case 7 -> checkDomain(text(block));
            default -> {}
          }
        });
  }

  private void attribute(ByteBuffer attribute, int depth) {
    ProtoFields.forEach(
        attribute,
        (field, block) -> {
          switch (field) {
            case 5, 10 -> tensor(block);
            case 6, 11 -> graph(block, depth + 1);
            case 22, 23 -> refuseSparse();
            default -> {}
          }
        });
  }

  /** A few bytes of a sparse tensor can expand to any number of zeros in memory. */
  private void refuseSparse() {
    refuse("holds sparse tensors");
  }

  private void tensor(ByteBuffer tensor) {
    ProtoFields.forEach(
        tensor,
        (field, block) -> {
          if (field == 13) {
            StringBuilder entry = new StringBuilder();
            ProtoFields.forEach(
                block,
                (part, text) -> entry.append(entry.isEmpty() ? "" : " = ").append(text(text)));
            refuse("has external tensor data (" + entry + ")");
          }
        });
  }

  private void checkDomain(String domain) {
    if (!domain.isEmpty() && !domain.equals("ai.onnx")) {
      refuse("uses operators of the domain '" + domain + "', which is not ONNX's own");
    }
  }

  /**
   * A loop may never end. A scan ends with its sequence, whose length is known before it runs; one
   * within another graph would multiply the lengths.
   */
  private void checkOperator(String operator, int depth) {
    if (operator.equals(ScanBody.OPERATOR) && depth > 1) {
      refuse("uses the operator " + operator + " within another one");
    }
    if (LOOPS.contains(operator)) {
      refuse("uses the operator " + operator + ", which may never end");
    }
  }

  private void refuse(String why) {
    throw new BundleException(
        path
            + " "
            + why
            + ": such a model is not run; export it again with plain ONNX operators"
            + " and without external tensor data");
  }

  static BundleException damaged(Path path, ProtoFields.DamagedException e) {
    return new BundleException(
        path + " is not a whole ONNX file: it is damaged; copy the bundle again", e);
  }

  private static String text(ByteBuffer block) {
    return StandardCharsets.UTF_8.decode(block.duplicate()).toString();
  }
}
