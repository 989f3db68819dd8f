package org.solrlmtc.core.score;

import java.util.stream.IntStream;

/**
 * The most similar known acts of an act, with their labels.
 *
 * @param similarities between 0 and 1, largest first
 * @param labels per neighbour, indexes of its labels in a {@link LabelSet}
 */
public record Neighbourhood(float[] similarities, int[][] labels) {
  /** No known act is similar. */
  public static final Neighbourhood NONE = new Neighbourhood(new float[0], new int[0][]);

  public Neighbourhood {
    if (similarities.length != labels.length) {
      throw new IllegalArgumentException(
          similarities.length + " similarities of " + labels.length + " neighbours");
    }
  }

  /** The same neighbours, with those of their labels whose indexes are below a number. */
  public Neighbourhood within(int labelCount) {
    int[][] fewer = new int[size()][];
    for (int i = 0; i < fewer.length; i++) {
      fewer[i] = IntStream.of(labels[i]).filter(label -> label < labelCount).toArray();
    }
    return new Neighbourhood(similarities, fewer);
  }

  /** The number of neighbours. */
  public int size() {
    return similarities.length;
  }

  /** The similarity of the nearest neighbour; 0 if there is none. */
  public float nearest() {
    return size() == 0 ? 0 : similarities[0];
  }

  /** The mean number of labels of the nearest neighbours; 0 if there is none. */
  public float meanLabels(int neighbours) {
    int counted = Math.min(neighbours, size());
    int sum = 0;
    for (int i = 0; i < counted; i++) {
      sum += labels[i].length;
    }
    return counted == 0 ? 0 : (float) sum / counted;
  }

  /**
   * The weight of each neighbour in a vote: its similarity to a power, scaled so that all weights
   * sum up to 1.
   */
  public float[] weights(double power) {
    float[] weights = new float[size()];
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      // relative to the nearest, so that a high power does not underflow
      weights[i] = (float) Math.pow(similarities[i] / similarities[0], power);
      sum += weights[i];
    }
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (float) (weights[i] / sum);
    }
    return weights;
  }
}
