package org.solrlmtc.cli.reproduce;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.report.Table;
import org.solrlmtc.training.execution.TrainingException;

/**
 * The trainings that are missing: what they will take, and training them within the budget.
 *
 * @param values all runs with their value for the tables
 * @param budget minutes, for this command
 * @param parsedMegabytes disk of the parsed acts while there are trainings
 */
record MissingRuns(
    Runs runs, Map<Run, Integer> values, Optional<Double> budget, double parsedMegabytes) {
  /** An interrupted training takes at least this part of its estimate. */
  private static final double LEAST_REST = 0.1;

  List<Run> missing() {
    return values.keySet().stream().filter(run -> !runs.isDone(run)).toList();
  }

  /** What is there, and what the rest will take. */
  String describe() {
    List<Run> missing = missing();
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%,d of %,d trainings are there%n",
            values.size() - missing.size(),
            values.size()));
    if (missing.isEmpty()) {
      return text.toString();
    }
    Costs costs = Costs.of(runs, values.keySet());
    List<Run> chosen = chosen(missing, costs, budget);
    List<List<String>> rows = new ArrayList<>();
    for (Run run : missing) {
      rows.add(
          List.of(
              run.name() + (runs.isBegun(run) ? " (to be resumed)" : ""),
              minutes(rest(run, costs)),
              String.format(Locale.ROOT, "%.0f", costs.megabytes(run)),
              chosen.contains(run) ? "yes" : "no"));
    }
    text.append(
        new Table(
                "Missing trainings",
                "Estimated " + costs.source() + ".",
                List.of("training", "minutes", "MB", "within the budget"),
                rows)
            .toText());
    double unknown = chosen.stream().filter(run -> rest(run, costs).isEmpty()).count();
    text.append(
        String.format(
            Locale.ROOT,
            "training %,d of them: about %.0f minutes%s, %,.0f MB, and %,.0f MB while it lasts%n",
            chosen.size(),
            chosen.stream().mapToDouble(run -> rest(run, costs).orElse(0.0)).sum(),
            unknown > 0 ? " and " + (int) unknown + " of unknown length" : "",
            megabytes(chosen, costs),
            chosen.isEmpty() ? 0 : parsedMegabytes));
    return text.toString();
  }

  /**
   * @throws UserError when the disk is too small
   */
  void checkDisk(Path work) throws IOException {
    Costs costs = Costs.of(runs, values.keySet());
    List<Run> chosen = chosen(missing(), costs, budget);
    if (chosen.isEmpty()) {
      return;
    }
    double needed = megabytes(chosen, costs) + parsedMegabytes;
    double free = Files.getFileStore(work).getUsableSpace() / 1e6;
    if (needed > free) {
      throw new UserError(
          String.format(
              Locale.ROOT,
              "%s needs about %,.0f MB, but has %,.0f MB: free some, give another --work, or a"
                  + " smaller --budget",
              work,
              needed,
              free));
    }
  }

  /**
   * Trains. After each training the rest is chosen again, as some take more or less than estimated.
   *
   * @return what was left out, with the reason
   */
  List<Selection.LeftOut> train(PrintWriter out) throws IOException {
    long start = System.nanoTime();
    Map<Run, String> failed = new LinkedHashMap<>();
    try {
      while (true) {
        List<Run> missing = missing().stream().filter(run -> !failed.containsKey(run)).toList();
        Costs costs = Costs.of(runs, values.keySet());
        Optional<Double> left = budget.map(minutes -> minutes - (System.nanoTime() - start) / 60e9);
        Optional<Run> next =
            chosen(missing, costs, left).stream()
                .min(
                    Comparator.comparing((Run run) -> !runs.isBegun(run))
                        .thenComparing(run -> -Math.min(values.get(run), Budget.valueAfter(0)))
                        .thenComparing(run -> rest(run, costs).orElse(Double.MAX_VALUE)));
        if (next.isEmpty()) {
          return leftOut(missing, costs, failed);
        }
        out.printf(
            Locale.ROOT,
            "training %s: %s minutes%n",
            next.get().name(),
            minutes(rest(next.get(), costs)));
        out.flush();
        try {
          runs.train(next.get());
        } catch (TrainingException | UserError e) {
          failed.put(next.get(), e.getMessage());
          out.println("failed: " + e.getMessage());
        }
      }
    } finally {
      runs.deleteParsedActs();
    }
  }

  private List<Selection.LeftOut> leftOut(List<Run> missing, Costs costs, Map<Run, String> failed) {
    List<Selection.LeftOut> leftOut = new ArrayList<>();
    failed.forEach((run, reason) -> leftOut.add(new Selection.LeftOut(run.name(), reason)));
    for (Run run : missing) {
      Optional<Double> minutes = rest(run, costs);
      leftOut.add(
          new Selection.LeftOut(
              run.name(),
              minutes.isEmpty()
                  ? "its recipe does not say what it takes, so it fits no budget"
                  : String.format(
                      Locale.ROOT,
                      "about %.0f minutes: not among the most valuable that fit into the budget of"
                          + " %.1f hours",
                      minutes.get(),
                      budget.orElse(0.0) / 60)));
    }
    return leftOut;
  }

  /** The runs to train in some minutes: the most valuable ones, or all without a limit. */
  private List<Run> chosen(List<Run> missing, Costs costs, Optional<Double> minutes) {
    if (minutes.isEmpty()) {
      return missing;
    }
    List<Budget.Candidate> candidates = new ArrayList<>();
    for (Run run : missing) {
      rest(run, costs)
          .ifPresent(rest -> candidates.add(new Budget.Candidate(run, rest, values.get(run))));
    }
    return Budget.best(candidates, minutes.get()).stream().map(Budget.Candidate::run).toList();
  }

  /** The estimated minutes without those that an interrupted training had already. */
  private Optional<Double> rest(Run run, Costs costs) {
    return costs
        .minutes(run)
        .map(
            minutes ->
                runs.isBegun(run)
                    ? Math.max(minutes - runs.effort(run).seconds() / 60, minutes * LEAST_REST)
                    : minutes);
  }

  private static double megabytes(List<Run> chosen, Costs costs) {
    return chosen.stream().mapToDouble(costs::megabytes).sum();
  }

  private static String minutes(Optional<Double> minutes) {
    return minutes.map(value -> String.format(Locale.ROOT, "%.1f", value)).orElse("unknown");
  }
}
