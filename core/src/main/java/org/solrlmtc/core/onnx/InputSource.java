package org.solrlmtc.core.onnx;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.solrlmtc.core.onnx.NetworkSignature.ElementType;

/** What feeds an input of a network, as named in the manifest's signature. */
public enum InputSource {
  /**
   * Token ids, padded with 0: {@code [batch, tokens]}, or {@code [batch, tokens, ids]} where a
   * token has several ids (characters).
   */
  TOKEN_IDS,

  /** The number of tokens of each text: {@code [batch]}. */
  LENGTHS,

  /** 1 for a token, 0 for padding: {@code [batch, tokens]}. */
  MASK,

  /** The number of tokens of each section, padded with 0: {@code [batch, sections]}. */
  SECTION_LENGTHS,

  /**
   * Indexes of the output columns to score: {@code [batch, candidates]}. No candidates ({@code
   * [batch, 0]}) means all of them.
   */
  CANDIDATES,

  /** One vector per output column, from a file of the bundle: {@code [labels, dimension]}. */
  LABEL_VECTORS;

  /** Element types that an input of this source can have. */
  Set<ElementType> types() {
    return switch (this) {
      case LABEL_VECTORS -> EnumSet.of(ElementType.FLOAT);
      case MASK -> EnumSet.allOf(ElementType.class);
      default -> EnumSet.of(ElementType.INT32, ElementType.INT64);
    };
  }

  /** The possible ranks of an input of this source. */
  List<Integer> ranks() {
    return switch (this) {
      case TOKEN_IDS -> List.of(2, 3);
      case LENGTHS -> List.of(1);
      default -> List.of(2);
    };
  }

  /** The name in manifests: lower case with hyphens. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Reads a name.
   *
   * @throws IllegalArgumentException naming the choices
   */
  public static InputSource parse(String key) {
    return Arrays.stream(values())
        .filter(source -> source.key().equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the input source '"
                        + key
                        + "' is unknown: use "
                        + Arrays.stream(values())
                            .map(InputSource::key)
                            .collect(Collectors.joining(", "))));
  }
}
