package org.solrlmtc.core.bundle;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.Evidence;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.LearningScorer;
import org.solrlmtc.core.score.SimilarAct;

/**
 * A scorer without the labels that were removed after training. Inside the model they stay, so that
 * the scores of all others are what they were.
 */
record AssignedLabels(LabelScorer scorer, BitSet assigned) implements LabelScorer {
  @Override
  public LabelSet labels() {
    return scorer.labels();
  }

  @Override
  public List<LabelScores> score(List<LegalAct> acts) {
    return only(scorer.score(acts));
  }

  @Override
  public boolean scoresCandidates() {
    return scorer.scoresCandidates();
  }

  @Override
  public List<LabelScores> score(List<LegalAct> acts, List<int[]> candidates) {
    return only(scorer.score(acts, candidates));
  }

  private List<LabelScores> only(List<LabelScores> all) {
    return all.stream().map(scores -> scores.only(assigned)).toList();
  }

  @Override
  public boolean explains() {
    return scorer.explains();
  }

  @Override
  public List<List<Evidence>> explain(LegalAct act, int[] wanted, int limit) {
    return scorer.explain(act, wanted, limit);
  }

  @Override
  public List<List<SimilarAct>> similarActs(LegalAct act, int[] wanted, int limit) {
    return scorer.similarActs(act, wanted, limit);
  }

  @Override
  public Optional<LearningScorer> learning() {
    return scorer.learning();
  }

  @Override
  public String device() {
    return scorer.device();
  }

  @Override
  public int batchSize() {
    return scorer.batchSize();
  }

  @Override
  public void close() {
    scorer.close();
  }
}
