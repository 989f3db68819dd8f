package org.solrlmtc.training.neural;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.text.WordTokenizerSettings;
import org.solrlmtc.core.text.WordVocabulary;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.vectors.SkipGramSettings;
import org.solrlmtc.training.neural.vectors.SkipGramTrainer;
import org.solrlmtc.training.neural.vectors.VectorFile;
import org.solrlmtc.training.neural.vectors.WordVectors;

/** The word vectors that training starts with; words that have none get one by lot. */
final class StartVectors {
  /** Vectors drawn by lot are about as long as trained ones. */
  private static final double DEVIATION = 0.1;

  /** Word vectors learn from all of an act, even if the network reads its beginning. */
  private static final int ALL_WORDS = 100_000;

  private final Torch device;
  private final NeuralSettings settings;
  private final WordVocabulary words;

  StartVectors(Torch device, NeuralSettings settings, WordVocabulary words) {
    this.device = device;
    this.settings = settings;
    this.words = words;
  }

  /** A row for every word id; that of padding is zero. */
  Tensor of(TrainingTask task) throws IOException {
    int size = settings.embedding().size();
    float[] values = Torch.toArray(device.normal(DEVIATION, words.size(), size));
    String source = settings.embedding().vectors();
    if (!source.isEmpty()) {
      boolean corpus = source.equals(NeuralSettings.Embedding.CORPUS);
      WordVectors vectors = corpus ? trained(task) : VectorFile.read(Path.of(source), this::known);
      if (vectors.dimensions() != size) {
        throw new TrainingException(
            source
                + " holds vectors of "
                + vectors.dimensions()
                + " numbers, but 'size' of 'embedding' is "
                + size);
      }
      task.progress()
          .note(take(vectors, values) + " of " + words.words().size() + " words have a vector");
    }
    Arrays.fill(values, WordVocabulary.PADDING * size, (WordVocabulary.PADDING + 1) * size, 0);
    return device.of(values, words.size(), size);
  }

  private WordVectors trained(TrainingTask task) throws IOException {
    SkipGramSettings usual = SkipGramSettings.DEFAULT;
    SkipGramSettings wanted =
        new SkipGramSettings(
            settings.embedding().size(),
            usual.epochs(),
            usual.window(),
            usual.negatives(),
            usual.minCount(),
            usual.subsample(),
            usual.learningRate(),
            usual.replicas(),
            settings.seed());
    WordTokenizerSettings text =
        new WordTokenizerSettings(
            ZoneSelection.FULL, ALL_WORDS, settings.pipeline().tokens().maskDigits(), false);
    return new SkipGramTrainer(wanted, text)
        .train(
            task.data(), task.resources(), task.workFolder().resolve("vectors"), task.progress());
  }

  private boolean known(String word) {
    return words.id(word) != WordVocabulary.UNKNOWN;
  }

  /** Copies the vectors of known words, and tells how many there are. */
  private int take(WordVectors vectors, float[] values) {
    int size = vectors.dimensions();
    int taken = 0;
    for (int row = 0; row < vectors.words().size(); row++) {
      String word = vectors.words().get(row);
      if (known(word)) {
        System.arraycopy(
            vectors.matrix().values(), row * size, values, words.id(word) * size, size);
        taken++;
      }
    }
    return taken;
  }
}
