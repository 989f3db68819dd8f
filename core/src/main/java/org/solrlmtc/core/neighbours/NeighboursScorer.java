package org.solrlmtc.core.neighbours;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.NeighbourSource;
import org.solrlmtc.core.score.Neighbourhood;
import org.solrlmtc.core.score.ScoringException;
import org.solrlmtc.core.score.ScoringRun;
import org.solrlmtc.core.score.SimilarAct;
import org.solrlmtc.core.text.ActVector;
import org.solrlmtc.core.text.TextVectorizer;

/**
 * Scores labels by the vote of similar known acts. The similarity is the cosine of the TF-IDF
 * weights of the acts' strongest terms. The score of a label is the share of the votes that it
 * gets, so it is between 0 and 1.
 */
public final class NeighboursScorer implements NeighbourSource {
  private static final float ONE = (float) TermWeights.ONE * TermWeights.ONE;

  private final LabelSet labels;
  private final NeighboursSettings settings;
  private final TextVectorizer vectorizer;
  private final KnownActs acts;

  /** Idle workspaces; never more than the maximum number of threads that scored at once. */
  private final Queue<Workspace> workspaces = new ConcurrentLinkedQueue<>();

  private volatile boolean closed;

  NeighboursScorer(
      LabelSet labels, NeighboursSettings settings, TextVectorizer vectorizer, KnownActs acts) {
    this.labels = labels;
    this.settings = settings;
    this.vectorizer = vectorizer;
    this.acts = acts;
  }

  /** The buffers of one thread. */
  private static final class Workspace {
    final ActVector vector;
    final int[] sums;

    Workspace(ActVector vector, int acts) {
      this.vector = vector;
      this.sums = new int[acts];
    }
  }

  @Override
  public LabelSet labels() {
    return labels;
  }

  @Override
  public List<Neighbourhood> neighbourhoods(List<LegalAct> batch) {
    List<Neighbourhood> found = new ArrayList<>(batch.size());
    for (LegalAct act : batch) {
      long[] nearest = nearest(act);
      float[] similarities = new float[nearest.length];
      int[][] labelsOf = new int[nearest.length][];
      for (int i = 0; i < nearest.length; i++) {
        similarities[i] = similarity(nearest[i]);
        labelsOf[i] = acts.labels(number(nearest[i]));
      }
      found.add(new Neighbourhood(similarities, labelsOf));
    }
    return found;
  }

  @Override
  public LabelScores vote(Neighbourhood neighbourhood) {
    float[] weights = neighbourhood.weights(settings.power());
    int uses = Arrays.stream(neighbourhood.labels()).mapToInt(of -> of.length).sum();
    // each label with its weight, so that equal labels stand together when sorted
    long[] votes = new long[uses];
    int next = 0;
    for (int i = 0; i < weights.length; i++) {
      for (int label : neighbourhood.labels()[i]) {
        votes[next++] = (long) label << 32 | Float.floatToIntBits(weights[i]);
      }
    }
    Arrays.sort(votes);
    int[] indexes = new int[uses];
    float[] scores = new float[uses];
    int size = 0;
    for (int i = 0; i < uses; i++) {
      int label = (int) (votes[i] >>> 32);
      if (size == 0 || indexes[size - 1] != label) {
        indexes[size++] = label;
      }
      scores[size - 1] = Math.min(1, scores[size - 1] + Float.intBitsToFloat((int) votes[i]));
    }
    return LabelScores.sparse(labels, Arrays.copyOf(indexes, size), Arrays.copyOf(scores, size));
  }

  /** The nearest acts, each as its similarity and its number. */
  private long[] nearest(LegalAct act) {
    Workspace workspace = acquire();
    long start = System.nanoTime();
    vectorizer.vectorize(act, workspace.vector);
    ScoringRun.current().addTokenization(System.nanoTime() - start);
    acts.addSimilarities(TermWeights.of(workspace.vector, settings.terms()), workspace.sums);
    long[] nearest = NearestActs.select(workspace.sums, settings.neighbours());
    Arrays.fill(workspace.sums, 0);
    workspaces.add(workspace);
    return nearest;
  }

  private static float similarity(long nearest) {
    return Math.min(1, (nearest >>> 32) / ONE);
  }

  private static int number(long nearest) {
    return (int) nearest;
  }

  @Override
  public boolean explains() {
    return true;
  }

  @Override
  public List<List<SimilarAct>> similarActs(LegalAct act, int[] wanted, int limit) {
    List<List<SimilarAct>> found = new ArrayList<>();
    for (int i = 0; i < wanted.length; i++) {
      found.add(new ArrayList<>());
    }
    try {
      for (long nearest : nearest(act)) {
        int[] having = acts.labels(number(nearest));
        for (int i = 0; i < wanted.length; i++) {
          int label = wanted[i];
          if (found.get(i).size() < limit && IntStream.of(having).anyMatch(l -> l == label)) {
            found.get(i).add(describe(nearest));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the index of known acts cannot be read", e);
    }
    found.replaceAll(Collections::unmodifiableList);
    return found;
  }

  private SimilarAct describe(long nearest) throws IOException {
    return new SimilarAct(
        acts.id(number(nearest)), acts.title(number(nearest)), similarity(nearest));
  }

  private Workspace acquire() {
    if (closed) {
      throw new ScoringException("the model was closed: open it again to score with it");
    }
    Workspace workspace = workspaces.poll();
    return workspace == null ? new Workspace(vectorizer.newVector(), acts.size()) : workspace;
  }

  @Override
  public void close() {
    closed = true;
    workspaces.clear();
    try {
      acts.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the index of known acts cannot be closed", e);
    }
  }
}
