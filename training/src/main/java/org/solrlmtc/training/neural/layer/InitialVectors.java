package org.solrlmtc.training.neural.layer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.text.Tokenizer;
import org.solrlmtc.core.text.WordTokenizerSettings;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.vectors.SkipGramSettings;
import org.solrlmtc.training.neural.vectors.SkipGramTrainer;
import org.solrlmtc.training.neural.vectors.VectorFile;
import org.solrlmtc.training.neural.vectors.WordVectors;

/** The initial vectors; tokens without a word vector are initialised randomly. */
final class InitialVectors {
  /** Random vectors have about the length of trained ones. */
  private static final double DEVIATION = 0.1;

  /** Word vectors are trained on whole acts, even if the network reads only their beginning. */
  private static final int ALL_WORDS = 100_000;

  private final WordEmbedding settings;
  private final EmbeddingContext context;
  private final int vocabularySize;
  private final Map<String, Integer> ids = new HashMap<>();
  private Optional<WordVectors> pretrained = Optional.empty();

  InitialVectors(WordEmbedding settings, EmbeddingContext context) {
    this.settings = settings;
    this.context = context;
    Tokenizer tokenizer = context.tokenizer();
    this.vocabularySize = tokenizer.vocabularySize();
    for (int id = 0; id < vocabularySize; id++) {
      String token = tokenizer.decode(new int[] {id});
      if (!token.isEmpty()) {
        ids.putIfAbsent(token, id);
      }
    }
  }

  /** The pretrained vectors that {@link #tensor} started from. */
  Optional<WordVectors> pretrained() {
    return pretrained;
  }

  /** One row per id; that of padding is zero. */
  Tensor tensor() throws IOException {
    int dimension = settings.dimension();
    float[] values = Torch.toArray(context.device().normal(DEVIATION, vocabularySize, dimension));
    String source = settings.vectors();
    if (!source.isEmpty()) {
      WordVectors vectors =
          source.equals(WordEmbedding.CORPUS)
              ? trained()
              : VectorFile.read(Path.of(source), ids::containsKey);
      if (vectors.dimensions() != dimension) {
        throw new TrainingException(
            source
                + " has vectors of dimension "
                + vectors.dimensions()
                + ", but 'dimension' of 'embedding' is "
                + dimension);
      }
      pretrained = Optional.of(vectors);
      int copied = copyKnown(vectors, values);
      context.task().progress().note(copied + " of " + ids.size() + " tokens have a vector");
    }
    Arrays.fill(
        values, Tokenizer.PADDING_ID * dimension, (Tokenizer.PADDING_ID + 1) * dimension, 0);
    return context.device().of(values, vocabularySize, dimension);
  }

  private WordVectors trained() throws IOException {
    SkipGramSettings wanted = SkipGramSettings.of(settings.dimension(), context.seed());
    WordTokenizerSettings text =
        new WordTokenizerSettings(
            ZoneSelection.FULL, ALL_WORDS, context.words().orElseThrow().maskDigits(), false);
    TrainingTask task = context.task();
    return new SkipGramTrainer(wanted, text)
        .train(
            task.data(), task.resources(), task.workFolder().resolve("vectors"), task.progress());
  }

  /** Copies the vectors of words of the vocabulary and returns their number. */
  private int copyKnown(WordVectors vectors, float[] values) {
    int dimension = vectors.dimensions();
    int copied = 0;
    for (int row = 0; row < vectors.words().size(); row++) {
      Integer id = ids.get(vectors.words().get(row));
      if (id != null) {
        System.arraycopy(
            vectors.matrix().values(), row * dimension, values, id * dimension, dimension);
        copied++;
      }
    }
    return copied;
  }
}
