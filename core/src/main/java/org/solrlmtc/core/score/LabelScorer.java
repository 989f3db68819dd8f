package org.solrlmtc.core.score;

import java.util.ArrayList;
import java.util.Collections;
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
   * Scores a batch: one result per act, in the order given. An act's scores do not depend on its
   * neighbours in the batch.
   *
   * @throws ScoringException when the batch cannot be scored; no partial result is returned
   */
  List<LabelScores> score(List<LegalAct> acts);

  /**
   * Whether a cascade asks it about candidates only. Such a scorer does less work for fewer labels.
   */
  default boolean scoresCandidates() {
    return false;
  }

  /**
   * Scores each act against its own candidates; the scores are those that {@link #score(List)}
   * gives, and all other labels have none.
   *
   * @param candidates for each act, indexes of labels in {@link #labels}, none twice
   * @throws ScoringException when the batch cannot be scored; no partial result is returned
   */
  default List<LabelScores> score(List<LegalAct> acts, List<int[]> candidates) {
    List<LabelScores> all = score(acts);
    List<LabelScores> some = new ArrayList<>(all.size());
    for (int act = 0; act < all.size(); act++) {
      some.add(all.get(act).only(candidates.get(act)));
    }
    return some;
  }

  /** Whether it can point at the text behind a label. */
  default boolean explains() {
    return false;
  }

  /**
   * The passages that carry each of these labels, strongest first. Those of one label do not
   * overlap; a label that nothing in the act speaks for has none.
   *
   * @param wanted indexes of labels in {@link #labels}
   * @param limit at most this many passages per label
   * @return the passages of each label, in the order given; none of a scorer that does not {@link
   *     #explains}
   */
  default List<List<Evidence>> explain(LegalAct act, int[] wanted, int limit) {
    return Collections.nCopies(wanted.length, List.of());
  }

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
