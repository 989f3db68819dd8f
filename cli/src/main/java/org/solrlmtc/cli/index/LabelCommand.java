package org.solrlmtc.cli.index;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.solrlmtc.cli.common.ModelsOption;
import org.solrlmtc.cli.common.ReadLimitsOption;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.decide.DecisionSettings;
import org.solrlmtc.core.explain.Explanation;
import org.solrlmtc.core.label.ActDecision;
import org.solrlmtc.core.label.LabellingStatus;
import org.solrlmtc.core.language.LanguageIdentifier;
import org.solrlmtc.core.score.Evidence;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.score.SimilarAct;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.readers.act.ActStream;
import org.solrlmtc.readers.act.DamagePolicy;
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
public final class LabelCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ModelsOption models;
  @Mixin private ReadLimitsOption limits;

  @Option(
      names = "--bundle",
      defaultValue = "eurovoc-default",
      paramLabel = "BUNDLE",
      description = "Bundle: a name in the models folder, or a folder (default: ${DEFAULT-VALUE}).")
  private String bundleName;

  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description = "Files or folders of acts, in any format that 'lmtc index' reads (required).")
  private List<Path> paths;

  @Option(
      names = "--threshold",
      paramLabel = "SCORE",
      description =
          "Assign all labels with a score above this (default: the decision rule of the bundle).")
  private Optional<Double> threshold = Optional.empty();

  @Option(
      names = "--min-labels",
      paramLabel = "N",
      description = "Minimum number of labels per act (default: that of the bundle).")
  private Optional<Integer> minLabels = Optional.empty();

  @Option(
      names = "--max-labels",
      paramLabel = "N",
      description = "Maximum number of labels per act (default: that of the bundle).")
  private Optional<Integer> maxLabels = Optional.empty();

  @Option(
      names = "--include",
      split = ",",
      paramLabel = "CONCEPT",
      description =
          "Assign only these concepts: ids, narrower:ID, microthesaurus:NOTATION or domain:CODE,"
              + " separated by commas (default: all).")
  private List<String> include = List.of();

  @Option(
      names = "--exclude",
      split = ",",
      paramLabel = "CONCEPT",
      description = "Do not assign these concepts, in the same form (default: none).")
  private List<String> exclude = List.of();

  @Option(
      names = "--any-language",
      description =
          "Label acts in every language (default: acts in a language that the model does not read"
              + " get no labels).")
  private boolean anyLanguage;

  @Option(
      names = "--explain",
      description =
          "Show the passages that contributed most to each label, and the similar acts that have"
              + " it, if the model compares acts.")
  private boolean explain;

  @Option(
      names = "--explain-limit",
      paramLabel = "N",
      defaultValue = "" + Explanation.DEFAULT_PASSAGES,
      description =
          "Maximum number of passages per label, with --explain (default: ${DEFAULT-VALUE}).")
  private int explainLimit;

  @Option(
      names = "--json",
      description =
          "Print one JSON line per act: {\"celex_id\": ..., \"status\": ..., \"confidence\": ...,"
              + " \"labels\": [[id, score], ...]}, and with --explain \"passages\": {id: [...],"
              + " ...}.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    if (explainLimit < 1 || explainLimit > Explanation.MAX_PASSAGES) {
      throw new ParameterException(
          spec.commandLine(),
          "--explain-limit: " + explainLimit + " is not between 1 and " + Explanation.MAX_PASSAGES);
    }
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    ModelBundle bundle = models.open(bundleName);
    ActDecision decision = decision(bundle);
    LanguageIdentifier language =
        new LanguageIdentifier(anyLanguage ? List.of() : bundle.manifest().languages());
    DamagePolicy skip = DamagePolicy.skip(problem -> err.println("skipped: " + problem.message()));
    try (ActStream acts = ActStream.open(paths, skip, limits.limits());
        LabelScorer scorer = Scorers.open(bundle)) {
      Optional<LabelScorer> explainer =
          explain ? Optional.of(explainer(scorer, bundle)) : Optional.empty();
      while (acts.hasNext()) {
        LegalAct act = acts.next().act();
        Labelled labelled =
            language
                .otherLanguage(act)
                .map(code -> Labelled.none(LabellingStatus.otherLanguage(code)))
                .orElseGet(() -> Labelled.of(decision, scorer.score(List.of(act)).get(0)));
        Optional<List<Explanation>> explanations =
            explainer.map(
                explaining -> Explanation.of(act, labelled.labels(), explaining, explainLimit));
        if (json) {
          out.println(jsonLine(act, labelled, explanations));
        } else {
          print(act, labelled, explanations, bundle.thesaurus(), out);
        }
      }
      return acts.damaged() == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
    }
  }

  private static LabelScorer explainer(LabelScorer scorer, ModelBundle bundle) {
    if (scorer.explains()) {
      return scorer;
    }
    throw new UserError(
        "the bundle '"
            + bundle.manifest().name()
            + "' cannot explain its labels, its method '"
            + bundle.manifest().method()
            + "' has no explanations: omit --explain or choose another bundle");
  }

  private ActDecision decision(ModelBundle bundle) {
    try {
      DecisionSettings settings =
          new DecisionSettings(threshold, minLabels, maxLabels, include, exclude);
      settings.check(bundle.thesaurus());
      return ActDecision.of(bundle, settings);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "the option " + e.getMessage(), e);
    }
  }

  /** The result for one act. */
  private record Labelled(
      LabellingStatus status, List<ScoredLabel> labels, Optional<Double> confidence) {
    static Labelled none(LabellingStatus status) {
      return new Labelled(status, List.of(), Optional.empty());
    }

    static Labelled of(ActDecision decision, LabelScores scores) {
      List<ScoredLabel> labels = decision.decide(scores);
      return new Labelled(
          labels.isEmpty() ? LabellingStatus.NO_LABELS : LabellingStatus.LABELLED,
          labels,
          decision.confidence(labels));
    }
  }

  private static String jsonLine(
      LegalAct act, Labelled labelled, Optional<List<Explanation>> explanations) {
    ObjectNode line = new ObjectMapper().createObjectNode();
    line.put("celex_id", act.id());
    line.put("status", labelled.status().format());
    labelled.confidence().ifPresent(value -> line.put("confidence", value.floatValue()));
    ArrayNode array = line.putArray("labels");
    labelled.labels().forEach(label -> array.addArray().add(label.id()).add(label.score()));
    explanations.ifPresent(
        all -> {
          ObjectNode passages = line.putObject("passages");
          all.forEach(one -> passages.putPOJO(one.label(), one.passageMaps()));
          if (all.stream().anyMatch(one -> !one.similarActs().isEmpty())) {
            ObjectNode similarActs = line.putObject("similarActs");
            all.forEach(one -> similarActs.putPOJO(one.label(), one.similarActMaps()));
          }
        });
    return line.toString();
  }

  private static void print(
      LegalAct act,
      Labelled labelled,
      Optional<List<Explanation>> explanations,
      Thesaurus thesaurus,
      PrintWriter out) {
    out.println(act.id() + "  " + act.title().strip());
    labelled.confidence().ifPresent(value -> out.printf(Locale.ROOT, "  confidence %.2f%n", value));
    List<ScoredLabel> labels = labelled.labels();
    for (int i = 0; i < labels.size(); i++) {
      ScoredLabel label = labels.get(i);
      out.printf(
          Locale.ROOT,
          "  %.3f  %-6s %s%n",
          label.score(),
          label.id(),
          thesaurus.concept(label.id()).orElseThrow().descriptor());
      if (explanations.isPresent()) {
        explanations.get().get(i).passages().forEach(passage -> print(passage, out));
        explanations.get().get(i).similarActs().forEach(similar -> print(similar, out));
      }
    }
    if (labels.isEmpty()) {
      out.println("  (" + labelled.status().format() + ")");
    }
  }

  /** Prints the location as zone, section and offsets: {@code main_body[2] 17-24}. */
  private static void print(Explanation.Passage passage, PrintWriter out) {
    Evidence place = passage.evidence();
    out.printf(
        Locale.ROOT,
        "         %8.3f  %s[%d] %d-%d  \"%s\"%n",
        place.weight(),
        place.zone().key(),
        place.section(),
        place.start(),
        place.end(),
        passage.text().replaceAll("\\s+", " "));
  }

  private static void print(SimilarAct act, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "         %8.3f  similar act %s  %s%n",
        act.similarity(),
        act.id(),
        act.title().replaceAll("\\s+", " "));
  }
}
