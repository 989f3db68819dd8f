package org.solrlmtc.training.neural.vectors;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.solrlmtc.training.execution.OrderedWork;

/**
 * Training in short rounds. In each, a fixed number of replicas learn from their own acts, none
 * seeing what the others do; then what they changed is put together in a fixed order. So the
 * outcome depends on the number of replicas, but not on how many threads work on them or which is
 * faster.
 */
final class SkipGramRounds {
  /** How many acts a replica learns from in a round; rare words learn the less the more it is. */
  private static final int ACTS = 2;

  private static final double LEAST_RATE = 1e-4;

  /** Updates after which a vector is close to where a replica's text leads it. */
  private static final float SETTLING_USES = 200;

  /** Number of slices in which words are merged, each by one thread. */
  private static final int SLICES = 8;

  /** The numbers of random streams; those of epochs begin with 0. */
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

  /** The memory it takes at most, roughly. */
  static long bytes(SkipGramSettings settings, SkipGramCorpus text) {
    long row = 16L + (long) Float.BYTES * SkipGramModel.rowLength(settings.dimension());
    return 2 * row * text.words().size() * (settings.replicas() + 1)
        + text.tokens() * Integer.BYTES
        + NegativeTable.BYTES;
  }

  /** The share of each word's places that is not passed over, 1 or more for all. */
  private static float[] keep(SkipGramCorpus text, double subsample) {
    float[] keep = new float[text.counts().length];
    for (int word = 0; word < keep.length; word++) {
      double ratio = subsample * text.tokens() / text.counts()[word];
      keep[word] = (float) (Math.sqrt(ratio) + ratio);
    }
    return keep;
  }

  /** How many rounds there are. */
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
    model.fill(settings.dimension(), random(FIRST_MODEL));
  }

  void run(int round, OrderedWork work) throws IOException {
    shuffleActs(round / perEpoch);
    work.<Integer, Replica>forEach(
        IntStream.range(0, replicas.size()).iterator(),
        number -> learn(round, number),
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

  private Replica learn(int round, int number) {
    Replica replica = replicas.get(number);
    replica.beginRound();
    SplittableRandom random = random(FIRST_ROUND + (long) round * replicas.size() + number);
    long parts = (long) perEpoch * replicas.size();
    long part = (long) (round % perEpoch) * replicas.size() + number;
    int from = (int) (order.length * part / parts);
    int to = (int) (order.length * (part + 1) / parts);
    double rate = settings.learningRate() * Math.max(LEAST_RATE, 1 - (double) round / count());
    for (int i = from; i < to; i++) {
      replica.learn(text.acts()[order[i]], (float) rate, random);
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
        if (word % SLICES == slice && !hasOneBefore(rows, first, word)) {
          merge(shared[word], word, rows, first);
        }
      }
    }
  }

  private static boolean hasOneBefore(PrivateRows[] rows, int end, int word) {
    for (int i = 0; i < end; i++) {
      if (rows[i].has(word)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Moves a row by what the replicas did to theirs. Few small steps add up, as if they had been
   * taken one after the other. After many steps each replica has come to where its text leads, and
   * the sum would lead beyond: there the mean counts.
   */
  private static void merge(float[] row, int word, PrivateRows[] rows, int first) {
    int users = 0;
    int uses = 0;
    for (int i = first; i < rows.length; i++) {
      users += rows[i].has(word) ? 1 : 0;
      uses += rows[i].uses(word);
    }
    float settled = uses / (uses + users * SETTLING_USES);
    float weight = 1 / (1 + (users - 1) * settled);
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
