package org.solrlmtc.training.neural.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.onnx.OnnxScorer;
import org.solrlmtc.core.onnx.OnnxScorerProvider;
import org.solrlmtc.core.score.Evidence;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.text.TokenSequence;
import org.solrlmtc.core.text.Tokenizer;
import org.solrlmtc.training.TinyData;
import org.solrlmtc.training.neural.graph.Precision;
import org.solrlmtc.training.neural.layer.AttentionHead;
import org.solrlmtc.training.neural.layer.NetworkWeights;
import org.solrlmtc.training.neural.layer.ReferenceMath;

/** A network of words and sections, with sections of every kind. */
class TestHierarchicalNetwork {
  private static final NetworkWeights WEIGHTS = RandomNetworks.of("han", "context");
  private static final int[][] TEXTS = {{7}, {5, 6, 7, 8, 9, 10, 11, 12, 13}, {4, 3, 2, 1, 2}};

  /** Single words, too: some of them count less than padding would. */
  private static final int[][] PROBES =
      Stream.concat(
              Stream.of(TEXTS),
              IntStream.range(1, RandomNetworks.WORDS).mapToObj(word -> new int[] {word}))
          .toArray(int[][]::new);

  private static final List<String> CONCEPTS =
      IntStream.range(0, RandomNetworks.LABELS).mapToObj(i -> "c" + i).toList();

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0 0",
        "3 0 1",
        "-5 2 9",
        "9 9 9",
        "100 100 100",
        "9223372036854775807 9223372036854775807 -9223372036854775808",
        "0 0 4",
        ""
      })
  void anySectionLengthsAreReadAsTheReferenceReadsThem(String numbers) {
    long[] given =
        numbers.isEmpty()
            ? new long[0]
            : Arrays.stream(numbers.split(" ")).mapToLong(Long::parseLong).toArray();
    int[] clamped =
        Arrays.stream(given).mapToInt(n -> (int) Math.max(-9, Math.min(99, n))).toArray();
    for (Precision precision : Precision.values()) {
      float[][] found = OnnxRuntime.run(model(precision), TEXTS, same(given));
      for (int i = 0; i < TEXTS.length; i++) {
        double[] expected = WEIGHTS.reference(TEXTS[i], clamped);
        for (int label = 0; label < expected.length; label++) {
          assertEquals(
              ReferenceMath.sigmoid(expected[label]),
              found[i][label],
              precision == Precision.FP32 ? 1e-4 : 0.2,
              precision + " label " + label);
        }
      }
    }
  }

  @Test
  void otherSectionsGiveOtherScores() {
    float[][] one = OnnxRuntime.run(model(Precision.FP32), TEXTS, same(9));
    float[][] two = OnnxRuntime.run(model(Precision.FP32), TEXTS, same(2, 7));
    assertArrayEquals(one[0], two[0], 1e-6f, "a text of one word has one section");
    assertTrue(difference(one, two) > 0.1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"encoder/words/gru_recurrent", "encoder/sections/gru_recurrent"})
  void theComparisonFindsGatesInTheWrongOrder(String name) {
    assertWrong(
        graph -> {
          for (TensorProto.Builder tensor : graph.getInitializerBuilderList()) {
            if (tensor.getName().startsWith(name)) {
              int gate = tensor.getRawData().size() / 6;
              ByteString raw = tensor.getRawData();
              tensor.setRawData(
                  raw.substring(gate, 2 * gate)
                      .concat(raw.substring(0, gate))
                      .concat(raw.substring(2 * gate)));
            }
          }
          return graph;
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void theComparisonFindsMissingLengths(int level) {
    assertWrong(
        graph -> {
          List<NodeProto.Builder> units =
              graph.getNodeBuilderList().stream()
                  .filter(node -> node.getOpType().equals("GRU"))
                  .toList();
          assertEquals(2, units.size());
          units.get(level).setInput(4, "");
          return graph;
        });
  }

  @Test
  void theComparisonFindsWordsAndSectionsThatAreNotMasked() {
    ByteString masked = bytes(-1e9f);
    long masks =
        model(Precision.FP32).getGraph().getInitializerList().stream()
            .filter(tensor -> tensor.getRawData().equals(masked))
            .count();
    assertEquals(2, masks);
    for (int skipped = 0; skipped < masks; skipped++) {
      int keep = skipped;
      assertWrong(
          graph -> {
            int found = 0;
            for (TensorProto.Builder tensor : graph.getInitializerBuilderList()) {
              if (tensor.getRawData().equals(masked) && found++ != keep) {
                tensor.setRawData(bytes(0));
              }
            }
            return graph;
          });
    }
  }

  private static void assertWrong(UnaryOperator<GraphProto.Builder> change) {
    ModelProto right = model(Precision.FP32);
    ModelProto wrong =
        right.toBuilder().setGraph(change.apply(right.getGraph().toBuilder())).build();
    double difference =
        difference(
            OnnxRuntime.run(right, PROBES, same(1, 5, 2)),
            OnnxRuntime.run(wrong, PROBES, same(1, 5, 2)));
    assertTrue(difference > 0.05, "differs by no more than " + difference);
  }

  @ParameterizedTest
  @EnumSource(Precision.class)
  void actsOfAnyFormAreScoredInABatch(Precision precision) throws IOException {
    LegalAct many =
        act("many", words(3, 2), "", Collections.nCopies(3000, words(5, 1, 2)), words(7));
    List<LegalAct> acts =
        List.of(
            many,
            act("none", "", "", List.of(), ""),
            act("blank", " ", "\n", List.of("", " "), "\t"),
            act("hole", words(4, 5), "", List.of("", words(6, 7), " ", words(8)), words(9)),
            act("punctuation", "...", words(2, 3), List.of("--", "?"), ""),
            LegalAct.ofText("plain", words(2, 3, 4, 5, 6, 7, 8, 9)));
    try (OnnxScorer scorer = new OnnxScorerProvider().open(write(precision))) {
      List<LabelScores> scores = scorer.score(acts);
      for (int i = 0; i < acts.size(); i++) {
        int[] ids = tokenizer().tokenize(acts.get(i)).ids();
        float[] found = new float[CONCEPTS.size()];
        scores.get(i).forEach((label, score) -> found[label] = score);
        if (ids.length == 0) {
          assertArrayEquals(new float[CONCEPTS.size()], found, acts.get(i).id());
          continue;
        }
        double[] expected =
            WEIGHTS.reference(ids, tokenizer().tokenize(acts.get(i)).sectionLengths());
        for (int label = 0; label < found.length; label++) {
          assertEquals(
              ReferenceMath.sigmoid(expected[label]),
              found[label],
              precision == Precision.FP32 ? 1e-4 : 0.2,
              acts.get(i).id());
        }
      }
      assertEquals(100, scorer.tokenCount(many), "the maximum sequence length");
    }
  }

  /** The attention of a section, divided by the attention of its words. */
  @Test
  void passagesComeFromTheSectionsThatCount() throws IOException {
    LegalAct act =
        act("a", words(4, 5), words(6, 7, 8), List.of(words(9, 10), "", words(11, 12)), words(13));
    TokenSequence tokens = tokenizer().tokenize(act);
    assertArrayEquals(new int[] {2, 3, 2, 2, 1}, tokens.sectionLengths());
    double[] logits = WEIGHTS.reference(tokens.ids(), tokens.sectionLengths());
    for (Precision precision : Precision.values()) {
      try (OnnxScorer scorer = new OnnxScorerProvider().open(write(precision))) {
        for (int label = 0; label < CONCEPTS.size(); label++) {
          float[] attributions = scorer.attributions(act, label);
          assertEquals(tokens.length(), attributions.length);
          double sum =
              IntStream.range(0, attributions.length).mapToDouble(i -> attributions[i]).sum();
          double bias = bias(label);
          assertEquals(
              logits[label], sum + bias, precision == Precision.FP32 ? 1e-3 : 1, "label " + label);
          // all words of a section have the sign of the section
          for (int from = 0, section = 0; section < 5; section++) {
            int to = from + tokens.sectionLengths()[section];
            for (int i = from; i < to; i++) {
              assertTrue(attributions[i] * attributions[from] >= 0);
            }
            from = to;
          }
          for (Evidence passage : scorer.explain(act, new int[] {label}, 9).get(0)) {
            assertTrue(passage.text(act).matches("[a-z ]+"), passage.text(act));
          }
        }
        List<Zone> zones =
            scorer.explain(act, IntStream.range(0, CONCEPTS.size()).toArray(), 9).stream()
                .flatMap(List::stream)
                .map(Evidence::zone)
                .distinct()
                .toList();
        assertEquals(4, zones.size(), () -> "only passages of " + zones);
      }
    }
  }

  private static double bias(int label) {
    return ((AttentionHead.Weights) WEIGHTS.head()).bias()[label];
  }

  private static LegalAct act(
      String id, String header, String recitals, List<String> articles, String attachments) {
    return new LegalAct(id, "", "", header, recitals, articles, attachments);
  }

  private static String words(int... ids) {
    return IntStream.of(ids).mapToObj(TinyData::word).collect(Collectors.joining(" "));
  }

  private static Tokenizer tokenizer() {
    return TinyBundle.export(Precision.FP32, CONCEPTS).tokenizer();
  }

  private ModelBundle write(Precision precision) throws IOException {
    LabelSet labels = new LabelSet(CONCEPTS, IntStream.range(1, 31).toArray());
    try (BundleWriter writer =
        new BundleWriter(
            folder.resolve("net-" + precision.key()),
            labels,
            TinyData.thesaurus(RandomNetworks.LABELS))) {
      Map<String, Object> settings = TinyBundle.export(precision, CONCEPTS).write(WEIGHTS, writer);
      return writer.finish(
          "1", OnnxScorerProvider.METHOD, settings, DecisionRule.above(0.5), Map.of(), Map.of());
    }
  }

  private static ModelProto model(Precision precision) {
    return NetworkGraph.of(WEIGHTS, precision, Map.of()).model();
  }

  /** The same section lengths for every text. */
  private static UnaryOperator<long[][]> same(long... lengths) {
    return standard -> {
      long[][] rows = new long[standard.length][];
      Arrays.fill(rows, lengths);
      return rows;
    };
  }

  private static double difference(float[][] one, float[][] other) {
    double largest = 0;
    for (int i = 0; i < one.length; i++) {
      for (int j = 0; j < one[i].length; j++) {
        largest = Math.max(largest, Math.abs(one[i][j] - other[i][j]));
      }
    }
    return largest;
  }

  private static ByteString bytes(float value) {
    return ByteString.copyFrom(
        ByteBuffer.allocate(Float.BYTES).order(ByteOrder.LITTLE_ENDIAN).putFloat(0, value));
  }
}
