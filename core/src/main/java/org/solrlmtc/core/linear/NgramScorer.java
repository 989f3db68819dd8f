package org.solrlmtc.core.linear;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.Evidence;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoringException;
import org.solrlmtc.core.score.ScoringRun;
import org.solrlmtc.core.text.ActVector;
import org.solrlmtc.core.text.TextVectorizer;

/**
 * Scores acts by weights of their n-grams: an n-gram model gives labels margins, and a label's
 * score is the probability that the {@link Calibration} makes of its margin. At most the best
 * {@value #DEPTH} labels of an act are given, enough for any ranking within any group; an act with
 * no known word gets none.
 *
 * @param <R> what one thread needs to score
 */
public abstract class NgramScorer<R extends NgramScorer.Room> implements LabelScorer {
  static final int DEPTH = 500;

  private final LabelSet labels;
  private final TextVectorizer vectorizer;
  private final Calibration calibration;

  /** Rooms not in use; there are never more than there were threads scoring at once. */
  private final Queue<R> rooms = new ConcurrentLinkedQueue<>();

  private volatile boolean closed;

  NgramScorer(LabelSet labels, TextVectorizer vectorizer, Calibration calibration) {
    this.labels = labels;
    this.vectorizer = vectorizer;
    this.calibration = calibration;
  }

  /** What one thread needs to score; kept for the next act. */
  static class Room {
    final ActVector vector;

    /** Labels that the model has something to say about, each at most once. */
    int[] labels;

    /** What they are ranked by. */
    float[] strengths;

    int size;
    private float[] scratch = new float[0];

    Room(ActVector vector) {
      this.vector = vector;
    }
  }

  abstract R newRoom(ActVector vector);

  /** Gives labels their strengths for the vector of the room, which is not empty. */
  abstract void findStrengths(R room);

  /** The margin that a strength stands for; rises with it. */
  abstract float margin(float strength);

  /** What each feature of the room's vector adds to the margins of some labels. */
  abstract float[][] shares(int[] wanted, R room);

  @Override
  public final LabelSet labels() {
    return labels;
  }

  @Override
  public final List<LabelScores> score(List<LegalAct> acts) {
    List<LabelScores> scores = new ArrayList<>(acts.size());
    R room = enter();
    for (LegalAct act : acts) {
      fill(room, act);
      scores.add(best(room));
    }
    rooms.add(room);
    return scores;
  }

  /** How many features an act has: all that is read of it. */
  public final int featureCount(LegalAct act) {
    R room = enter();
    vectorizer.vectorize(act, room.vector);
    int features = room.vector.size();
    rooms.add(room);
    return features;
  }

  /** The margins that scores are made of: what calibration is fitted to. */
  public final LabelMargins margins(LegalAct act) {
    R room = enter();
    fill(room, act);
    float[] margins = new float[room.size];
    for (int i = 0; i < margins.length; i++) {
      margins[i] = margin(room.strengths[i]);
    }
    int[] marginLabels = Arrays.copyOf(room.labels, room.size);
    rooms.add(room);
    return new LabelMargins(marginLabels, margins);
  }

  private void fill(R room, LegalAct act) {
    long began = System.nanoTime();
    vectorizer.vectorize(act, room.vector);
    ScoringRun.current().addTokenizing(System.nanoTime() - began);
    room.size = 0;
    if (room.vector.size() > 0) {
      findStrengths(room);
    }
  }

  private LabelScores best(R room) {
    int depth = Math.min(DEPTH, room.size);
    int[] indexes = new int[depth];
    float[] scores = new float[depth];
    if (depth > 0) {
      Room all = room;
      if (all.scratch.length < all.size) {
        all.scratch = new float[all.strengths.length];
      }
      float least = QuickSelect.largest(all.strengths, 0, all.size, depth, all.scratch);
      int kept = 0;
      // first those certainly kept, then of those at the bar as many as there is room for
      for (int i = 0; i < all.size; i++) {
        if (all.strengths[i] > least) {
          indexes[kept] = all.labels[i];
          scores[kept++] = calibration.probability(margin(all.strengths[i]));
        }
      }
      for (int i = 0; i < all.size && kept < depth; i++) {
        if (all.strengths[i] == least) {
          indexes[kept] = all.labels[i];
          scores[kept++] = calibration.probability(margin(least));
        }
      }
    }
    return LabelScores.sparse(labels, indexes, scores);
  }

  @Override
  public final boolean explains() {
    return true;
  }

  /**
   * The n-grams with the largest share in a label's margin, those that overlap joined. One that
   * stands several times is pointed at where it stands first.
   */
  @Override
  public final List<List<Evidence>> explain(LegalAct act, int[] wanted, int limit) {
    R room = enter();
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

  /** Where each feature stands first, in the order of the act's vector. */
  private List<Evidence> firstPlaces(LegalAct act) {
    List<Evidence> places = new ArrayList<>();
    BitSet seen = new BitSet();
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

  private R enter() {
    if (closed) {
      throw new ScoringException("the model was closed: open it again to score with it");
    }
    R room = rooms.poll();
    return room == null ? newRoom(vectorizer.newVector()) : room;
  }

  @Override
  public final void close() {
    closed = true;
    rooms.clear();
  }
}
