package org.solrlmtc.core.linear;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
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

  /** The column of a label without weights. */
  private static final int UNTRAINED = -1;

  private final LabelSet labels;
  private final TextVectorizer vectorizer;
  private final WeightIndex weights;
  private final Calibration calibration;

  /** The column of every label. */
  private final int[] columnOf;

  /** Rooms not in use; there are never more than there were threads scoring at once. */
  private final Queue<Room> rooms = new ConcurrentLinkedQueue<>();

  private volatile boolean closed;

  LinearScorer(
      LabelSet labels, TextVectorizer vectorizer, WeightIndex weights, Calibration calibration) {
    this.labels = labels;
    this.vectorizer = vectorizer;
    this.weights = weights;
    this.calibration = calibration;
    this.columnOf = new int[labels.size()];
    Arrays.fill(columnOf, UNTRAINED);
    for (int column = 0; column < weights.columns(); column++) {
      columnOf[weights.label(column)] = column;
    }
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
   * The n-grams with the largest share in a label's margin, those that overlap joined. One that
   * stands several times is pointed at where it stands first.
   */
  @Override
  public List<List<Evidence>> explain(LegalAct act, int[] wanted, int limit) {
    Room room = enter();
    vectorizer.vectorize(act, room.vector);
    float[][] shares = shares(wanted, room);
    rooms.add(room);
    List<Evidence> places = firstPlaces(act);
    List<List<Evidence>> explained = new ArrayList<>();
    for (float[] ofLabel : shares) {
      List<Evidence> parts = new ArrayList<>();
      for (int i = 0; i < ofLabel.length; i++) {
        if (ofLabel[i] > 0) {
          parts.add(places.get(i).weighing(ofLabel[i]));
        }
      }
      explained.add(Evidence.joined(parts, limit));
    }
    return explained;
  }

  /** What each feature of the room's vector adds to the margins of some labels. */
  private float[][] shares(int[] wanted, Room room) {
    int[] columns = IntStream.of(wanted).map(label -> columnOf[label]).toArray();
    float[][] shares = new float[wanted.length][room.vector.size()];
    for (int i = 0; i < room.vector.size(); i++) {
      // only the wanted sums are read: the others need not be cleared
      for (int column : columns) {
        if (column != UNTRAINED) {
          room.sums[column] = 0;
        }
      }
      weights.add(room.vector.feature(i), room.vector.value(i), room.sums, room.buffer);
      for (int label = 0; label < columns.length; label++) {
        if (columns[label] != UNTRAINED) {
          shares[label][i] = room.sums[columns[label]];
        }
      }
    }
    return shares;
  }

  /** Where each feature stands first, in the order of the act's vector. */
  private List<Evidence> firstPlaces(LegalAct act) {
    List<Evidence> places = new ArrayList<>();
    BitSet seen = new BitSet(weights.features());
    vectorizer.forEachKnown(
        act,
        (feature, zone, section, start, end) -> {
          if (!seen.get(feature)) {
            seen.set(feature);
            places.add(new Evidence(zone, section, start, end, 0));
          }
        });
    return places;
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
