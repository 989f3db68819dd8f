package org.solrlmtc.plugin;

import java.util.List;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.ScorerProvider;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoringException;

/** A method whose bundles open well and score nothing. */
public final class FailingScorers implements ScorerProvider {
  static final String METHOD = "failing";

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public LabelScorer open(ModelBundle bundle) {
    return new LabelScorer() {
      @Override
      public LabelSet labels() {
        return bundle.labels();
      }

      @Override
      public List<LabelScores> score(List<LegalAct> acts) {
        throw new ScoringException("out of order");
      }

      @Override
      public void close() {}
    };
  }
}
