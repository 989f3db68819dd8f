package org.solrlmtc.core.linear;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.Evidence;
import org.solrlmtc.core.score.ExplainingScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoringException;
import org.solrlmtc.core.text.ActVector;
import org.solrlmtc.core.text.TextVectorizer;

/**
 * Scores acts by a linear model: the margin of a label is its bias plus the weights of the act's
 * n-grams, and its score the probability that the {@link Calibration} makes of the margin. The best
 * {@value #DEPTH} labels of an act are given, enough for any ranking within any group; an act with
 * no known word gets none.
 */
public final class LinearScorer implements ExplainingScorer {
  static final int DEPTH = 500;

  private final LabelSet labels;
  private final TextVectorizer vectorizer;
  private final WeightIndex weights;
  private final Calibration calibration;

  /** Rooms not in use; there are never more than there were threads scoring at once. */
  private final Queue<Room> rooms = new ConcurrentLinkedQueue<>();

  private volatile boolean closed;

  LinearScorer(
      LabelSet labels, TextVectorizer vectorizer, WeightIndex weights, Calibration calibration) {
    this.labels = labels;
    this.vectorizer = vectorizer;
    this.weights = weights;
    this.calibration = calibration;
  }

  @Override
  public LabelSet labels() {
    return labels;
  }

  @Override
  public List<LabelScores> score(List<LegalAct> acts) {
    List<LabelScores> scores = new ArrayList<>(acts.size());
    Room room = enter();
    for (LegalAct act : acts) {
      scores.add(score(act, room));
    }
    rooms.add(room);
    return scores;
  }

  private LabelScores score(LegalAct act, Room room) {
    vectorizer.vectorize(act, room.vector);
    if (room.vector.size() == 0) {
      return LabelScores.sparse(labels, new int[0], new float[0]);
    }
    addWeights(room);
    float[] margins = room.sums;
    int depth = Math.min(DEPTH, margins.length);
    float least = room.largest(depth);
    int[] indexes = new int[depth];
    float[] scores = new float[depth];
    int kept = 0;
    // first those certainly kept, then of those at the bar as many as there is room for
    for (int column = 0; column < margins.length; column++) {
      if (margins[column] > least) {
        indexes[kept] = weights.label(column);
        scores[kept++] = calibration.probability(margins[column]);
      }
    }
    for (int column = 0; column < margins.length && kept < depth; column++) {
      if (margins[column] == least) {
        indexes[kept] = weights.label(column);
        scores[kept++] = calibration.probability(margins[column]);
      }
    }
    return LabelScores.sparse(labels, indexes, scores);
  }

  /**
   * The margins of an act's labels, in the order of columns: what calibration is fitted to. Empty
   * when the act has no known word.
   */
  public float[] margins(LegalAct act) {
    Room room = enter();
    vectorizer.vectorize(act, room.vector);
    float[] margins = new float[0];
    if (room.vector.size() > 0) {
      addWeights(room);
      margins = room.sums.clone();
    }
    rooms.add(room);
    return margins;
  }

  /** The weights themselves: which label a column is. */
  public WeightIndex weights() {
    return weights;
  }

  private void addWeights(Room room) {
    weights.begin(room.sums);
    for (int i = 0; i < room.vector.size(); i++) {
      weights.add(room.vector.feature(i), room.vector.value(i), room.sums, room.buffer);
    }
  }

  /**
   * The n-grams with the largest share in the label's margin. One that stands several times is
   * pointed at where it stands first.
   */
  @Override
  public List<Evidence> explain(LegalAct act, int label, int limit) {
    int column = 0;
    while (column < weights.columns() && weights.label(column) != label) {
      column++;
    }
    if (column == weights.columns()) {
      return List.of();
    }
    Room room = enter();
    vectorizer.vectorize(act, room.vector);
    float[] shares = new float[weights.features()];
    for (int i = 0; i < room.vector.size(); i++) {
      int feature = room.vector.feature(i);
      Arrays.fill(room.sums, 0);
      weights.add(feature, room.vector.value(i), room.sums, room.buffer);
      shares[feature] = room.sums[column];
    }
    rooms.add(room);
    List<Evidence> evidence = new ArrayList<>();
    BitSet seen = new BitSet();
    vectorizer.forEachKnown(
        act,
        (feature, zone, section, start, end) -> {
          if (shares[feature] != 0 && !seen.get(feature)) {
            seen.set(feature);
            evidence.add(new Evidence(zone, section, start, end, shares[feature]));
          }
        });
    Collections.sort(evidence);
    return List.copyOf(evidence.subList(0, Math.min(limit, evidence.size())));
  }

  private Room enter() {
    if (closed) {
      throw new ScoringException("the linear model was closed: open it again to score with it");
    }
    Room room = rooms.poll();
    return room == null ? new Room() : room;
  }

  @Override
  public void close() {
    closed = true;
    rooms.clear();
  }

  /** What one thread needs to score; kept for the next act. */
  private final class Room {
    final ActVector vector = vectorizer.newVector();
    final float[] sums = new float[weights.columns()];
    final byte[] buffer = weights.newBuffer();
    private final float[] sorted = new float[weights.columns()];

    /** The n-th largest sum. */
    float largest(int n) {
      System.arraycopy(sums, 0, sorted, 0, sums.length);
      int rank = sorted.length - n;
      int low = 0;
      int high = sorted.length - 1;
      while (low < high) {
        float pivot = sorted[(low + high) >>> 1];
        int i = low;
        int j = high;
        while (i <= j) {
          while (sorted[i] < pivot) {
            i++;
          }
          while (sorted[j] > pivot) {
            j--;
          }
          if (i <= j) {
            float swapped = sorted[i];
            sorted[i++] = sorted[j];
            sorted[j--] = swapped;
          }
        }
        if (rank <= j) {
          high = j;
        } else if (rank >= i) {
          low = i;
        } else {
          break;
        }
      }
      return sorted[rank];
    }
  }
}
