package org.solrlmtc.training.neural.vectors;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.solrlmtc.training.execution.OrderedWork;

/**
 * Data-parallel training in short rounds. In each round, a fixed number of replicas are trained
 * independently on their own acts; then their changes are merged in a fixed order. So the result
 * depends on the number of replicas, but not on the number of threads or their speed.
 */
final class SkipGramRounds {
  /** Acts per replica and round; the more there are, the worse are the vectors of rare words. */
  private static final int ACTS = 2;

  private static final double MIN_RATE_FACTOR = 1e-4;

  /** Updates after which a vector has nearly converged on the text of a replica. */
  private static final float CONVERGENCE_USES = 200;

  /** Number of slices of the words that are merged in parallel. */
  private static final int SLICES = 8;

  /** Numbers of random streams; those of epochs start at 0. */
  private static final long FIRST_MODEL = -1;

  private static final long FIRST_ROUND = 1L << 20;

  private final SkipGramSettings settings;
  private final SkipGramCorpus text;
  private final int perEpoch;
  private final SkipGramModel model;
  private final List<Replica> replicas;
  private int[] order = {};
  private int orderedEpoch = -1;

  SkipGramRounds(SkipGramSettings settings, SkipGramCorpus text) {
    this.settings = settings;
    this.text = text;
    this.perEpoch = Math.max(1, text.acts().length / (settings.replicas() * ACTS));
    this.model = SkipGramModel.zero(text.words().size(), settings.dimension());
    float[] keep = keep(text, settings.subsample());
    NegativeTable table = new NegativeTable(text.counts());
    this.replicas =
        Stream.generate(() -> new Replica(model, settings, keep, table))
            .limit(settings.replicas())
            .toList();
  }

  /** Estimate of the maximum memory. */
  static long bytes(SkipGramSettings settings, SkipGramCorpus text) {
    long row = 16L + (long) Float.BYTES * SkipGramModel.rowLength(settings.dimension());
    return 2 * row * text.words().size() * (settings.replicas() + 1)
        + text.tokens() * Integer.BYTES
        + NegativeTable.BYTES;
  }

  /**
   * The probability of keeping an occurrence, per word (subsampling); 1 or more for all
   * occurrences.
   */
  private static float[] keep(SkipGramCorpus text, double subsample) {
    float[] keep = new float[text.counts().length];
    for (int word = 0; word < keep.length; word++) {
      double ratio = subsample * text.tokens() / text.counts()[word];
      keep[word] = (float) (Math.sqrt(ratio) + ratio);
    }
    return keep;
  }

  /** The number of rounds. */
  int count() {
    return settings.epochs() * perEpoch;
  }

  SkipGramModel model() {
    return model;
  }

  WordVectors vectors() {
    return model.vectors(text.words(), settings.dimension());
  }

  /** Initialises the model. */
  void begin() {
    model.initialise(settings.dimension(), random(FIRST_MODEL));
  }

  void run(int round, OrderedWork work) throws IOException {
    shuffleActs(round / perEpoch);
    work.<Integer, Replica>forEach(
        IntStream.range(0, replicas.size()).iterator(),
        number -> train(round, number),
        replica -> {});
    work.<Integer, Integer>forEach(
        IntStream.range(0, SLICES).iterator(),
        slice -> {
          merge(slice, model.contexts(), Replica::contextRows);
          merge(slice, model.targets(), Replica::targetRows);
          return slice;
        },
        slice -> {});
  }

  private Replica train(int round, int number) {
    Replica replica = replicas.get(number);
    replica.beginRound();
    SplittableRandom random = random(FIRST_ROUND + (long) round * replicas.size() + number);
    long parts = (long) perEpoch * replicas.size();
    long part = (long) (round % perEpoch) * replicas.size() + number;
    int from = (int) (order.length * part / parts);
    int to = (int) (order.length * (part + 1) / parts);
    double learningRate =
        settings.learningRate() * Math.max(MIN_RATE_FACTOR, 1 - (double) round / count());
    for (int i = from; i < to; i++) {
      replica.train(text.acts()[order[i]], (float) learningRate, random);
    }
    replica.endRound();
    return replica;
  }

  private void shuffleActs(int epoch) {
    if (epoch == orderedEpoch) {
      return;
    }
    orderedEpoch = epoch;
    order = IntStream.range(0, text.acts().length).toArray();
    SplittableRandom random = random(epoch);
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int act = order[i];
      order[i] = order[j];
      order[j] = act;
    }
  }

  private SplittableRandom random(long stream) {
    return new SplittableRandom(((long) settings.seed() << 32) + stream);
  }

  /** Merges each word of a slice at the first replica that used it. */
  private void merge(int slice, float[][] shared, Function<Replica, PrivateRows> rowsOf) {
    PrivateRows[] rows = replicas.stream().map(rowsOf).toArray(PrivateRows[]::new);
    for (int first = 0; first < rows.length; first++) {
      for (int i = 0; i < rows[first].size(); i++) {
        int word = rows[first].word(i);
        if (word % SLICES == slice && !isUsedBefore(rows, first, word)) {
          merge(shared[word], word, rows, first);
        }
      }
    }
  }

  private static boolean isUsedBefore(PrivateRows[] rows, int end, int word) {
    for (int i = 0; i < end; i++) {
      if (rows[i].has(word)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Merges the changes of the replicas to a row. Few small changes are summed, as if they had been
   * made one after the other. After many updates each replica has converged, and the sum would
   * overshoot: then the changes are averaged.
   */
  private static void merge(float[] row, int word, PrivateRows[] rows, int first) {
    int users = 0;
    int uses = 0;
    for (int i = first; i < rows.length; i++) {
      users += rows[i].has(word) ? 1 : 0;
      uses += rows[i].uses(word);
    }
    float converged = uses / (uses + users * CONVERGENCE_USES);
    float weight = 1 / (1 + (users - 1) * converged);
    for (int i = first; i < rows.length; i++) {
      if (rows[i].has(word)) {
        float[] change = rows[i].change(word);
        for (int k = 0; k < row.length; k++) {
          row[k] += weight * change[k];
        }
      }
    }
  }
}
