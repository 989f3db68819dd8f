package org.solrlmtc.training.tune;

import java.util.List;
import org.solrlmtc.core.score.LabelScores;

/**
 * Scores of acts by models that did not see them: the acts are divided into folds, and those of a
 * fold are scored by a model that was fitted on all others.
 *
 * @param folds number of folds
 * @param scores of each act, in the order of the split
 */
public record CrossFitted(int folds, List<LabelScores> scores) {
  public CrossFitted {
    scores = List.copyOf(scores);
  }
}
