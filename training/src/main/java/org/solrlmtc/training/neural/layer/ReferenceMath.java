package org.solrlmtc.training.neural.layer;

import java.util.Arrays;

/** Functions of reference computations, in double precision. */
public final class ReferenceMath {
  private ReferenceMath() {}

  public static double[] softmax(double[] scores) {
    double largest = Arrays.stream(scores).max().orElseThrow();
    double[] shares = new double[scores.length];
    double sum = 0;
    for (int i = 0; i < shares.length; i++) {
      shares[i] = Math.exp(scores[i] - largest);
      sum += shares[i];
    }
    for (int i = 0; i < shares.length; i++) {
      shares[i] /= sum;
    }
    return shares;
  }

  public static double sigmoid(double logit) {
    return 1 / (1 + Math.exp(-logit));
  }
}
