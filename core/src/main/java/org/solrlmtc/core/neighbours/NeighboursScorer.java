package org.solrlmtc.core.neighbours;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.ActMemory;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.LearningScorer;
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
 * gets, so it is between 0 and 1. Acts of a {@linkplain #use memory} are known acts, too.
 */
public final class NeighboursScorer implements NeighbourSource, LearningScorer {
  private static final float ONE = (float) TermWeights.ONE * TermWeights.ONE;

  private final LabelSet labels;
  private final NeighboursSettings settings;
  private final TextVectorizer vectorizer;
  private final KnownActs acts;
  private final String memoryKey;

  private volatile Optional<NeighbourMemory> memory = Optional.empty();

  /** The memory as it was when an act was scored last. */
  private volatile AllActs all;

  /** Idle workspaces; never more than the maximum number of threads that scored at once. */
  private final Queue<Workspace> workspaces = new ConcurrentLinkedQueue<>();

  private volatile boolean closed;

  NeighboursScorer(
      LabelSet labels,
      NeighboursSettings settings,
      TextVectorizer vectorizer,
      KnownActs acts,
      String memoryKey) {
    this.labels = labels;
    this.settings = settings;
    this.vectorizer = vectorizer;
    this.acts = acts;
    this.memoryKey = memoryKey;
    this.all = AllActs.of(acts, AddedActs.none(), labels);
  }

  /** The buffers of one thread. */
  private static final class Workspace {
    final ActVector vector;
    int[] sums = {};

    Workspace(ActVector vector) {
      this.vector = vector;
    }

    /** As many sums as there are acts; all are 0. */
    int[] sums(int size) {
      if (sums.length != size) {
        sums = new int[size];
      }
      return sums;
    }
  }

  @Override
  public Optional<LearningScorer> learning() {
    return Optional.of(this);
  }

  @Override
  public String memoryKey() {
    return memoryKey;
  }

  @Override
  public ActMemory openMemory(Path folder, int maxActs) {
    return new NeighbourMemory(folder, memoryKey, maxActs, vectorizer, settings.terms());
  }

  @Override
  public void use(ActMemory used) {
    if (!(used instanceof NeighbourMemory known) || !known.key().equals(memoryKey)) {
      throw new IllegalArgumentException("it is the memory of another model");
    }
    memory = Optional.of(known);
  }

  private AllActs allActs() {
    AllActs present = all;
    if (memory.isPresent() && memory.get().acts() != present.added()) {
      // computed twice at worst
      present = AllActs.of(acts, memory.get().acts(), labels);
      all = present;
    }
    return present;
  }

  @Override
  public LabelSet labels() {
    return labels;
  }

  @Override
  public List<Neighbourhood> neighbourhoods(List<LegalAct> batch) {
    List<Neighbourhood> found = new ArrayList<>(batch.size());
    AllActs known = allActs();
    for (LegalAct act : batch) {
      long[] nearest = nearest(act, known);
      float[] similarities = new float[nearest.length];
      int[][] labelsOf = new int[nearest.length][];
      for (int i = 0; i < nearest.length; i++) {
        similarities[i] = similarity(nearest[i]);
        labelsOf[i] = known.labels(number(nearest[i]));
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
  private long[] nearest(LegalAct act, AllActs known) {
    Workspace workspace = acquire();
    long start = System.nanoTime();
    vectorizer.vectorize(act, workspace.vector);
    ScoringRun.current().addTokenization(System.nanoTime() - start);
    int[] sums = workspace.sums(known.size());
    known.addSimilarities(act.id(), TermWeights.of(workspace.vector, settings.terms()), sums);
    long[] nearest = NearestActs.select(sums, settings.neighbours());
    Arrays.fill(sums, 0);
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
      AllActs known = allActs();
      for (long nearest : nearest(act, known)) {
        int[] having = known.labels(number(nearest));
        for (int i = 0; i < wanted.length; i++) {
          int label = wanted[i];
          if (found.get(i).size() < limit && IntStream.of(having).anyMatch(l -> l == label)) {
            found.get(i).add(known.describe(number(nearest), similarity(nearest)));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the index of known acts cannot be read", e);
    }
    found.replaceAll(Collections::unmodifiableList);
    return found;
  }

  private Workspace acquire() {
    if (closed) {
      throw new ScoringException("the model was closed: open it again to score with it");
    }
    Workspace workspace = workspaces.poll();
    return workspace == null ? new Workspace(vectorizer.newVector()) : workspace;
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
