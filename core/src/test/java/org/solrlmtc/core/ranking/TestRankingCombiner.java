package org.solrlmtc.core.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.ensemble.CombinerContext;
import org.solrlmtc.core.ensemble.CombinerInput;
import org.solrlmtc.core.ensemble.LogisticCombiner;
import org.solrlmtc.core.ensemble.LogisticWeights;
import org.solrlmtc.core.ensemble.TermSet;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.Neighbourhood;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.fixtures.TinyThesaurus;

class TestRankingCombiner {
  private static final LabelSet LABELS =
      new LabelSet(List.of("a", "b", "c", "d", "e"), new int[] {1, 2, 3, 4, 5});
  private static final Thesaurus THESAURUS = TinyThesaurus.named(LABELS.ids());

  /** Two candidates; the trees prefer labels with few training acts. */
  private static RankingCombiner combiner() {
    CombinerContext context = new CombinerContext(List.of("one"), LABELS, THESAURUS, Path::of);
    LabelNames names = new LabelNames(LABELS, THESAURUS);
    Set<FeatureGroup> without = EnumSet.complementOf(EnumSet.of(FeatureGroup.FREQUENCY));
    int[] acts = {1, 2, 3, 4, 5};
    LabelStatistics statistics =
        new LabelStatistics(
            9, List.of(), new int[0], acts, new int[5][0], new int[5][0], new float[5][0]);
    CandidateFeatures features = new CandidateFeatures(context, names, statistics, 2, without);
    LogisticWeights equal = LogisticWeights.equal(TermSet.LINEAR, 1);
    return new RankingCombiner(
        LABELS,
        names,
        new LogisticCombiner(LABELS, 1, equal, equal),
        features,
        new TreeEnsemble(
            features.names(),
            1,
            0,
            new short[] {0},
            new float[] {(float) Math.log1p(1.5)},
            new float[] {2, -2}));
  }

  @Test
  void treesRankTheCandidatesAndTheMixtureTheLabelsBehindThem() {
    LabelScores member = LabelScores.dense(LABELS, new float[] {0.5f, 0.9f, 0.4f, 0.1f, 0});
    LabelScores scores =
        combiner()
            .combine(
                new CombinerInput(
                    LegalAct.ofText("x", "text"), List.of(member), Neighbourhood.NONE));
    List<ScoredLabel> ranked = scores.top(9);
    assertEquals(List.of("a", "b", "c", "d"), ranked.stream().map(ScoredLabel::id).toList());
    assertEquals(1 / (1 + Math.exp(-2)), ranked.get(0).score(), 1e-6);
    assertEquals(1 / (1 + Math.exp(2)), ranked.get(1).score(), 1e-6);
    assertEquals(0.4 * ranked.get(1).score(), ranked.get(2).score(), 1e-6);
    assertTrue(ranked.get(3).score() > 0);
  }

  @Test
  void anActThatNoMemberScoresGetsNoLabel() {
    LabelScores none = LabelScores.sparse(LABELS, new int[0], new float[0]);
    CombinerInput input =
        new CombinerInput(LegalAct.ofText("x", ""), List.of(none), Neighbourhood.NONE);
    assertEquals(List.of(), combiner().combine(input).top(9));
  }
}
