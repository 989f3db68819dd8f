package org.solrlmtc.cli.train;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.WordTokenizerSettings;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Resources;
import org.solrlmtc.training.neural.vectors.SkipGramSettings;
import org.solrlmtc.training.neural.vectors.SkipGramTrainer;
import org.solrlmtc.training.neural.vectors.VectorFile;
import org.solrlmtc.training.neural.vectors.WordVectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Trains word vectors, or shows what a file of them holds. */
@Command(
    name = "vectors",
    description = {
      "Train word vectors on the training acts, or show the words nearest to a word.",
      "",
      "  lmtc vectors --data DIR --out FILE",
      "  lmtc vectors --near WORD FILE",
      "",
      "A run that was interrupted goes on where it stopped. Files are written in word2vec's binary"
          + " form, or its text form when the name ends in .txt; GloVe's text and JSON are read,"
          + " too.",
      ""
    })
public final class VectorsCommand implements Callable<Integer> {
  private static final int ALL_WORDS = 100_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Folder with the split train..., in any form that 'index' reads.")
  private Optional<Path> data = Optional.empty();

  @Option(names = "--out", paramLabel = "FILE", description = "File to write.")
  private Optional<Path> out = Optional.empty();

  @Option(names = "--size", description = "Numbers a vector (default: 200).")
  private Optional<Integer> size = Optional.empty();

  @Option(names = "--epochs", description = "Times to go through the acts (default: 5).")
  private Optional<Integer> epochs = Optional.empty();

  @Option(names = "--window", description = "Words of context to either side (default: 5).")
  private Optional<Integer> window = Optional.empty();

  @Option(names = "--min-count", description = "Rarer words get no vector (default: 5).")
  private Optional<Integer> minCount = Optional.empty();

  @Option(names = "--seed", description = "The same seed gives the same vectors (default: 1).")
  private Optional<Integer> seed = Optional.empty();

  @Option(
      names = "--near",
      paramLabel = "WORD",
      description = "Show the words nearest to this one.")
  private List<String> near = List.of();

  @Option(
      names = "--count",
      defaultValue = "10",
      description = "How many of them (default: ${DEFAULT-VALUE}).")
  private int count;

  @Parameters(arity = "0..1", paramLabel = "FILE", description = "The vectors to look at.")
  private Optional<Path> file = Optional.empty();

  @Override
  public Integer call() throws IOException {
    boolean training = data.isPresent() && out.isPresent() && near.isEmpty() && file.isEmpty();
    boolean looking = data.isEmpty() && out.isEmpty() && !near.isEmpty() && file.isPresent();
    if (training) {
      train(data.get(), out.get());
    } else if (looking) {
      show(file.get());
    } else {
      throw new ParameterException(
          spec.commandLine(), "give --data and --out to train, or --near and FILE to look");
    }
    return 0;
  }

  private void train(Path acts, Path target) throws IOException {
    SkipGramSettings settings = settings();
    WordTokenizerSettings text =
        WordTokenizerSettings.read(
            new Settings("text", Map.of("zones", "full", "maxSequenceLength", ALL_WORDS)));
    Path work = target.toAbsolutePath().resolveSibling("." + target.getFileName() + ".work");
    WordVectors vectors;
    try (StageProgress progress = new StageProgress(spec.commandLine().getErr())) {
      vectors =
          new SkipGramTrainer(settings, text)
              .train(TrainingData.in(acts), Resources.ofThisProcess(), work, progress);
    }
    if (target.toString().endsWith(".txt")) {
      VectorFile.writeText(vectors, target);
    } else {
      VectorFile.writeBinary(vectors, target);
    }
    SkipGramTrainer.forget(work);
    spec.commandLine()
        .getOut()
        .printf(
            Locale.ROOT,
            "wrote %s: %,d words, %d numbers each%n",
            target,
            vectors.words().size(),
            vectors.dimensions());
  }

  private SkipGramSettings settings() {
    Map<String, Object> given = new LinkedHashMap<>();
    size.ifPresent(value -> given.put("dimension", value));
    epochs.ifPresent(value -> given.put("epochs", value));
    window.ifPresent(value -> given.put("window", value));
    minCount.ifPresent(value -> given.put("minCount", value));
    seed.ifPresent(value -> given.put("seed", value));
    try {
      return SkipGramSettings.read(new Settings("word vector", given));
    } catch (IllegalArgumentException e) {
      throw new UserError(e.getMessage(), e);
    }
  }

  private void show(Path source) throws IOException {
    WordVectors vectors = VectorFile.read(source);
    PrintWriter stdout = spec.commandLine().getOut();
    for (String word : near) {
      int row =
          vectors
              .row(word)
              .orElseThrow(
                  () ->
                      new UserError(
                          source
                              + " has no vector of '"
                              + word
                              + "': write it in lower case, each digit as D"));
      stdout.println(word);
      vectors
          .nearest(row, count)
          .forEach(
              neighbour ->
                  stdout.printf(Locale.ROOT, "  %.3f %s%n", neighbour.cosine(), neighbour.word()));
    }
  }
}
