package org.solrlmtc.cli.reproduce;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.solrlmtc.cli.common.Layout;
import org.solrlmtc.cli.report.Report;
import org.solrlmtc.cli.report.TimePlot;
import org.solrlmtc.cli.train.Seeds;
import org.solrlmtc.core.eval.significance.RandomizationTest;
import org.solrlmtc.training.data.TrainingData;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reproduces the tables and figures of the paper. */
@Command(
    name = "reproduce",
    description = {
      "Reproduce tables and figures of the paper: train what is missing, measure on dev, and write"
          + " one page with our figures beside the published ones.",
      "",
      "Says first what the trainings will take. Trainings of an earlier run are used if recipe,"
          + " random seed, data and thesaurus are the same; an interrupted one is resumed.",
      ""
    })
public final class ReproduceCommand implements Callable<Integer> {
  private static final String ALL = "all";
  private static final double MINUTES_PER_HOUR = 60;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "TABLE|FIGURE|all",
      description =
          "Tables and figures of the plan, such as data-set, results or figure-k; all: every one of"
              + " them.")
  private List<String> names;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "Folder with the splits train... and dev... (required).")
  private Path data;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      defaultValue = "reproduction",
      description = "Folder of the trained bundles (default: ${DEFAULT-VALUE}).")
  private Path work;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder of the page (default: page in the folder of --work).")
  private Optional<Path> out = Optional.empty();

  @Option(
      names = "--budget",
      paramLabel = "HOURS",
      description =
          "Train only what is estimated to fit into this time, and fills most of the tables; 0:"
              + " train nothing (default: train everything).")
  private Optional<Double> budget = Optional.empty();

  @Option(
      names = "--full-size",
      description =
          "Use the recipes with the paper's settings, for machines with a GPU (default: smaller"
              + " ones for CPUs).")
  private boolean fullSize;

  @Option(
      names = "--seeds",
      paramLabel = "1..5|1,2,3",
      converter = Seeds.Converter.class,
      description = "Random seeds of every method that has them (default: the plan's).")
  private Optional<Seeds> seeds = Optional.empty();

  @Option(
      names = "--test",
      paramLabel = "FILE",
      description =
          "Acts of the test split: the page then has figures on test; best runs are chosen on dev"
              + " (default: figures on dev).")
  private Optional<Path> test = Optional.empty();

  @Option(
      names = "--files",
      paramLabel = "DIR",
      description =
          "Folder of files that the project cannot ship, such as glove.6B.200d.txt (default: files"
              + " in the folder of --work).")
  private Optional<Path> files = Optional.empty();

  @Option(
      names = "--records",
      paramLabel = "DIR",
      description =
          "Folder of recorded results: a run that is recorded there is not trained, and what is"
              + " trained is recorded; the page marks it (default: no records).")
  private Optional<Path> records = Optional.empty();

  @Option(
      names = "--plan",
      paramLabel = "FILE",
      description =
          "The tables and their rows (default: conf/reproduce/eurlex57k.yaml, the paper's).")
  private Optional<Path> plan = Optional.empty();

  @Option(
      names = "--iterations",
      paramLabel = "N",
      defaultValue = "" + RandomizationTest.DEFAULT_ITERATIONS,
      description = "Iterations of significance tests (default: ${DEFAULT-VALUE}).")
  private int iterations;

  @Option(
      names = "--dry-run",
      description = "Only say what is missing and what it would take (default: train and measure).")
  private boolean dryRun;

  @Option(
      names = "--thesaurus",
      paramLabel = "FILE",
      description = "Thesaurus in the compact form (default: conf/eurovoc/eurovoc-en.tsv).")
  private Optional<Path> thesaurus = Optional.empty();

  @Override
  public Integer call() throws IOException {
    if (iterations < 1 || budget.isPresent() && !(budget.get() >= 0)) {
      throw new ParameterException(
          spec.commandLine(), "--iterations must be 1 or more, --budget 0 or more");
    }
    if (records.isPresent() && test.isPresent()) {
      throw new ParameterException(
          spec.commandLine(),
          "--records has results on dev only: leave it out to measure bundles on --test");
    }
    Layout layout = Layout.find();
    Path planFile = plan.orElseGet(() -> layout.reproductionPlan("eurlex57k"));
    Plan read = Plan.read(planFile);
    List<Plan.Exhibit> exhibits = requested(read);
    TimePlot.tryOut(); // a Java that cannot draw must fail before hours of training
    Files.createDirectories(work);
    PrintWriter stdout = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    DataSet set = DataSet.read(data);
    Runs runs =
        new Runs(
            work,
            TrainingData.in(data),
            thesaurus.orElseGet(layout::euroVoc),
            records.map(Records::new),
            err);
    Selection selection =
        Selection.of(
            read,
            exhibits,
            fullSize,
            seeds.map(Seeds::all),
            files.orElseGet(() -> work.resolve("files")),
            layout,
            runs);
    MissingRuns missing =
        new MissingRuns(
            runs,
            selection.values(),
            budget.map(hours -> hours * MINUTES_PER_HOUR),
            set.parsedMegabytes());
    stdout.print(missing.describe());
    selection
        .leftOut()
        .forEach(item -> stdout.println("left out: " + item.what() + ": " + item.reason()));
    stdout.flush();
    if (dryRun) {
      return 0;
    }
    missing.checkDisk(work);
    List<Selection.LeftOut> leftOut = new ArrayList<>(selection.leftOut());
    leftOut.addAll(missing.train(stdout));
    Report page =
        new Reproduction(
                read, planFile, layout, runs, work.resolve("search"), set, test, iterations)
            .page(exhibits, selection, leftOut, err);
    Path folder = out.orElseGet(() -> work.resolve("page"));
    page.write(folder);
    page.tables().forEach(table -> stdout.println(table.toText()));
    stdout.println("wrote " + folder.resolve("report.md") + " and report.html");
    return 0;
  }

  private List<Plan.Exhibit> requested(Plan read) {
    if (names.contains(ALL)) {
      return List.copyOf(read.tables().values());
    }
    List<Plan.Exhibit> requested = new ArrayList<>();
    read.tables()
        .forEach(
            (name, exhibit) -> {
              if (names.contains(name)) {
                requested.add(exhibit);
              }
            });
    for (String name : names) {
      if (!read.tables().containsKey(name)) {
        throw new ParameterException(
            spec.commandLine(),
            "the plan has no '"
                + name
                + "': use all or "
                + String.join(", ", read.tables().keySet()));
      }
    }
    return requested;
  }
}
