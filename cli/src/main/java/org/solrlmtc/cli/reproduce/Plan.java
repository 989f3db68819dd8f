package org.solrlmtc.cli.reproduce;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.core.json.JsonProblems;
import org.solrlmtc.core.settings.Settings;

/**
 * The tables and figures to reproduce, and the recipe of each row: {@code conf/reproduce/*.yaml}.
 *
 * @param title what is reproduced
 * @param seeds the random seeds of rows that do not name theirs
 * @param tables by name, in the order of the page
 */
record Plan(String title, List<Integer> seeds, Map<String, Exhibit> tables) {
  private static final YAMLMapper YAML =
      YAMLMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /** What a table or figure shows. */
  enum Kind {
    /** The number of acts, words and labels. */
    DATA_SET,
    /** How labels are distributed over acts, and acts over labels. */
    DISTRIBUTION,
    /** Measures of methods. */
    MEASURES,
    /** Measures of methods over K. */
    CURVES,
    /** Settings of recipes. */
    SETTINGS
  }

  /** How a row's recipe compares with the published method. */
  enum Scale {
    /** The settings of the paper. */
    FULL_SIZE,
    /** The method of the paper, smaller, for CPUs. */
    FAST,
    /** A method that the paper does not have. */
    OWN
  }

  /**
   * A table or figure.
   *
   * @param publishedOn the split that the published figures are on
   * @param published names of tables of published figures; a name that ends in {@code .tsv} is a
   *     file beside the plan
   * @param settings of the kind {@code settings}: the paths of the settings in each column
   */
  record Exhibit(
      String name,
      Kind kind,
      String title,
      String note,
      String publishedOn,
      List<String> published,
      List<Row> rows,
      Map<String, List<String>> settings) {}

  /**
   * A row: a method and its recipe.
   *
   * @param system the name, as in the table of published figures
   * @param recipe the recipe's name
   * @param fullSize the recipe with the settings of the paper, if that is another one
   * @param changes settings of the recipe that the row changes
   * @param needs files that cannot be part of the project, which the row reads
   * @param cpuMinutes CPU time of a training, where it is not that of the recipe
   * @param megabytes size of the bundle, where it is not that of the recipe
   */
  record Row(
      String system,
      String recipe,
      Optional<String> fullSize,
      Scale scale,
      Map<String, Object> changes,
      Optional<List<Integer>> seeds,
      List<String> needs,
      Optional<Double> cpuMinutes,
      Optional<Double> megabytes) {}

  /**
   * Reads a plan.
   *
   * @throws UserError naming the file and what is wrong
   */
  static Plan read(Path file) {
    try {
      Map<String, Object> read = YAML.readValue(Files.readAllBytes(file), new TypeReference<>() {});
      return of(read == null ? Map.of() : read);
    } catch (NoSuchFileException e) {
      throw new UserError("the plan " + file + " does not exist", e);
    } catch (JsonProcessingException e) {
      throw new UserError(file + ": " + JsonProblems.describe(e), e);
    } catch (IllegalArgumentException e) {
      throw new UserError(file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UserError("cannot read the plan " + file + ": " + e.getMessage(), e);
    }
  }

  private static Plan of(Map<String, Object> read) {
    Settings plan = new Settings("plan", read);
    String title = plan.text("title", "");
    List<Integer> seeds = seeds(plan).orElse(List.of(1));
    Map<String, Exhibit> tables = new LinkedHashMap<>();
    plan.map("tables")
        .forEach(
            (name, table) -> {
              if (!(table instanceof Map<?, ?>)) {
                throw new IllegalArgumentException("the table '" + name + "' has no settings");
              }
              tables.put(
                  name, exhibit(name, new Settings("plan", Map.of(name, table)).section(name)));
            });
    plan.finish();
    if (tables.isEmpty()) {
      throw new IllegalArgumentException("the plan has no tables");
    }
    return new Plan(title, seeds, tables);
  }

  private static Exhibit exhibit(String name, Settings table) {
    Map<String, List<String>> columns = new LinkedHashMap<>();
    Kind kind = table.choice("kind", Kind.MEASURES);
    String title = table.text("title", name);
    String note = table.text("note", "");
    String publishedOn = table.text("publishedOn", "test");
    List<String> published = table.texts("published", List.of());
    Map<String, Object> settings = table.map("settings");
    Settings paths = new Settings("settings of " + name, settings);
    settings.keySet().forEach(column -> columns.put(column, paths.texts(column, List.of())));
    List<Row> rows = new ArrayList<>();
    for (Map<String, Object> row : table.maps("rows")) {
      rows.add(row(new Settings("row of " + name, row)));
    }
    table.finish();
    return new Exhibit(name, kind, title, note, publishedOn, published, List.copyOf(rows), columns);
  }

  private static Row row(Settings row) {
    String system = row.text("system", "");
    String recipe = row.text("recipe", "");
    String fullSize = row.text("fullSize", "");
    Row read =
        new Row(
            system,
            recipe,
            fullSize.isEmpty() ? Optional.empty() : Optional.of(fullSize),
            row.choice("scale", Scale.FAST),
            row.map("set"),
            seeds(row),
            row.texts("needs", List.of()),
            row.optionalNumber("cpuMinutes"),
            row.optionalNumber("megabytes"));
    row.finish();
    if (system.isBlank() || recipe.isBlank()) {
      throw new IllegalArgumentException("a row needs a 'system' and a 'recipe'");
    }
    return read;
  }

  private static Optional<List<Integer>> seeds(Settings from) {
    List<String> seeds = from.textsOrIntegers("seeds");
    try {
      return seeds.isEmpty()
          ? Optional.empty()
          : Optional.of(seeds.stream().map(Integer::valueOf).distinct().toList());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'seeds' must be whole numbers, not " + seeds, e);
    }
  }
}
