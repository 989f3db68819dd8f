package org.solrlmtc.cli.reproduce;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.solrlmtc.cli.report.Table;
import org.solrlmtc.training.recipe.Recipe;

/**
 * Hyper-parameters: the published ones, those of the recipes, and those that a search found.
 *
 * @param searches the folder with the results of searches, one folder per recipe
 */
record SettingsTable(Plan.Exhibit exhibit, Path searches) {

  /**
   * @param recipeFile from a recipe's name to its file
   */
  Table table(Published published, UnaryOperator<Path> recipeFile) {
    List<String> header = new ArrayList<>(List.of("method"));
    header.addAll(published.columns());
    List<List<String>> rows = new ArrayList<>();
    for (Plan.Row row : exhibit.rows()) {
      List<String> cells = new ArrayList<>(List.of(row.system() + ": published"));
      published
          .columns()
          .forEach(column -> cells.add(published.cell(row.system(), column).orElse("-")));
      rows.add(cells);
      Map<String, Path> recipes = new LinkedHashMap<>();
      row.fullSize().ifPresent(name -> put(recipeFile.apply(Path.of(name)), recipes));
      put(recipeFile.apply(Path.of(row.recipe())), recipes);
      for (String name : List.copyOf(recipes.keySet())) {
        recipes.put(name + ", found by search", searches.resolve(name).resolve("best.yaml"));
      }
      recipes.forEach(
          (name, file) -> {
            if (Files.isRegularFile(file)) {
              rows.add(settings(row.system() + ": " + name, Recipe.read(file), published));
            }
          });
    }
    return new Table(exhibit.title(), exhibit.note(), header, rows);
  }

  private static void put(Path file, Map<String, Path> recipes) {
    recipes.put(file.getFileName().toString().replaceFirst("\\.yaml$", ""), file);
  }

  private List<String> settings(String name, Recipe recipe, Published published) {
    List<String> cells = new ArrayList<>(List.of(name));
    for (String column : published.columns()) {
      cells.add(
          exhibit.settings().getOrDefault(column, List.of()).stream()
              .map(path -> value(recipe.settings(), path))
              .filter(value -> !value.isEmpty())
              .findFirst()
              .orElse("-"));
    }
    return cells;
  }

  private static String value(Map<?, ?> section, String path) {
    int dot = path.indexOf('.');
    Object value = section.get(dot < 0 ? path : path.substring(0, dot));
    if (value == null) {
      return "";
    }
    if (dot < 0) {
      return value.toString();
    }
    return value instanceof Map<?, ?> below ? value(below, path.substring(dot + 1)) : "";
  }
}
