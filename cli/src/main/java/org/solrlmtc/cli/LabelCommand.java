package org.solrlmtc.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.io.ActStream;
import org.solrlmtc.core.act.io.DamagePolicy;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.score.DecisionRule;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.ScoredLabel;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Labels acts without Solr. */
@Command(
    name = "label",
    description = "Label acts without Solr, and print the labels with their scores.")
final class LabelCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private BundleOption bundleOption;
  @Mixin private ReadLimitsOption limits;

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "Files or folders of acts.")
  private List<Path> paths;

  @Option(
      names = "--threshold",
      description = "Assign labels that score above this (default: the bundle's own rule).")
  private Optional<Double> threshold = Optional.empty();

  @Option(names = "--top", description = "At most so many labels (default: the bundle's own rule).")
  private Optional<Integer> top = Optional.empty();

  @Option(
      names = "--json",
      description =
          "Print a JSON line an act: {\"celex_id\": ..., \"labels\": [[id, score], ...]}.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    ModelBundle bundle = bundleOption.open();
    DecisionRule rule = rule(bundle.manifest().decision());
    DamagePolicy skip = DamagePolicy.skip(problem -> err.println("skipped: " + problem.message()));
    try (ActStream acts = ActStream.open(paths, skip, limits.limits());
        LabelScorer scorer = Scorers.open(bundle)) {
      while (acts.hasNext()) {
        ActRecord act = acts.next();
        List<ScoredLabel> labels = rule.decide(scorer.score(List.of(act.act())).get(0));
        if (json) {
          out.println(jsonLine(act, labels));
        } else {
          print(act, labels, bundle, out);
        }
      }
      return acts.damaged() == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
    }
  }

  private DecisionRule rule(DecisionRule own) {
    try {
      return new DecisionRule(
          threshold.orElse(own.threshold()),
          threshold.isPresent() ? Map.of() : own.labelThresholds(),
          top.orElse(own.maxLabels()));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private static String jsonLine(ActRecord act, List<ScoredLabel> labels) {
    ObjectNode line = new ObjectMapper().createObjectNode();
    line.put("celex_id", act.act().id());
    ArrayNode array = line.putArray("labels");
    labels.forEach(label -> array.addArray().add(label.id()).add(label.score()));
    return line.toString();
  }

  private static void print(
      ActRecord act, List<ScoredLabel> labels, ModelBundle bundle, PrintWriter out) {
    out.println(act.act().id() + "  " + act.act().title().strip());
    for (ScoredLabel label : labels) {
      out.printf(
          Locale.ROOT,
          "  %.3f  %-6s %s%n",
          label.score(),
          label.id(),
          bundle.thesaurus().concept(label.id()).orElseThrow().descriptor());
    }
    if (labels.isEmpty()) {
      out.println("  (no label)");
    }
  }
}
