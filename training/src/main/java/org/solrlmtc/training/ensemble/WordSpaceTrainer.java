package org.solrlmtc.training.ensemble;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.ranking.LabelNames;
import org.solrlmtc.core.ranking.RankingCombiner;
import org.solrlmtc.core.ranking.WordSpace;
import org.solrlmtc.core.text.WordTokenizerSettings;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.neural.vectors.SkipGramSettings;
import org.solrlmtc.training.neural.vectors.SkipGramTrainer;
import org.solrlmtc.training.neural.vectors.WordVectors;

/** Trains the vectors of the words in headers and names of labels. It reads texts only. */
final class WordSpaceTrainer {
  private static final int MAX_WORDS = 30_000;
  private static final int WORDS_PER_ACT = 1_000;

  private WordSpaceTrainer() {}

  /** The vectors as the bundle holds them. */
  static WordSpace train(CombinerTask task, RankingSettings settings) throws IOException {
    TrainingTask training = task.training();
    SkipGramSettings skipGram =
        SkipGramSettings.of(settings.wordVectors(), settings.trees().seed());
    WordTokenizerSettings text =
        new WordTokenizerSettings(ZoneSelection.FULL, WORDS_PER_ACT, true, false);
    Path work = training.workFolder().resolve("vectors");
    WordVectors vectors =
        new SkipGramTrainer(skipGram, text)
            .train(training.data(), training.resources(), work, training.progress());
    WordSpace space = space(vectors, new LabelNames(training.labels(), training.thesaurus()));
    Path file = task.file(RankingCombiner.WORDS);
    space.write(file);
    SkipGramTrainer.forget(work);
    return WordSpace.read(file);
  }

  /** Words as names are split into; that of the most frequent form, where several become one. */
  private static WordSpace space(WordVectors vectors, LabelNames names) {
    Set<String> words = new LinkedHashSet<>();
    List<float[]> kept = new ArrayList<>();
    for (int row = 0; row < vectors.words().size() && words.size() < MAX_WORDS; row++) {
      List<String> compared = names.words(vectors.words().get(row));
      if (compared.size() == 1 && words.add(compared.get(0))) {
        kept.add(vectors.vector(row));
      }
    }
    return new WordSpace(List.copyOf(words), kept.toArray(float[][]::new));
  }
}
