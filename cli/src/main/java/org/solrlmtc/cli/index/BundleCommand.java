package org.solrlmtc.cli.index;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.solr.common.params.MapSolrParams;
import org.solrlmtc.cli.common.ModelsOption;
import org.solrlmtc.cli.solr.BundleUpload;
import org.solrlmtc.cli.solr.SolrHttp;
import org.solrlmtc.cli.solr.SolrTarget;
import org.solrlmtc.core.bundle.ModelBundle;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Groups the commands for the bundles of a running Solr. */
@Command(
    name = "bundle",
    description = "Put model bundles into a running Solr, and name them.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {BundleCommand.Upload.class, BundleCommand.Alias.class})
public final class BundleCommand implements Runnable {
  private static final Duration REQUEST_TIMEOUT = Duration.ofMinutes(10);
  private static final String MODELS = "/lmtc/models";

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  private static void move(
      SolrHttp solr, String collection, String alias, String bundle, PrintWriter out) {
    JsonNode answer =
        solr.post(
            collection,
            MODELS,
            new MapSolrParams(Map.of("action", "alias", "alias", alias, "model", bundle)));
    out.println("'" + alias + "' is " + bundle + nodes(answer));
  }

  /** What each node serves now. */
  private static String nodes(JsonNode answer) {
    if (!answer.has("nodes")) {
      return node("", answer);
    }
    StringBuilder nodes = new StringBuilder();
    answer
        .path("nodes")
        .fields()
        .forEachRemaining(entry -> nodes.append(node(entry.getKey(), entry.getValue())));
    return nodes.toString();
  }

  private static String node(String name, JsonNode answer) {
    String serves = answer.has("model") ? "serves " + answer.path("model").asText() : "not open";
    return "; " + (name.isEmpty() ? "" : name + ": ") + serves;
  }

  /** Uploads a bundle. */
  @Command(
      name = "upload",
      description = {
        "Put a bundle into the models folder of every node of a collection, and swap it in where it"
            + " is open.",
        "",
        "Solr takes bundles from authenticated users, or from all if it was started with"
            + " -Dlmtc.models.upload=true.",
        ""
      })
  static final class Upload implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Mixin private SolrTarget target;

    @Mixin private ModelsOption models;

    @Parameters(
        paramLabel = "BUNDLE",
        description = "Name of a bundle in the models folder of this machine, or its folder.")
    private String nameOrFolder;

    @Option(
        names = "--alias",
        paramLabel = "ALIAS",
        description = "Afterwards make this alias stand for the bundle (default: none).")
    private Optional<String> alias = Optional.empty();

    @Override
    public Integer call() {
      ModelBundle bundle = models.open(nameOrFolder);
      String name = bundle.manifest().name();
      PrintWriter out = spec.commandLine().getOut();
      try (SolrHttp solr = target.connect(REQUEST_TIMEOUT)) {
        JsonNode answer = BundleUpload.send(solr, target.collection(), bundle);
        out.println("uploaded " + bundle.id() + nodes(answer));
        alias.ifPresent(given -> move(solr, target.collection(), given, name, out));
      }
      return ExitCode.OK;
    }
  }

  /** Moves an alias. */
  @Command(
      name = "alias",
      description = {
        "Make a name such as 'production' stand for a bundle, on every node of a collection.",
        "",
        "Where a configuration names the alias, the bundle serves at once.",
        ""
      })
  static final class Alias implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Mixin private SolrTarget target;

    @Parameters(index = "0", paramLabel = "ALIAS", description = "The name to move.")
    private String alias;

    @Parameters(index = "1", paramLabel = "NAME", description = "Bundle in Solr's models folder.")
    private String bundle;

    @Override
    public Integer call() {
      try (SolrHttp solr = target.connect(REQUEST_TIMEOUT)) {
        move(solr, target.collection(), alias, bundle, spec.commandLine().getOut());
      }
      return ExitCode.OK;
    }
  }
}
