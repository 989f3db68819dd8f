package org.solrlmtc.training.neural.layer;

import static org.solrlmtc.training.neural.graph.GraphBuilder.attribute;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.List;
import org.solrlmtc.core.onnx.InputSource;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.GraphBuilder;
import org.solrlmtc.training.neural.graph.GraphValues.TokenShares;
import org.solrlmtc.training.neural.graph.GraphValues.TokenVectors;

/**
 * The tokens of texts by section, in a graph: the same division as {@link Hierarchical#divide}, for
 * section lengths of any values. All sizes depend on the sizes of the inputs only, not on their
 * values, so that the memory that a batch takes is known before it is computed.
 */
final class SectionGraph {
  /** Added to attention scores before the softmax: the attention of padding is 0. */
  private static final float MASKED = -1e9f;

  private final GraphBuilder graph;
  private final TokenVectors tokens;

  /** Number of texts, {@code [1]}. */
  private final String batch;

  /** Number of tokens of the longest text, {@code [1]}. */
  private final String length;

  /** Maximum number of sections, {@code [1]}. */
  private final String sections;

  /** Number of tokens of the longest section, at most; {@code [1]}. */
  private final String width;

  /** Maximum number of sections times {@link #width}, {@code [1]}. */
  private final String slots;

  /** {@code [batch, tokens]}. */
  private final String isToken;

  /** The section of each token, {@code [batch, tokens]}. */
  private final String sectionOfToken;

  /** The slot of each token, {@code [batch, tokens]}; that of padding is after the last one. */
  private final String slotOfToken;

  /** Number of sections per text, {@code [batch]}. */
  private final String counts;

  /** Number of tokens per section, at least 1, {@code [batch * sections]}, int64. */
  private final String sectionLengths;

  /** Attention within sections, {@code [batch * sections, 1, width]}. */
  private String shares;

  SectionGraph(ExportContext context, TokenVectors tokens, int maxSectionLength) {
    this.graph = context.graph();
    this.tokens = tokens;
    String lengths = context.input(InputSource.SECTION_LENGTHS);
    batch = size(tokens.values(), 0);
    length = size(tokens.values(), 1);
    width = graph.node("Min", length, graph.longs(maxSectionLength));
    String given = size(lengths, 1);
    sections =
        graph.node(
            "Min",
            length,
            graph.node(
                "Add", graph.node("Add", given, graph.longs(1)), graph.node("Div", length, width)));
    slots = graph.node("Mul", sections, width);
    isToken = graph.node("Squeeze", tokens.isToken(), graph.longs(2));
    String isTokenNumber = cast(isToken, DataType.INT64);
    String offsets = graph.node("Sub", range(length), starts(lengths));
    String offsetInSection = graph.node("Mod", offsets, width);
    String isFirst =
        graph.node(
            "Mul",
            cast(graph.node("Equal", offsetInSection, graph.longs(0)), DataType.INT64),
            isTokenNumber);
    sectionOfToken = graph.node("Sub", cumulated(isFirst), graph.longs(1));
    counts = graph.node("ReduceSum", List.of(attribute("keepdims", 0)), isFirst, graph.longs(1));
    slotOfToken =
        graph.node(
            "Where",
            isToken,
            graph.node("Add", graph.node("Mul", sectionOfToken, width), offsetInSection),
            slots);
    String counted =
        graph.node(
            "ScatterElements",
            List.of(attribute("axis", 1), attribute("reduction", "add")),
            filled(0, batch, sections),
            sectionOfToken,
            isTokenNumber);
    sectionLengths =
        graph.node("Max", graph.node("Reshape", counted, graph.longs(-1)), graph.longs(1));
  }

  /** The first token of each token's section as given, {@code [batch, tokens]}. */
  private String starts(String lengths) {
    String texts = graph.node("Unsqueeze", tokens.lengths(), graph.longs(1));
    // hostile lengths must not overflow their sum
    String bounded = graph.node("Min", graph.node("Max", lengths, graph.longs(0)), texts);
    String ends = graph.node("Min", cumulated(bounded), texts);
    String endsAt =
        graph.node(
            "ScatterElements",
            List.of(attribute("axis", 1), attribute("reduction", "add")),
            filled(0, batch, graph.node("Add", length, graph.longs(1))),
            ends,
            graph.node("Expand", graph.whole(1), graph.node("Shape", ends)));
    String sectionsBefore = firstColumns(cumulated(endsAt), length);
    String sectionStarts =
        graph.node("Concat", List.of(attribute("axis", 1)), filled(0, batch, graph.longs(1)), ends);
    return graph.node(
        "GatherElements", List.of(attribute("axis", 1)), sectionStarts, sectionsBefore);
  }

  /**
   * The vectors of the tokens of each section, {@code [batch * sections, width, size]}; zeros for
   * padding.
   */
  String sectionVectors(int size) {
    String padded = graph.node("Pad", tokens.values(), graph.longs(0, 0, 0, 0, 1, 0));
    // the token of each slot; the padding for slots without one
    String scattered =
        graph.node(
            "ScatterElements",
            List.of(attribute("axis", 1)),
            graph.node("Expand", length, shape(batch, graph.node("Add", slots, graph.longs(1)))),
            slotOfToken,
            graph.node("Expand", range(length), shape(batch, length)));
    String tokenOfSlot = graph.node("Unsqueeze", firstColumns(scattered, slots), graph.longs(2));
    String vectors =
        graph.node("GatherND", List.of(attribute("batch_dims", 1)), padded, tokenOfSlot);
    return graph.node("Reshape", vectors, shape(graph.longs(-1), width, graph.longs(size)));
  }

  /** Number of tokens per section, at least 1, {@code [batch * sections]}, int32. */
  String lengths() {
    return cast(sectionLengths, DataType.INT32);
  }

  /** Number of sections per text, {@code [batch]}, int64. */
  String counts() {
    return counts;
  }

  /** The same as int32. */
  String shortCounts() {
    return cast(counts, DataType.INT32);
  }

  /**
   * The weighted sum of the states of each section.
   *
   * @param states {@code [batch * sections, width, size]}
   * @param energies {@code [batch * sections, width, 1]}
   * @return {@code [batch, sections, size]}
   */
  String pool(String states, String energies, int size) {
    String exists =
        graph.node(
            "Less", range(width), graph.node("Unsqueeze", sectionLengths, graph.longs(1, 2)));
    String rows = graph.node("Transpose", List.of(attribute("perm", 0, 2, 1)), energies);
    String masked = graph.node("Where", exists, rows, graph.scalar(MASKED));
    shares = graph.node("Softmax", List.of(attribute("axis", -1)), masked);
    return graph.node(
        "Reshape", graph.node("MatMul", shares, states), shape(batch, sections, graph.longs(size)));
  }

  /** What each token contributes to the sum of its section; after {@link #pool}. */
  TokenShares tokenShares() {
    String ofSlots = graph.node("Reshape", shares, shape(batch, slots));
    String slot = graph.node("Min", slotOfToken, graph.node("Sub", slots, graph.longs(1)));
    String ofTokens = graph.node("GatherElements", List.of(attribute("axis", 1)), ofSlots, slot);
    return new TokenShares(
        sectionOfToken, graph.node("Mul", ofTokens, cast(isToken, DataType.FLOAT)));
  }

  private String size(String value, int dimension) {
    return graph.node("Gather", graph.node("Shape", value), graph.longs(dimension));
  }

  private String range(String count) {
    String end = graph.node("Squeeze", count, graph.longs(0));
    return graph.node("Range", graph.whole(0), end, graph.whole(1));
  }

  private String shape(String... sizes) {
    return graph.node("Concat", List.of(attribute("axis", 0)), sizes);
  }

  private String filled(long value, String... sizes) {
    return graph.node("Expand", graph.whole(value), shape(sizes));
  }

  private String cumulated(String values) {
    return graph.node("CumSum", values, graph.whole(1));
  }

  private String firstColumns(String values, String count) {
    return graph.node("Slice", values, graph.longs(0), count, graph.longs(1));
  }

  private String cast(String value, DataType type) {
    return graph.node("Cast", List.of(attribute("to", type.getNumber())), value);
  }
}
