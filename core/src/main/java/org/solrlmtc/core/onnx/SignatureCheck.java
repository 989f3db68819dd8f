package org.solrlmtc.core.onnx;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.onnx.NetworkSignature.Input;

/**
 * Compares the signature in a manifest with the ONNX graph, and both with what the bundle can feed.
 * A network that passes gets every input in the right type and shape.
 */
final class SignatureCheck {
  private static final int DYNAMIC = -1;

  private final Path file;
  private final NetworkSignature signature;

  SignatureCheck(Path file, NetworkSignature signature) {
    this.file = file;
    this.signature = signature;
  }

  /**
   * Checks a network.
   *
   * @param columns number of concepts, each of which has a probability
   * @param idsPerToken number of ids per token of the tokenizer
   * @param labelVectors what feeds {@link InputSource#LABEL_VECTORS}
   * @throws BundleException naming the file and the input or output that is wrong
   */
  void check(OrtSession session, int columns, int idsPerToken, Optional<LabelVectors> labelVectors)
      throws OrtException {
    checkNames(
        "inputs",
        session.getInputNames(),
        signature.inputs().stream().map(Input::name).collect(Collectors.toSet()));
    checkNames("outputs", session.getOutputNames(), outputs());
    Map<String, NodeInfo> inputs = session.getInputInfo();
    for (Input input : signature.inputs()) {
      checkFed(input, columns, idsPerToken, labelVectors);
      checkTensor(inputs.get(input.name()), javaType(input), shape(input));
    }
    boolean someColumns =
        signature.input(InputSource.CANDIDATES).isPresent()
            || signature.input(InputSource.LABEL_VECTORS).isPresent();
    checkTensor(
        session.getOutputInfo().get(signature.probabilities()),
        OnnxJavaType.FLOAT,
        DYNAMIC,
        someColumns ? DYNAMIC : columns);
    if (signature.attributions().isPresent()) {
      checkTensor(
          session.getOutputInfo().get(signature.attributions().get()),
          OnnxJavaType.FLOAT,
          DYNAMIC,
          DYNAMIC,
          DYNAMIC);
    }
    checkMetadata(session.getMetadata().getCustomMetadata());
  }

  private Set<String> outputs() {
    Set<String> outputs = new TreeSet<>(Set.of(signature.probabilities()));
    signature.attributions().ifPresent(outputs::add);
    return outputs;
  }

  private void checkNames(String what, Set<String> found, Set<String> declared) {
    if (!new TreeSet<>(found).equals(new TreeSet<>(declared))) {
      throw wrong(
          "has the "
              + what
              + " "
              + found
              + ", but the setting 'signature' declares "
              + new TreeSet<>(declared));
    }
  }

  /** Fixed sizes in a signature must equal those that are fed. */
  private void checkFed(
      Input input, int columns, int idsPerToken, Optional<LabelVectors> labelVectors) {
    List<Integer> sizes =
        switch (input.source()) {
          case TOKEN_IDS ->
              idsPerToken == 1 ? List.of(DYNAMIC, DYNAMIC) : List.of(DYNAMIC, DYNAMIC, idsPerToken);
          case LENGTHS -> List.of(DYNAMIC);
          case MASK, SECTION_LENGTHS, CANDIDATES -> List.of(DYNAMIC, DYNAMIC);
          case LABEL_VECTORS -> {
            LabelVectors vectors = labelVectors.orElseThrow();
            if (vectors.rows() != columns) {
              throw wrong(
                  "reads label vectors of "
                      + vectors.rows()
                      + " concepts, but the bundle's outputs are "
                      + columns);
            }
            yield List.of(vectors.rows(), vectors.dimension());
          }
        };
    boolean fits = input.shape().size() == sizes.size();
    for (int i = 0; i < sizes.size() && fits; i++) {
      int declared = NetworkSignature.size(input.shape().get(i));
      fits = declared == DYNAMIC || declared == sizes.get(i);
    }
    if (!fits) {
      throw wrong(
          "is declared to read '"
              + input.name()
              + "' of the shape "
              + input.shape()
              + ", but "
              + input.source().key()
              + " have the shape "
              + sizes
              + " (-1: dynamic)");
    }
  }

  /** The ONNX file may have the value, too; then both must be equal. */
  private void checkMetadata(Map<String, String> metadata) {
    String number = metadata.get(OnnxScorerProvider.TOKENS_PER_STATE);
    if (number != null && !number.equals(Integer.toString(signature.tokensPerState()))) {
      throw wrong(
          "has metadata of "
              + number
              + " tokens per state, but the setting 'tokensPerState' of 'signature' is "
              + signature.tokensPerState());
    }
  }

  private static OnnxJavaType javaType(Input input) {
    return switch (input.type()) {
      case INT32 -> OnnxJavaType.INT32;
      case INT64 -> OnnxJavaType.INT64;
      case FLOAT -> OnnxJavaType.FLOAT;
    };
  }

  private static long[] shape(Input input) {
    return input.shape().stream().mapToLong(NetworkSignature::size).toArray();
  }

  private void checkTensor(NodeInfo value, OnnxJavaType type, long... shape) {
    if (!(value.getInfo() instanceof TensorInfo tensor)
        || tensor.type != type
        || !Arrays.equals(tensor.getShape(), shape)) {
      throw wrong(
          "has for '"
              + value.getName()
              + "' "
              + value.getInfo()
              + " instead of "
              + type
              + " "
              + Arrays.toString(shape));
    }
  }

  BundleException wrong(String what) {
    return new BundleException(
        file + " " + what + ": manifest and network do not belong together; copy the bundle again");
  }
}
