package org.solrlmtc.core.ranking;

import java.util.EnumSet;
import java.util.Set;
import org.solrlmtc.core.ensemble.CombinerContext;
import org.solrlmtc.core.ensemble.LogisticCombiner;
import org.solrlmtc.core.ensemble.LogisticCombinerProvider;
import org.solrlmtc.core.ensemble.ScoreCombinerProvider;
import org.solrlmtc.core.settings.SettingChecks;
import org.solrlmtc.core.settings.Settings;

/** Opens combiners of the type {@code ranking}. */
public final class RankingCombinerProvider implements ScoreCombinerProvider {
  /** The default number of candidates. */
  public static final int DEFAULT_CANDIDATES = 60;

  @Override
  public String type() {
    return RankingCombiner.TYPE;
  }

  @Override
  public RankingCombiner open(Settings settings, CombinerContext context) {
    int candidates = readCandidates(settings);
    Set<FeatureGroup> without = readWithout(settings);
    Settings section = settings.section("mixture");
    section.text("type", LogisticCombiner.TYPE);
    LogisticCombiner mixture = new LogisticCombinerProvider().open(section, context);
    section.finish();
    LabelNames names =
        new LabelNames(
            context.labels(),
            context.thesaurus(),
            settings.flag("wordVectors", false)
                ? WordSpace.read(context.files().apply(RankingCombiner.WORDS))
                : WordSpace.EMPTY);
    LabelStatistics statistics =
        LabelStatistics.read(
                context.files().apply(RankingCombiner.STATISTICS), context.labels().trainedSize())
            .withUnseen(context.labels().size() - context.labels().trainedSize());
    return new RankingCombiner(
        context.labels(),
        names,
        mixture,
        new CandidateFeatures(context, names, statistics, candidates, without),
        TreeEnsemble.read(context.files().apply(RankingCombiner.TREES)));
  }

  /** Takes the number of candidates out of a recipe or manifest. */
  public static int readCandidates(Settings settings) {
    return SettingChecks.atLeast(
        "candidates", settings.integer("candidates", DEFAULT_CANDIDATES), 1);
  }

  /** Takes the groups of features that are left out from a recipe or manifest. */
  public static Set<FeatureGroup> readWithout(Settings settings) {
    Set<FeatureGroup> without = EnumSet.noneOf(FeatureGroup.class);
    settings.textsOrIntegers("without").forEach(key -> without.add(FeatureGroup.parse(key)));
    return without;
  }
}
