package org.solrlmtc.core.ensemble;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;

/**
 * Logistic regression over the members' scores, with separate weights for zero-shot labels. A label
 * gets no score if all its member scores are negligible.
 */
public final class LogisticCombiner implements ScoreCombiner {
  public static final String TYPE = "logistic";

  private final LabelSet labels;
  private final int members;
  private final LogisticWeights trained;
  private final LogisticWeights unseen;

  /**
   * @param trained weights for labels with training acts
   * @param unseen weights for zero-shot labels
   * @throws IllegalArgumentException if the weights are for another number of members
   */
  public LogisticCombiner(
      LabelSet labels, int members, LogisticWeights trained, LogisticWeights unseen) {
    this.labels = labels;
    this.members = members;
    this.trained = trained;
    this.unseen = unseen;
    trained.check(members);
    unseen.check(members);
  }

  /** The settings of such a combiner, as manifests hold them. */
  public static Map<String, Object> settings(LogisticWeights trained, LogisticWeights unseen) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("type", TYPE);
    map.put("trained", trained.toMap());
    map.put("unseen", unseen.toMap());
    return map;
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public LabelScores combine(CombinerInput input) {
    return combine(input.scores());
  }

  /** The scores of the whole ensemble for an act, which depend on the members' scores alone. */
  public LabelScores combine(List<LabelScores> memberScores) {
    float[][] byLabel = new float[labels.size()][];
    for (int i = 0; i < memberScores.size(); i++) {
      int member = i;
      memberScores
          .get(i)
          .forEach(
              (label, score) -> {
                if (!LogisticWeights.isNegligible(score)) {
                  if (byLabel[label] == null) {
                    byLabel[label] = new float[members];
                  }
                  byLabel[label][member] = score;
                }
              });
    }
    int[] indexes = new int[labels.size()];
    float[] scores = new float[labels.size()];
    int found = 0;
    for (int label = 0; label < byLabel.length; label++) {
      if (byLabel[label] != null) {
        indexes[found] = label;
        scores[found++] = weights(label).probability(byLabel[label], labels.trainingActs(label));
      }
    }
    return LabelScores.sparse(labels, Arrays.copyOf(indexes, found), Arrays.copyOf(scores, found));
  }

  @Override
  public double evidenceWeight(int member, int label) {
    return weights(label).memberWeight(member, members, labels.trainingActs(label));
  }

  private LogisticWeights weights(int label) {
    return labels.trainingActs(label) > 0 ? trained : unseen;
  }
}
