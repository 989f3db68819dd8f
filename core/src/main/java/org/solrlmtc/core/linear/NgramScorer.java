package org.solrlmtc.core.linear;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
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
 * Scores acts by the weights of their n-grams: a linear model computes margins of labels, and the
 * {@link Calibration} turns them into probabilities. Returns at most the best {@value #DEPTH}
 * labels of an act, enough for any ranking within any group, and those added after training. An act
 * whose n-grams are all out of vocabulary gets no label.
 *
 * @param <W> the buffers of one thread
 */
public abstract class NgramScorer<W extends NgramScorer.Workspace> implements LabelScorer {
  static final int DEPTH = 500;

  private final LabelSet labels;
  private final TextVectorizer vectorizer;
  private final Calibration calibration;

  /** Idle workspaces; never more than the maximum number of threads that scored at once. */
  private final Queue<W> workspaces = new ConcurrentLinkedQueue<>();

  private volatile boolean closed;

  NgramScorer(LabelSet labels, TextVectorizer vectorizer, Calibration calibration) {
    this.labels = labels;
    this.vectorizer = vectorizer;
    this.calibration = calibration;
  }

  /** The buffers of one thread, reused for the next act. */
  static class Workspace {
    final ActVector vector;

    /** Labels that have a strength, each at most once. */
    int[] labels;

    /** The values that labels are ranked by. */
    float[] strengths;

    int size;

    /** Entries behind the first {@link #size}: labels that were added, however low they score. */
    int added;

    private float[] scratch = new float[0];

    Workspace(ActVector vector) {
      this.vector = vector;
    }
  }

  abstract W newWorkspace(ActVector vector);

  /** Computes the strengths of labels for the vector of the workspace, which is not empty. */
  abstract void computeStrengths(W workspace);

  /** The margin of a strength; rises with it. */
  abstract float margin(float strength);

  /** The contribution of each feature of the workspace's vector to the margins of some labels. */
  abstract float[][] contributions(int[] wanted, W workspace);

  @Override
  public final LabelSet labels() {
    return labels;
  }

  @Override
  public final List<LabelScores> score(List<LegalAct> acts) {
    List<LabelScores> scores = new ArrayList<>(acts.size());
    W workspace = acquire();
    for (LegalAct act : acts) {
      fill(workspace, act);
      scores.add(best(workspace));
    }
    workspaces.add(workspace);
    return scores;
  }

  /** The number of features of an act. */
  public final int featureCount(LegalAct act) {
    W workspace = acquire();
    vectorizer.vectorize(act, workspace.vector);
    int features = workspace.vector.size();
    workspaces.add(workspace);
    return features;
  }

  /** The margins before calibration, to which the calibration is fitted. */
  public final LabelMargins margins(LegalAct act) {
    W workspace = acquire();
    fill(workspace, act);
    float[] margins = new float[workspace.size];
    for (int i = 0; i < margins.length; i++) {
      margins[i] = margin(workspace.strengths[i]);
    }
    int[] marginLabels = Arrays.copyOf(workspace.labels, workspace.size);
    workspaces.add(workspace);
    return new LabelMargins(marginLabels, margins);
  }

  private void fill(W workspace, LegalAct act) {
    long start = System.nanoTime();
    vectorizer.vectorize(act, workspace.vector);
    ScoringRun.current().addTokenization(System.nanoTime() - start);
    workspace.size = 0;
    workspace.added = 0;
    if (workspace.vector.size() > 0) {
      computeStrengths(workspace);
    }
  }

  private LabelScores best(W workspace) {
    int depth = Math.min(DEPTH, workspace.size);
    int added = ((Workspace) workspace).added;
    int[] indexes = new int[depth + added];
    float[] scores = new float[depth + added];
    for (int i = 0; i < added; i++) {
      indexes[depth + i] = workspace.labels[workspace.size + i];
      scores[depth + i] = calibration.probability(margin(workspace.strengths[workspace.size + i]));
    }
    if (depth > 0) {
      Workspace all = workspace;
      if (all.scratch.length < all.size) {
        all.scratch = new float[all.strengths.length];
      }
      float threshold = QuickSelect.largest(all.strengths, 0, all.size, depth, all.scratch);
      int kept = 0;
      // first all labels above the threshold, then labels equal to it until the limit is reached
      for (int i = 0; i < all.size; i++) {
        if (all.strengths[i] > threshold) {
          indexes[kept] = all.labels[i];
          scores[kept++] = calibration.probability(margin(all.strengths[i]));
        }
      }
      for (int i = 0; i < all.size && kept < depth; i++) {
        if (all.strengths[i] == threshold) {
          indexes[kept] = all.labels[i];
          scores[kept++] = calibration.probability(margin(threshold));
        }
      }
    }
    return LabelScores.sparse(labels, indexes, scores)
        .withCoverage(Optional.of(workspace.vector.coverage()));
  }

  @Override
  public final boolean explains() {
    return true;
  }

  /**
   * The n-grams that contribute most to a label's margin, overlapping ones merged. An n-gram that
   * occurs several times is shown at its first occurrence.
   */
  @Override
  public final List<List<Evidence>> explain(LegalAct act, int[] wanted, int limit) {
    W workspace = acquire();
    vectorizer.vectorize(act, workspace.vector);
    float[][] contributions = contributions(wanted, workspace);
    workspaces.add(workspace);
    List<Evidence> occurrences = firstOccurrences(act);
    List<List<Evidence>> explained = new ArrayList<>();
    for (float[] ofLabel : contributions) {
      List<Evidence> parts = new ArrayList<>();
      for (int i = 0; i < ofLabel.length; i++) {
        if (ofLabel[i] > 0) {
          parts.add(occurrences.get(i).withWeight(ofLabel[i]));
        }
      }
      explained.add(Evidence.mergeOverlapping(parts, limit));
    }
    return explained;
  }

  /** The first occurrence of each feature, in the order of the act's vector. */
  private List<Evidence> firstOccurrences(LegalAct act) {
    List<Evidence> occurrences = new ArrayList<>();
    BitSet seen = new BitSet();
    vectorizer.forEachFeature(
        act,
        (feature, zone, section, start, end) -> {
          if (!seen.get(feature)) {
            seen.set(feature);
            occurrences.add(new Evidence(zone, section, start, end, 0));
          }
        });
    return occurrences;
  }

  private W acquire() {
    if (closed) {
      throw new ScoringException("the model was closed: open it again to score with it");
    }
    W workspace = workspaces.poll();
    return workspace == null ? newWorkspace(vectorizer.newVector()) : workspace;
  }

  @Override
  public final void close() {
    closed = true;
    workspaces.clear();
  }
}
