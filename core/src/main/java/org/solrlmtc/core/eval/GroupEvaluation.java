package org.solrlmtc.core.eval;

import java.util.List;
import java.util.Optional;

/**
 * The results on one group's labels. Gold labels, rankings and assigned labels were all restricted
 * to the group first.
 *
 * @param acts those with at least one gold label in the group: means over acts are over them
 * @param labels those with at least one gold act: macro means are over them
 * @param rankings one entry per K, for every K from 1 to {@link EvaluationSettings#depth}
 * @param micro over all decisions, those on acts without gold labels in the group included
 * @param macro per label, then the mean over labels with a gold act; its F1 is the mean of F1s
 * @param perAct per act, then the mean over acts with gold labels in the group
 * @param hierarchy present when the settings have a hierarchy
 */
public record GroupEvaluation(
    EvaluationGroup group,
    long acts,
    int labels,
    List<RankingScores> rankings,
    DecisionScores micro,
    DecisionScores macro,
    DecisionScores perAct,
    Optional<HierarchyScores> hierarchy) {

  public GroupEvaluation {
    rankings = List.copyOf(rankings);
  }

  /**
   * The ranking measures at a cut-off.
   *
   * @throws IllegalArgumentException if rankings were not evaluated to that depth
   */
  public RankingScores at(int k) {
    if (k < 1 || k > rankings.size()) {
      throw new IllegalArgumentException(
          "rankings were evaluated to K = " + rankings.size() + ", so there is no K = " + k);
    }
    return rankings.get(k - 1);
  }

  /** The value of a measure, whatever the measure's own group. */
  double value(Measure.Kind kind, int k) {
    return switch (kind) {
      case PRECISION_AT_K -> at(k).precision();
      case RECALL_AT_K -> at(k).recall();
      case R_PRECISION_AT_K -> at(k).rPrecision();
      case NDCG_AT_K -> at(k).ndcg();
      case ACT_PRECISION -> perAct.precision();
      case ACT_RECALL -> perAct.recall();
      case ACT_F1 -> perAct.f1();
      case MICRO_PRECISION -> micro.precision();
      case MICRO_RECALL -> micro.recall();
      case MICRO_F1 -> micro.f1();
      case MACRO_PRECISION -> macro.precision();
      case MACRO_RECALL -> macro.recall();
      case MACRO_F1 -> macro.f1();
      case HIERARCHICAL_R_PRECISION_AT_K -> hierarchicalRPrecision(k);
      case HIERARCHICAL_PRECISION -> withHierarchy().micro().precision();
      case HIERARCHICAL_RECALL -> withHierarchy().micro().recall();
      case HIERARCHICAL_F1 -> withHierarchy().micro().f1();
    };
  }

  private double hierarchicalRPrecision(int k) {
    Double value = withHierarchy().rPrecisionByK().get(k);
    if (value == null) {
      throw new IllegalArgumentException(
          "hierarchy-aware measures were computed at K = "
              + withHierarchy().rPrecisionByK().keySet()
              + " only, not at "
              + k);
    }
    return value;
  }

  private HierarchyScores withHierarchy() {
    return hierarchy.orElseThrow(
        () ->
            new IllegalArgumentException(
                "hierarchy-aware measures need a thesaurus, and the evaluation had none"));
  }
}
