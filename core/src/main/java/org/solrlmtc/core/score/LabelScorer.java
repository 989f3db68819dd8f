package org.solrlmtc.core.score;

import java.util.List;
import org.solrlmtc.core.act.LegalAct;

/**
 * Scores acts against a model's labels. Thread-safe: one scorer serves all threads of a process.
 * Closing it releases what it holds; scoring after that is an error.
 */
public interface LabelScorer extends AutoCloseable {

  /** The labels this scorer knows, in the order its scores use. */
  LabelSet labels();

  /**
   * Scores a batch: one result an act, in the order given. An act's scores do not depend on its
   * neighbours in the batch.
   *
   * @throws ScoringException when the batch cannot be scored; no partial result is returned
   */
  List<LabelScores> score(List<LegalAct> acts);

  /** Where it computes: {@code cpu}, or what else the scorer was opened on. */
  default String device() {
    return "cpu";
  }

  /** How many acts, of like length, it scores best in one call. */
  default int batch() {
    return 1;
  }

  @Override
  void close();
}
