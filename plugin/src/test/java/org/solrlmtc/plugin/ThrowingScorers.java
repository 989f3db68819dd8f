package org.solrlmtc.plugin;

import java.util.List;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.ScorerProvider;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoringException;

/**
 * A method whose scorer fails on every act that speaks of trouble, and finds milk in all others.
 */
public final class ThrowingScorers implements ScorerProvider {
  static final String METHOD = "throwing";

  /** A version that opens well and fails on every act. */
  static final String BROKEN = "broken";

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public LabelScorer open(ModelBundle bundle) {
    boolean broken = bundle.manifest().version().equals(BROKEN);
    return new LabelScorer() {
      @Override
      public LabelSet labels() {
        return bundle.labels();
      }

      @Override
      public List<LabelScores> score(List<LegalAct> acts) {
        if (broken || acts.stream().anyMatch(act -> act.header().contains("trouble"))) {
          throw new ScoringException("the tensor caught fire");
        }
        return acts.stream()
            .map(act -> LabelScores.sparse(labels(), new int[] {0}, new float[] {0.9f}))
            .toList();
      }

      @Override
      public void close() {}
    };
  }
}
