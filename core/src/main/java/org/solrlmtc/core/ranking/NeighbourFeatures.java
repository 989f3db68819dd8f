package org.solrlmtc.core.ranking;

import java.util.List;
import org.solrlmtc.core.score.Neighbourhood;

/** Votes of similar known acts. */
final class NeighbourFeatures implements FeatureSource {
  private static final double[] POWERS = {2, 8, 24};
  private static final int COUNTED = 10;
  private static final List<String> NAMES =
      List.of(
          "neighbours: vote, power 2",
          "neighbours: vote, power 8",
          "neighbours: vote, power 24",
          "neighbours: number with the label",
          "neighbours: similarity of the nearest with the label",
          "neighbours: position of the nearest with the label",
          "neighbours: similarity of the nearest",
          "neighbours: mean number of labels");

  @Override
  public FeatureGroup group() {
    return FeatureGroup.NEIGHBOURS;
  }

  @Override
  public List<String> names() {
    return NAMES;
  }

  @Override
  public void fill(CandidateContext candidates, float[] rows, int width, int column) {
    Neighbourhood neighbourhood = candidates.input.neighbourhood();
    float[][] weights = new float[POWERS.length][];
    for (int power = 0; power < POWERS.length; power++) {
      weights[power] = neighbourhood.weights(POWERS[power]);
    }
    float meanLabels = neighbourhood.meanLabels(COUNTED);
    for (int i = 0; i < candidates.size(); i++) {
      int at = i * width + column;
      rows[at + 5] = neighbourhood.size();
      rows[at + 6] = neighbourhood.nearest();
      rows[at + 7] = meanLabels;
    }
    for (int neighbour = 0; neighbour < neighbourhood.size(); neighbour++) {
      for (int label : neighbourhood.labels()[neighbour]) {
        int position = candidates.position(label);
        if (position < 0) {
          continue;
        }
        int at = position * width + column;
        for (int power = 0; power < POWERS.length; power++) {
          rows[at + power] += weights[power][neighbour];
        }
        if (rows[at + 3]++ == 0) {
          rows[at + 4] = neighbourhood.similarities()[neighbour];
          rows[at + 5] = neighbour;
        }
      }
    }
  }
}
