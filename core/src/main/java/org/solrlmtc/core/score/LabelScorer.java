package org.solrlmtc.core.score;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.solrlmtc.core.act.LegalAct;

/**
 * Scores acts against a model's labels. Thread-safe: one scorer serves all threads of a process.
 * Closing it releases its resources; scoring after that is an error.
 */
public interface LabelScorer extends AutoCloseable {

  /** The labels of this scorer, in the order of its scores. */
  LabelSet labels();

  /**
   * Scores a batch: one result per act, in the order given. An act's scores do not depend on its
   * neighbours in the batch.
   *
   * @throws ScoringException when the batch cannot be scored; no partial result is returned
   */
  List<LabelScores> score(List<LegalAct> acts);

  /**
   * Whether a cascade lets it score candidate labels only. Such a scorer does less work for fewer
   * labels.
   */
  default boolean scoresCandidates() {
    return false;
  }

  /**
   * Scores the candidate labels of each act. Their scores are those of {@link #score(List)}; all
   * other labels have none.
   *
   * @param candidates for each act, indexes of labels in {@link #labels}, without repetitions
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

  /** Whether {@link #explain} or {@link #similarActs} finds something. */
  default boolean explains() {
    return false;
  }

  /**
   * The passages that contribute most to each of these labels, strongest first. Passages of one
   * label do not overlap. A label without contributing passages has an empty list.
   *
   * @param wanted indexes of labels in {@link #labels}
   * @param limit maximum number of passages per label
   * @return the passages of each label, in the order given; empty lists if {@link #explains} is
   *     false
   */
  default List<List<Evidence>> explain(LegalAct act, int[] wanted, int limit) {
    return Collections.nCopies(wanted.length, List.of());
  }

  /**
   * The known acts whose labels contribute most to each of these labels, most similar first.
   *
   * @param wanted indexes of labels in {@link #labels}
   * @param limit maximum number of acts per label
   * @return the acts of each label, in the order given; empty lists if it does not compare acts
   */
  default List<List<SimilarAct>> similarActs(LegalAct act, int[] wanted, int limit) {
    return Collections.nCopies(wanted.length, List.of());
  }

  /** The part of this scorer that learns acts without training; empty if none does. */
  default Optional<LearningScorer> learning() {
    return Optional.empty();
  }

  /** The device of its inference: {@code cpu}, or another one that the scorer was opened on. */
  default String device() {
    return "cpu";
  }

  /** The best number of acts, of similar length, per call. */
  default int batchSize() {
    return 1;
  }

  @Override
  void close();
}
