package org.solrlmtc.cli.reproduce;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.solrlmtc.cli.common.Layout;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.training.Trainers;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.recipe.Recipe;

/**
 * The rows of the requested tables with their runs.
 *
 * @param rows the runs of each row, in the order of their seeds
 * @param recipes the recipe of each row
 * @param leftOut rows that cannot be trained, with the reason
 */
record Selection(
    Map<Plan.Row, List<Run>> rows, Map<Plan.Row, Chosen> recipes, List<LeftOut> leftOut) {

  /** A row's recipe, and how it compares with the published method. */
  record Chosen(String recipe, Plan.Scale scale) {}

  /** Something that the page lacks. */
  record LeftOut(String what, String reason) {}

  /**
   * Finds the runs.
   *
   * @param fullSize whether to use the recipes with the settings of the paper
   * @param files the folder of files that cannot be part of the project
   * @param seeds seeds instead of the plan's
   */
  static Selection of(
      Plan plan,
      List<Plan.Exhibit> exhibits,
      boolean fullSize,
      Optional<List<Integer>> seeds,
      Path files,
      Layout layout,
      Runs runs) {
    Map<Plan.Row, List<Run>> rows = new LinkedHashMap<>();
    Map<Plan.Row, Chosen> recipes = new LinkedHashMap<>();
    Set<LeftOut> leftOut = new LinkedHashSet<>(); // a row may be in several tables
    for (Plan.Exhibit exhibit : exhibits) {
      if (exhibit.kind() != Plan.Kind.MEASURES && exhibit.kind() != Plan.Kind.CURVES) {
        continue;
      }
      for (Plan.Row row : exhibit.rows()) {
        boolean paper = fullSize && row.fullSize().isPresent();
        String name = paper ? row.fullSize().get() : row.recipe();
        Plan.Scale scale = paper ? Plan.Scale.FULL_SIZE : row.scale();
        try {
          Path file = layout.recipe(name);
          if (!Files.isRegularFile(file)) {
            throw new UserError("there is no recipe " + name);
          }
          Recipe recipe = changed(Recipe.read(file), row, files);
          Trainers.of(recipe.method(), "recipe '" + name + "'").check(recipe);
          List<Run> found = new ArrayList<>();
          if (Run.isSeeded(recipe)) {
            seeds
                .or(row::seeds)
                .orElse(plan.seeds())
                .forEach(
                    seed -> found.add(runs.run(file, recipe, row.changes(), Optional.of(seed))));
          } else {
            found.add(runs.run(file, recipe, row.changes(), Optional.empty()));
          }
          found.forEach(runs::members); // fails now if a member has no recipe
          rows.put(
              row,
              found.stream()
                  .map(run -> paper ? run : run.costing(row.cpuMinutes(), row.megabytes()))
                  .toList());
          recipes.put(row, new Chosen(recipe.name(), scale));
        } catch (UserError | TrainingException e) {
          leftOut.add(new LeftOut(row.system(), e.getMessage()));
        }
      }
    }
    return new Selection(rows, recipes, List.copyOf(leftOut));
  }

  private static Recipe changed(Recipe recipe, Plan.Row row, Path files) {
    Recipe changed = recipe;
    for (String needed : row.needs()) {
      if (!Files.isRegularFile(files.resolve(needed))) {
        throw new UserError(
            "it needs the file "
                + needed
                + ", which is not part of the project: put it into "
                + files);
      }
    }
    for (Map.Entry<String, Object> change : row.changes().entrySet()) {
      Object value = change.getValue();
      changed =
          changed.with(
              change.getKey(),
              row.needs().contains(value)
                  ? files.resolve(value.toString()).toAbsolutePath().toString()
                  : value);
    }
    return changed;
  }

  /** All different runs, each with its value for the tables. */
  Map<Run, Integer> values() {
    Map<String, Run> byKey = new LinkedHashMap<>();
    Map<String, Integer> values = new LinkedHashMap<>();
    rows.values()
        .forEach(
            found -> {
              for (int i = 0; i < found.size(); i++) {
                byKey.putIfAbsent(found.get(i).key(), found.get(i));
                values.merge(found.get(i).key(), Budget.valueAfter(i), Integer::sum);
              }
            });
    Map<Run, Integer> all = new LinkedHashMap<>();
    byKey.forEach((key, run) -> all.put(run, values.get(key)));
    return all;
  }
}
