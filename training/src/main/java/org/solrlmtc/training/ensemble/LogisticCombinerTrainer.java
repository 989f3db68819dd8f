package org.solrlmtc.training.ensemble;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.solrlmtc.core.ensemble.LogisticCombiner;
import org.solrlmtc.core.ensemble.LogisticWeights;
import org.solrlmtc.core.ensemble.TermSet;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.TrainedModel;

/** Logistic regression over the members' log-odds, with separate weights for zero-shot labels. */
final class LogisticCombinerTrainer implements CombinerTrainer {
  static final String TYPE = LogisticCombiner.TYPE;

  private LogisticCombinerTrainer() {}

  /** It has no settings. */
  static CombinerTrainer read(Settings section) {
    return new LogisticCombinerTrainer();
  }

  @Override
  public boolean needsDev() {
    return true;
  }

  /** A combiner in which all members have equal weights. */
  static Map<String, Object> equalWeights(int members) {
    LogisticWeights equal = LogisticWeights.equal(TermSet.LINEAR, members);
    return LogisticCombiner.settings(equal, equal);
  }

  @Override
  public TrainedModel fit(CombinerTask task) throws IOException {
    LabelSet labels = task.training().labels();
    List<ScoredAct> acts =
        task.scoreDev((input, gold) -> ScoredAct.of(input.scores(), labels, gold));
    task.training().progress().stage("fitting weights");
    return TrainedModel.of(Weights.fit(task.members().size(), acts).toMap());
  }

  /**
   * The fitted weights.
   *
   * @param trained for labels that training acts have
   * @param unseen for zero-shot labels
   */
  record Weights(LogisticWeights trained, LogisticWeights unseen) {
    static Weights fit(int members, List<ScoredAct> acts) {
      return new Weights(
          new LogisticFit(
                  TermSet.QUADRATIC, members, acts.stream().map(ScoredAct::trained).toList())
              .fit(),
          // too few positives for more terms
          new LogisticFit(TermSet.LINEAR, members, acts.stream().map(ScoredAct::unseen).toList())
              .fit());
    }

    LogisticCombiner combiner(LabelSet labels, int members) {
      return new LogisticCombiner(labels, members, trained, unseen);
    }

    Map<String, Object> toMap() {
      return LogisticCombiner.settings(trained, unseen);
    }
  }
}
