package org.solrlmtc.training.neural.loss;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.tensor.Torch;

/** Compares losses with their formulas in double, and gradients with numerical differentiation. */
class TestLosses {
  private static final int LABELS = 6;
  private static final int ACTS = 5;
  private static final double DELTA = 1e-5;

  private final Torch torch = new Torch(Torch.DeviceChoice.CPU, 1, note -> {});
  private final double[] logits = new double[LABELS * ACTS];
  private final float[] gold = new float[LABELS * ACTS];
  private final double[] weights = {1, 1, 4, 7.5, 1, 50};

  TestLosses() {
    Random random = new Random(3);
    for (int i = 0; i < logits.length; i++) {
      logits[i] = (float) (3 * random.nextGaussian());
      int act = i % ACTS;
      // one act without gold labels, one with all
      gold[i] = act == 0 ? 0 : act == 1 ? 1 : random.nextInt(3) == 0 ? 1 : 0;
    }
  }

  static Stream<Loss> losses() {
    return Stream.of(
        Loss.STANDARD,
        new AsymmetricLoss(0, 4, 0.05),
        new AsymmetricLoss(1, 2, 0),
        new AsymmetricLoss(0.5, 0.5, 0.2),
        new AsymmetricLoss(0, 0, 0),
        new ZlprLoss());
  }

  /** The published formula. */
  private double reference(Loss loss, double[] z) {
    double sum = 0;
    for (int act = 0; act < ACTS; act++) {
      double goldSum = 1;
      double otherSum = 1;
      for (int label = 0; label < LABELS; label++) {
        int i = label * ACTS + act;
        double p = 1 / (1 + Math.exp(-z[i]));
        goldSum += gold[i] == 1 ? weights[label] * Math.exp(-z[i]) : 0;
        otherSum += gold[i] == 1 ? 0 : weights[label] * Math.exp(z[i]);
        if (loss instanceof AsymmetricLoss focus) {
          double q = Math.max(0, p - focus.margin());
          sum -=
              weights[label]
                  * (gold[i] == 1
                      ? Math.pow(1 - p, focus.positiveFocus()) * Math.log(p)
                      : q == 0 ? 0 : Math.pow(q, focus.negativeFocus()) * Math.log(1 - q));
        } else if (loss instanceof BinaryCrossEntropy) {
          sum -= weights[label] * Math.log(gold[i] == 1 ? p : 1 - p);
        }
      }
      sum += loss instanceof ZlprLoss ? Math.log(goldSum) + Math.log(otherSum) : 0;
    }
    return sum;
  }

  private Loss.Computed compute(Loss loss, double... z) {
    float[] floats = new float[z.length];
    float[] ofLabels = new float[LABELS];
    for (int i = 0; i < z.length; i++) {
      floats[i] = (float) z[i];
      ofLabels[i / ACTS] = (float) weights[i / ACTS];
    }
    Tensor given = torch.of(floats, LABELS, ACTS);
    Loss.Computed computed =
        loss.compute(given, torch.of(gold, LABELS, ACTS), torch.of(ofLabels, LABELS, 1));
    float[] after = Torch.toArray(given);
    for (int i = 0; i < after.length; i++) {
      assertEquals(floats[i], after[i], "logits are not changed");
    }
    return computed;
  }

  @ParameterizedTest
  @MethodSource("losses")
  void valuesAreThoseOfTheFormula(Loss loss) {
    double expected = reference(loss, logits);
    assertEquals(expected, compute(loss, logits).value(), 1e-5 * expected);
  }

  @ParameterizedTest
  @MethodSource("losses")
  void gradientsAreTheSlopesOfTheFormula(Loss loss) {
    float[] found = Torch.toArray(compute(loss, logits).gradient());
    for (int i = 0; i < logits.length; i++) {
      double[] above = logits.clone();
      double[] below = logits.clone();
      above[i] += DELTA;
      below[i] -= DELTA;
      double slope = (reference(loss, above) - reference(loss, below)) / (2 * DELTA);
      assertEquals(slope, found[i], 1e-4 * Math.max(1, Math.abs(slope)), loss + " " + i);
    }
  }

  @ParameterizedTest
  @MethodSource("losses")
  void hugeLogitsHaveFiniteGradients(Loss loss) {
    for (double size : new double[] {30, 100, 1000}) {
      double[] huge = new double[logits.length];
      for (int i = 0; i < huge.length; i++) {
        huge[i] = i % 2 == 0 ? size : -size;
      }
      Loss.Computed computed = compute(loss, huge);
      assertTrue(Double.isFinite(computed.value()), loss + " " + computed.value());
      for (float slope : Torch.toArray(computed.gradient())) {
        assertTrue(Float.isFinite(slope), loss + " " + slope);
      }
    }
  }

  @Test
  void withoutFocusTheAsymmetricLossIsBinaryCrossEntropy() {
    float[] one = Torch.toArray(compute(Loss.STANDARD, logits).gradient());
    float[] other = Torch.toArray(compute(new AsymmetricLoss(0, 0, 0), logits).gradient());
    for (int i = 0; i < one.length; i++) {
      assertEquals(one[i], other[i], 1e-4 * Math.max(1, Math.abs(one[i])));
    }
  }

  @Test
  void recipesNameLosses() {
    assertEquals(Loss.STANDARD, Loss.read(new Settings("loss", Map.of())));
    assertEquals(new ZlprLoss(), Loss.read(new Settings("loss", Map.of("type", "zlpr"))));
    assertEquals(
        new AsymmetricLoss(0, 4, 0.1),
        Loss.read(new Settings("loss", Map.of("type", "asymmetric", "margin", 0.1))));
  }
}
