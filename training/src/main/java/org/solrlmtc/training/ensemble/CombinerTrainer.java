package org.solrlmtc.training.ensemble;

import java.io.IOException;
import org.solrlmtc.training.TrainedModel;

/**
 * Fits one type of score combiner, which combines the scores of all members. It is configured by
 * the section {@code combiner} of an ensemble's recipe, and returns the section {@code combiner} of
 * the manifest, including the type. A new type is one class and one line in {@link
 * CombinerTrainers}.
 */
interface CombinerTrainer {
  /** Whether it is fitted on development acts. Without them, all members get equal weights. */
  boolean needsDev();

  /** Fits the combiner. */
  TrainedModel fit(CombinerTask task) throws IOException;
}
