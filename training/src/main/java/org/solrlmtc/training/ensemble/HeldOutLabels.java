package org.solrlmtc.training.ensemble;

import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.training.data.Fold;

/**
 * Labels that the members of a fold are not trained on, with all their acts: for these members they
 * are like labels that no training act has, and the ranking learns what to make of the members'
 * scores for such labels. Only rare labels, because those that no act has are rare, too.
 */
final class HeldOutLabels {
  private static final int MAX_TRAINING_ACTS = 20;

  private HeldOutLabels() {}

  /** Other ones for each fold. */
  static Set<String> of(LabelSet labels, double share, Fold fold, int seed) {
    SplittableRandom random = new SplittableRandom(31L * seed + fold.number());
    Set<String> heldOut = new TreeSet<>();
    for (int label = 0; label < labels.size(); label++) {
      int acts = labels.trainingActs(label);
      if (acts > 0 && acts <= MAX_TRAINING_ACTS && random.nextDouble() < share) {
        heldOut.add(labels.id(label));
      }
    }
    return heldOut;
  }
}
