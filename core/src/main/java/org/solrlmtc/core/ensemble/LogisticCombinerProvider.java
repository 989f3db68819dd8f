package org.solrlmtc.core.ensemble;

import org.solrlmtc.core.settings.Settings;

/** Opens combiners of the type {@code logistic}. */
public final class LogisticCombinerProvider implements ScoreCombinerProvider {
  @Override
  public String type() {
    return LogisticCombiner.TYPE;
  }

  @Override
  public LogisticCombiner open(Settings settings, CombinerContext context) {
    return new LogisticCombiner(
        context.labels(),
        context.members().size(),
        LogisticWeights.read(settings.section("trained")),
        LogisticWeights.read(settings.section("unseen")));
  }
}
