package org.solrlmtc.core.score;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;

/**
 * The scores of one act: between 0 and 1 for some labels, 0 for all others. A label with score 0 is
 * not predicted and never appears in a ranking.
 */
public final class LabelScores {
  private final LabelSet labels;

  /** Label indexes of the scores; null when {@link #scores} holds every label in label order. */
  private final int[] indexes;

  private final float[] scores;
  private final Optional<Coverage> coverage;

  private LabelScores(LabelSet labels, int[] indexes, float[] scores, Optional<Coverage> coverage) {
    this.labels = labels;
    this.indexes = indexes;
    this.scores = scores;
    this.coverage = coverage;
  }

  private static LabelScores checked(LabelSet labels, int[] indexes, float[] scores) {
    for (float score : scores) {
      if (!(score >= 0f && score <= 1f)) {
        throw new IllegalArgumentException("a score must be between 0 and 1, not " + score);
      }
    }
    return new LabelScores(labels, indexes, scores, Optional.empty());
  }

  /** Scores of every label, in label order. The array is kept, not copied. */
  public static LabelScores dense(LabelSet labels, float[] scores) {
    if (scores.length != labels.size()) {
      throw new IllegalArgumentException(
          scores.length + " scores for " + labels.size() + " labels");
    }
    return checked(labels, null, scores);
  }

  /** Scores of some labels, each index at most once. The arrays are kept, not copied. */
  public static LabelScores sparse(LabelSet labels, int[] indexes, float[] scores) {
    if (scores.length != indexes.length) {
      throw new IllegalArgumentException(
          scores.length + " scores for " + indexes.length + " label indexes");
    }
    return checked(labels, indexes, scores);
  }

  public LabelSet labels() {
    return labels;
  }

  /** How much of the act the model knows; empty if its method has no vocabulary. */
  public Optional<Coverage> coverage() {
    return coverage;
  }

  /** The same scores of an act with this coverage. */
  public LabelScores withCoverage(Optional<Coverage> ofAct) {
    return new LabelScores(labels, indexes, scores, ofAct);
  }

  /** The scores of some labels; labels without a score are omitted. */
  LabelScores only(int[] wanted) {
    BitSet among = new BitSet(labels.size());
    for (int label : wanted) {
      among.set(label);
    }
    return only(among);
  }

  /** The scores of some labels, by index. */
  public LabelScores only(BitSet among) {
    int[] kept = new int[scores.length];
    float[] keptScores = new float[scores.length];
    int[] size = {0};
    forEach(
        (index, score) -> {
          if (among.get(index)) {
            kept[size[0]] = index;
            keptScores[size[0]++] = score;
          }
        });
    return sparse(labels, Arrays.copyOf(kept, size[0]), Arrays.copyOf(keptScores, size[0]))
        .withCoverage(coverage);
  }

  /** The scores of those labels that a smaller label set has, which are the first ones of this. */
  public LabelScores within(LabelSet first) {
    BitSet among = new BitSet(first.size());
    among.set(0, first.size());
    LabelScores some = only(among);
    return sparse(first, some.indexes, some.scores).withCoverage(coverage);
  }

  /** Visits every label that has a score, in no particular order. */
  public void forEach(ScoreVisitor visitor) {
    for (int i = 0; i < scores.length; i++) {
      if (scores[i] != 0f) {
        visitor.visit(indexes == null ? i : indexes[i], scores[i]);
      }
    }
  }

  /**
   * The expected F1 of the best number of labels if the scores are probabilities: the largest 2 x
   * (sum of the k best scores) / (k + sum of all scores). High if few labels are likely and all
   * others are unlikely, 0 if no label has a score.
   */
  public double expectedF1() {
    float[] sorted = scores.clone();
    Arrays.sort(sorted);
    double all = 0;
    for (float score : sorted) {
      all += score;
    }
    double best = 0;
    double sum = 0;
    for (int k = 1; k <= sorted.length && sorted[sorted.length - k] > 0; k++) {
      sum += sorted[sorted.length - k];
      best = Math.max(best, 2 * sum / (k + all));
    }
    return best;
  }

  /** Receives scores. */
  @FunctionalInterface
  public interface ScoreVisitor {
    /**
     * Visits the score of one label.
     *
     * @param index the label's index in the {@link LabelSet}
     */
    void visit(int index, float score);
  }

  /** The labels whose score is above their threshold, in rank order. */
  public List<ScoredLabel> above(ToDoubleFunction<String> threshold) {
    List<ScoredLabel> found = new ArrayList<>();
    forEach(
        (index, score) -> {
          String id = labels.id(index);
          if (score > threshold.applyAsDouble(id)) {
            found.add(new ScoredLabel(index, id, score));
          }
        });
    found.sort(null);
    return found;
  }

  /** The best {@code limit} labels in rank order. */
  public List<ScoredLabel> top(int limit) {
    return top(limit, index -> true);
  }

  /** The best {@code limit} of the labels whose index passes {@code among}, in rank order. */
  public List<ScoredLabel> top(int limit, IntPredicate among) {
    if (limit < 1) {
      throw new IllegalArgumentException("a ranking needs a limit of at least 1, not " + limit);
    }
    // the head of the queue is the worst label kept, the next to be removed
    PriorityQueue<ScoredLabel> best = new PriorityQueue<>(Comparator.reverseOrder());
    forEach(
        (index, score) -> {
          boolean tooLow = best.size() == limit && score < best.element().score();
          if (!tooLow && among.test(index)) {
            best.add(new ScoredLabel(index, labels.id(index), score));
            if (best.size() > limit) {
              best.remove();
            }
          }
        });
    List<ScoredLabel> ranked = new ArrayList<>(best);
    ranked.sort(null);
    return ranked;
  }
}
