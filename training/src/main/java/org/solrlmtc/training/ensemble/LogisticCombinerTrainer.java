package org.solrlmtc.training.ensemble;

import java.util.List;
import java.util.Map;
import org.solrlmtc.core.ensemble.LogisticCombiner;
import org.solrlmtc.core.ensemble.LogisticWeights;
import org.solrlmtc.core.ensemble.TermSet;
import org.solrlmtc.core.settings.Settings;

/** Logistic regression over the members' log-odds, with separate weights for zero-shot labels. */
final class LogisticCombinerTrainer implements CombinerTrainer {
  static final String TYPE = LogisticCombiner.TYPE;

  private LogisticCombinerTrainer() {}

  /** It has no settings. */
  static CombinerTrainer read(Settings section) {
    return new LogisticCombinerTrainer();
  }

  @Override
  public Map<String, Object> equalWeights(int members) {
    LogisticWeights equal = LogisticWeights.equal(TermSet.LINEAR, members);
    return LogisticCombiner.settings(equal, equal);
  }

  @Override
  public Map<String, Object> fit(int members, List<ScoredAct> acts) {
    List<MemberScores> trained = acts.stream().map(ScoredAct::trained).toList();
    List<MemberScores> unseen = acts.stream().map(ScoredAct::unseen).toList();
    return LogisticCombiner.settings(
        new LogisticFit(TermSet.QUADRATIC, members, trained).fit(),
        // too few positives for more terms
        new LogisticFit(TermSet.LINEAR, members, unseen).fit());
  }
}
