package org.solrlmtc.core.eval;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Counts of one group, integers only, so that the results do not depend on the order or grouping of
 * the acts.
 *
 * <p>The ranking measures of an act depend only on its number of gold labels and on the ranks of
 * its hits, and are sums over those hits. So their means follow exactly from the number of acts
 * with G gold labels and a hit at rank R.
 */
final class GroupTally {

  /** Hits of the acts with the same number of gold labels; those at rank 1 have index 0. */
  private static final class HitRow {
    private long acts;
    private final long[] hits;

    private HitRow(int depth) {
      this.hits = new long[depth];
    }
  }

  /** Counts of the hierarchy-aware measures. */
  private static final class HierarchyTally {
    private final DecisionTally decisions = new DecisionTally();
    private final long[] credits;

    private HierarchyTally(int ks) {
      this.credits = new long[ks];
    }
  }

  private final EvaluationSettings settings;
  private final TreeMap<Integer, HitRow> rows = new TreeMap<>();
  private final DecisionTally decisions = new DecisionTally();
  private final Optional<HierarchyTally> hierarchy;

  GroupTally(EvaluationSettings settings) {
    this.settings = settings;
    this.hierarchy = settings.ancestors().map(any -> new HierarchyTally(settings.ks().size()));
  }

  void add(GroupOutcome outcome) {
    decisions.add(outcome.decisions(), 1);
    if (outcome.gold() > 0) {
      HitRow row = row(outcome.gold());
      row.acts++;
      for (int rank : outcome.hitRanks()) {
        row.hits[rank - 1]++;
      }
    }
    hierarchy.ifPresent(
        tally -> {
          GroupOutcome.HierarchyOutcome above = outcome.hierarchy().orElseThrow();
          tally.decisions.add(above.decisions(), 1);
          for (int i = 0; i < tally.credits.length; i++) {
            tally.credits[i] += FixedPoint.of(above.credits()[i]);
          }
        });
  }

  void merge(GroupTally other) {
    other.rows.forEach((gold, row) -> addRow(gold, row.acts, row.hits));
    decisions.merge(other.decisions);
    hierarchy.ifPresent(
        tally -> {
          HierarchyTally others = other.hierarchy.orElseThrow();
          tally.decisions.merge(others.decisions);
          addTo(tally.credits, others.credits);
        });
  }

  /** Acts with at least one gold label in the group: the means are over them. */
  long acts() {
    return rows.values().stream().mapToLong(row -> row.acts).sum();
  }

  DecisionTally decisions() {
    return decisions;
  }

  /** The ranking measures at a K of at most the settings' depth. */
  RankingScores at(int k) {
    long allHits = 0;
    double recall = 0;
    double rPrecision = 0;
    double ndcg = 0;
    for (Map.Entry<Integer, HitRow> entry : rows.entrySet()) {
      int gold = entry.getKey();
      long hits = 0;
      double gain = 0;
      for (int rank = 1; rank <= k; rank++) {
        long atRank = entry.getValue().hits[rank - 1];
        hits += atRank;
        gain += atRank * DiscountedGain.discount(rank);
      }
      allHits += hits;
      recall += (double) hits / gold;
      rPrecision += (double) hits / Math.min(k, gold);
      ndcg += gain / DiscountedGain.ideal(Math.min(k, gold));
    }
    double acts = acts();
    return new RankingScores(
        k, allHits / (k * acts), recall / acts, rPrecision / acts, ndcg / acts);
  }

  /** The hierarchy-aware measures, when the settings have a hierarchy. */
  Optional<HierarchyScores> hierarchyScores() {
    return hierarchy.map(
        tally -> {
          TreeMap<Integer, Double> rPrecision = new TreeMap<>();
          for (int i = 0; i < tally.credits.length; i++) {
            rPrecision.put(settings.ks().get(i), FixedPoint.toDouble(tally.credits[i]) / acts());
          }
          return new HierarchyScores(tally.decisions.micro(), rPrecision);
        });
  }

  void write(CountState state, String key) {
    rows.forEach(
        (gold, row) -> {
          long[] counts = new long[1 + row.hits.length];
          counts[0] = row.acts;
          System.arraycopy(row.hits, 0, counts, 1, row.hits.length);
          state.put(key + "/hits/" + gold, counts);
        });
    decisions.write(state, key + "/decisions");
    hierarchy.ifPresent(
        tally -> {
          tally.decisions.write(state, key + "/hierarchy/decisions");
          state.put(key + "/hierarchy/credits", tally.credits);
        });
  }

  void read(CountState state, String key) {
    for (String gold : state.below(key + "/hits/").keySet()) {
      long[] counts = state.counts(key + "/hits/" + gold, 1 + settings.depth());
      addRow(Integer.parseInt(gold), counts[0], Arrays.copyOfRange(counts, 1, counts.length));
    }
    decisions.read(state, key + "/decisions");
    hierarchy.ifPresent(
        tally -> {
          tally.decisions.read(state, key + "/hierarchy/decisions");
          addTo(tally.credits, state.counts(key + "/hierarchy/credits", tally.credits.length));
        });
  }

  private void addRow(int gold, long acts, long[] hits) {
    HitRow row = row(gold);
    row.acts += acts;
    addTo(row.hits, hits);
  }

  private HitRow row(int gold) {
    return rows.computeIfAbsent(gold, key -> new HitRow(settings.depth()));
  }

  private static void addTo(long[] sums, long[] addends) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] = Math.addExact(sums[i], addends[i]);
    }
  }
}
