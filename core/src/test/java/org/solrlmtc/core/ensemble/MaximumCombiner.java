package org.solrlmtc.core.ensemble;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.settings.Settings;

/** The highest score of any member, a bit less for top concepts of the thesaurus: an added kind. */
final class MaximumCombiner implements ScoreCombiner {
  private final CombinerContext context;
  private final float factor;

  private MaximumCombiner(CombinerContext context, float factor) {
    this.context = context;
    this.factor = factor;
  }

  /** Opens it. */
  public static final class Provider implements ScoreCombinerProvider {
    @Override
    public String type() {
      return "maximum";
    }

    @Override
    public ScoreCombiner open(Settings settings, CombinerContext context) {
      return new MaximumCombiner(context, (float) settings.number("factor", 1));
    }
  }

  @Override
  public String type() {
    return "maximum";
  }

  @Override
  public LabelScores combine(CombinerInput input) {
    float[] best = new float[context.labels().size()];
    for (LabelScores member : input.scores()) {
      member.forEach(
          (label, score) -> {
            assertTrue(context.thesaurus().concept(context.labels().id(label)).isPresent());
            best[label] = Math.max(best[label], factor * score);
          });
    }
    return LabelScores.dense(context.labels(), best);
  }
}
