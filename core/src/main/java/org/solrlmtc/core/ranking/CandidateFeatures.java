package org.solrlmtc.core.ranking;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.solrlmtc.core.ensemble.CombinerContext;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoredLabel;

/** Selects the candidate labels of an act and computes their features. Thread-safe. */
public final class CandidateFeatures {
  /** Every member's best labels are candidates, too: this part of the number of candidates. */
  private static final int MEMBER_PART = 6;

  /** So that zero-shot labels have a chance, however small their scores are. */
  private static final int ZERO_SHOT = 5;

  private final int candidates;
  private final LabelStatistics statistics;
  private final List<FeatureSource> sources;
  private final int allLabels;
  private final List<String> names;

  /**
   * @param candidates number of candidate labels by the mixture of the members
   * @param statistics of the acts that the members were trained on
   * @param without groups of features that are not computed
   */
  public CandidateFeatures(
      CombinerContext ensemble,
      LabelNames labelNames,
      LabelStatistics statistics,
      int candidates,
      Set<FeatureGroup> without) {
    LabelSet labels = ensemble.labels();
    this.candidates = candidates;
    this.statistics = statistics;
    this.allLabels = labels.size();
    this.sources =
        Stream.of(
                new MemberFeatures(ensemble.members()),
                new NeighbourFeatures(),
                new CooccurrenceFeatures(statistics),
                new FrequencyFeatures(statistics),
                new TypeFeatures(statistics),
                new ThesaurusFeatures(new LabelPlaces(labels, ensemble.thesaurus())),
                new NameFeatures(labelNames),
                new SimilarityFeatures(labelNames),
                new ActFeatures())
            .filter(source -> !without.contains(source.group()))
            .filter(source -> labelNames.hasSpace() || source.group() != FeatureGroup.SIMILARITY)
            .toList();
    this.names = sources.stream().flatMap(source -> source.names().stream()).toList();
    if (names.isEmpty()) {
      throw new IllegalArgumentException(
          "the setting 'without' leaves no feature: take a group out of it");
    }
  }

  /** The names of the features, in the order of a row. */
  public List<String> names() {
    return names;
  }

  /**
   * The candidates of an act: the best labels of the mixture, of each member, and of the zero-shot
   * labels.
   *
   * @param mixture the mixture of the members' scores
   */
  public Candidates of(RankingInput input, LabelScores mixture) {
    Set<Integer> chosen = new LinkedHashSet<>();
    add(mixture.top(candidates), chosen);
    int ofMember = Math.max(1, candidates / MEMBER_PART);
    input.scores().forEach(scores -> add(scores.top(ofMember), chosen));
    add(mixture.top(ZERO_SHOT, label -> statistics.trainingActs(label) == 0), chosen);
    int[] labels = chosen.stream().mapToInt(Integer::intValue).toArray();
    CandidateContext context = new CandidateContext(input, labels, mixture, allLabels);
    int width = names.size();
    float[] rows = new float[labels.length * width];
    int column = 0;
    for (FeatureSource source : sources) {
      source.fill(context, rows, width, column);
      column += source.names().size();
    }
    return new Candidates(labels, rows);
  }

  private static void add(List<ScoredLabel> best, Set<Integer> chosen) {
    best.forEach(label -> chosen.add(label.index()));
  }
}
