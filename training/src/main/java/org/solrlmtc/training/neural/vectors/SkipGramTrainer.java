package org.solrlmtc.training.neural.vectors;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.solrlmtc.core.text.WordTokenizerSettings;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.OrderedWork;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.Resources;

/**
 * Trains word vectors on the training acts: skip-gram with negative sampling. The same acts,
 * settings and seed result in the same vectors on every machine and with any number of threads; see
 * {@link SkipGramRounds}.
 */
public final class SkipGramTrainer {
  private static final Duration SAVED_EVERY = Duration.ofSeconds(30);

  private final SkipGramSettings settings;
  private final WordTokenizerSettings text;
  private final Duration savedEvery;

  /**
   * @param text the words to train on: those that the network reads, or more
   */
  public SkipGramTrainer(SkipGramSettings settings, WordTokenizerSettings text) {
    this(settings, text, SAVED_EVERY);
  }

  SkipGramTrainer(SkipGramSettings settings, WordTokenizerSettings text, Duration savedEvery) {
    this.settings = settings;
    this.text = text;
    this.savedEvery = savedEvery;
  }

  /**
   * Trains. An interrupted run with the same acts and settings is resumed.
   *
   * @param workFolder where the state is kept, until {@link #forget}
   */
  public WordVectors train(
      TrainingData data, Resources resources, Path workFolder, Progress progress)
      throws IOException {
    SkipGramCorpus acts = SkipGramCorpus.read(data, text, settings.minCount(), progress);
    int words = acts.words().size();
    resources.require(
        SkipGramRounds.bytes(settings, acts),
        "training vectors of " + words + " words",
        "lower 'dimension' or 'replicas', or raise 'minCount'");
    progress.note(words + " words, " + acts.tokens() + " tokens in the acts");
    SkipGramState state = new SkipGramState(workFolder, fingerprint(acts));
    SkipGramRounds rounds = new SkipGramRounds(settings, acts);
    try (OrderedWork work = new OrderedWork(resources.threads())) {
      train(rounds, state, work, progress);
    }
    return rounds.vectors();
  }

  /** Deletes the checkpoint of a run whose vectors were written. */
  public static void forget(Path workFolder) throws IOException {
    SkipGramState.delete(workFolder);
  }

  private void train(
      SkipGramRounds rounds, SkipGramState state, OrderedWork work, Progress progress)
      throws IOException {
    int done = state.read(rounds.model());
    if (done == 0) {
      rounds.begin();
    } else {
      progress.note("resuming after round " + done + " of " + rounds.count());
    }
    progress.stage("training word vectors", rounds.count() - done);
    long saved = System.nanoTime();
    for (int round = done; round < rounds.count(); round++) {
      rounds.run(round, work);
      if (System.nanoTime() - saved >= savedEvery.toNanos()) {
        state.write(round + 1, rounds.model());
        saved = System.nanoTime();
      }
      progress.step(round + 1 - done);
    }
  }

  private long fingerprint(SkipGramCorpus acts) {
    long names = 31L * settings.hashCode() + acts.words().hashCode();
    return names << 32 | Arrays.deepHashCode(acts.acts()) & 0xFFFFFFFFL;
  }
}
