package org.solrlmtc.cli.train;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Resources;
import org.solrlmtc.training.neural.bilm.BiLmSettings;
import org.solrlmtc.training.neural.bilm.BiLmTrainer;
import org.solrlmtc.training.neural.elmo.ElmoCheck;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Groups the commands for ELMo's language model. */
@Command(
    name = "elmo",
    description = "Train ELMo's language model on acts, and check published ones.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ElmoCommand.Train.class, ElmoCommand.Check.class})
public final class ElmoCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** Trains a biLM. */
  @Command(
      name = "train",
      description = {
        "Train a bidirectional language model on the training acts and write it as ELMo's public"
            + " files (options.json, weights.hdf5).",
        "",
        "The same command resumes an interrupted training. One act in a hundred is held out; its"
            + " perplexity is measured ten times, and logged in training.jsonl.",
        ""
      })
  static final class Train implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
        names = "--data",
        required = true,
        paramLabel = "PATH",
        description =
            "Folder with the split train..., or a file of training acts; repeatable (required).")
    private List<Path> data = new ArrayList<>();

    @Option(
        names = "--out",
        required = true,
        paramLabel = "DIR",
        description = "Folder to write; it must not exist (required).")
    private Path out;

    @Option(
        names = "--zones",
        defaultValue = BiLmSettings.ZONES,
        paramLabel = "ZONES",
        description = "Text to read (default: ${DEFAULT-VALUE}).")
    private String zones;

    @Option(
        names = "--words",
        defaultValue = "0",
        paramLabel = "N",
        description =
            "Words of the acts to read per epoch, a random part; 0: all (default:"
                + " ${DEFAULT-VALUE}).")
    private long words;

    @Option(
        names = "--epochs",
        defaultValue = "" + BiLmSettings.EPOCHS,
        paramLabel = "N",
        description = "Number of passes over these words (default: ${DEFAULT-VALUE}).")
    private int epochs;

    @Option(
        names = "--size",
        defaultValue = "" + BiLmSettings.SIZE,
        paramLabel = "N",
        description = "Dimension of a state per direction (default: ${DEFAULT-VALUE}).")
    private int size;

    @Option(
        names = "--cell-size",
        defaultValue = "" + BiLmSettings.CELL_SIZE,
        paramLabel = "N",
        description = "Size of an LSTM cell (default: ${DEFAULT-VALUE}).")
    private int cellSize;

    @Option(
        names = "--vocabulary",
        defaultValue = "" + BiLmSettings.VOCABULARY,
        paramLabel = "N",
        description = "Number of predicted words (default: ${DEFAULT-VALUE}).")
    private int vocabulary;

    @Option(
        names = "--batch-size",
        defaultValue = "" + BiLmSettings.BATCH_SIZE,
        paramLabel = "N",
        description = "Sequences of 128 words per step (default: ${DEFAULT-VALUE}).")
    private int batchSize;

    @Option(
        names = "--learning-rate",
        defaultValue = "" + BiLmSettings.LEARNING_RATE,
        paramLabel = "X",
        description = "Learning rate after the warm-up (default: ${DEFAULT-VALUE}).")
    private double learningRate;

    @Option(
        names = "--minutes",
        defaultValue = "120",
        paramLabel = "N",
        description =
            "Training ends after this time, with the weights that it has; 0: no limit (default:"
                + " ${DEFAULT-VALUE}).")
    private double minutes;

    @Option(
        names = "--seed",
        defaultValue = "1",
        paramLabel = "N",
        description = "Random seed (default: ${DEFAULT-VALUE}).")
    private int seed;

    @Override
    public Integer call() throws IOException {
      BiLmSettings settings;
      try {
        settings =
            BiLmSettings.of(
                BiLmSettings.smallOptions(cellSize, size),
                ZoneSelection.parse(zones),
                vocabulary,
                words,
                epochs,
                batchSize,
                learningRate,
                minutes,
                seed);
      } catch (IllegalArgumentException e) {
        throw new UserError(e.getMessage(), e);
      }
      BiLmTrainer.Result result;
      try (StageProgress progress = new StageProgress(spec.commandLine().getErr())) {
        result =
            new BiLmTrainer(settings, Resources.ofThisProcess(), progress)
                .train(TrainingData.of(data), out);
      }
      spec.commandLine()
          .getOut()
          .printf(
              Locale.ROOT,
              "wrote %s after %,d steps: perplexity of held-out acts %.1f%n",
              out,
              result.steps(),
              result.perplexity());
      return 0;
    }
  }

  /** Compares a biLM with published states. */
  @Command(
      name = "check",
      description = {
        "Compute the states of sentences and compare them with those of another implementation.",
        "",
        "The folder has ...options.json and ...weights.hdf5, sentences.json with streams of"
            + " sentences, and lm_embeddings_N.hdf5 with the states of the top layer of each"
            + " stream, as in AllenNLP's tests. The exit code is 1 when a value differs by 1e-5 or"
            + " more.",
        ""
      })
  static final class Check implements Callable<Integer> {
    private static final double LIMIT = 1e-5;

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Folder of the model, sentences and states.")
    private Path folder;

    @Override
    public Integer call() throws IOException {
      ElmoCheck check = ElmoCheck.of(folder);
      for (int stream = 0; stream < check.streams().size(); stream++) {
        spec.commandLine()
            .getOut()
            .printf(
                Locale.ROOT,
                "stream %d: largest difference %.2g%n",
                stream,
                check.streams().get(stream));
      }
      spec.commandLine()
          .getOut()
          .printf(
              Locale.ROOT,
              "word vectors: largest difference %.2g%nall %,d states: largest difference %.2g%n",
              check.words(),
              check.states(),
              check.largest());
      return check.states() > 0 && check.largest() < LIMIT ? 0 : 1;
    }
  }
}
