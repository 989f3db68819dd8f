package org.solrlmtc.training.neural.export;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.solrlmtc.training.neural.export.ExportCheck.Differences;
import org.solrlmtc.training.neural.graph.Precision;
import org.solrlmtc.training.neural.layer.NetworkWeights;

/** The bounds of the differences of logits. */
class TestExportCheck {
  private static final Map<String, NetworkWeights> NETWORKS = RandomNetworks.all();
  private static final int[][] TEXTS =
      new Random(4)
          .ints(5, 1, 40)
          .mapToObj(length -> new Random(length).ints(length, 2, RandomNetworks.WORDS).toArray())
          .toArray(int[][]::new);

  static Stream<String> networks() {
    return NETWORKS.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("networks")
  void correctGraphsPassWithAMargin(String name) {
    NetworkWeights weights = NETWORKS.get(name);
    Differences fp32 = differences(weights, weights, Precision.FP32);
    assertTrue(fp32.isClose(Precision.FP32) && fp32.largest() < 5e-4, name + fp32);
    Differences int8 = differences(weights, weights, Precision.INT8);
    // half of what is refused; networks with recurrent layers on two levels lose most
    assertTrue(
        int8.isClose(Precision.INT8) && int8.relative() < 0.1 && int8.relative() > 0, name + int8);
  }

  @ParameterizedTest
  @MethodSource("networks")
  void otherWeightsAreFound(String name) {
    NetworkWeights weights = NETWORKS.get(name);
    // an encoder of another type; the head of the same type has other weights
    NetworkWeights wrong = NETWORKS.get(name.startsWith("cnn-") ? "bigru-lwan" : "cnn-lwan");
    for (Precision precision : Precision.values()) {
      assertFalse(differences(weights, wrong, precision).isClose(precision), name + precision);
    }
  }

  @Test
  void notANumberIsFound() {
    for (Precision precision : Precision.values()) {
      assertFalse(
          Differences.of(new double[][] {{1, 2}}, new double[][] {{0.7, Double.NaN}})
              .isClose(precision));
    }
  }

  private static Differences differences(
      NetworkWeights reference, NetworkWeights exported, Precision precision) {
    float[][] run = OnnxRuntime.run(NetworkGraph.of(exported, precision, Map.of()).model(), TEXTS);
    double[][] expected = new double[TEXTS.length][];
    double[][] found = new double[TEXTS.length][];
    for (int i = 0; i < TEXTS.length; i++) {
      expected[i] = reference.reference(TEXTS[i], References.sections(TEXTS[i].length));
      found[i] = new double[run[i].length];
      for (int label = 0; label < found[i].length; label++) {
        found[i][label] = run[i][label];
      }
    }
    return Differences.of(expected, found);
  }
}
