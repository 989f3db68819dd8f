package org.solrlmtc.training.recipe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.solrlmtc.core.json.JsonProblems;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.execution.TrainingException;

/**
 * How a model is trained: {@code conf/recipes/*.yaml}.
 *
 * @param name the recipe's name, for provenance
 * @param method the method, which has a trainer of the same name
 * @param version the version of the trained models
 * @param settings the method's own settings
 * @param decision the settings of the decision rule
 */
public record Recipe(
    String name,
    String method,
    String version,
    Map<String, Object> settings,
    Map<String, Object> decision) {
  private static final String DECISION = "decision";
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  public Recipe {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    decision = Collections.unmodifiableMap(new LinkedHashMap<>(decision));
  }

  /**
   * Reads a recipe.
   *
   * @throws TrainingException naming the file and the setting that is wrong
   */
  public static Recipe read(Path file) {
    return read(
        file,
        recipe -> {
          recipe.expectedFigures();
          return recipe.toRecipe(file.getFileName().toString().replaceFirst("\\.ya?ml$", ""));
        });
  }

  /**
   * Reads what a recipe should give; empty if its file does not say.
   *
   * @throws TrainingException naming the file and what is wrong
   */
  public static Optional<ExpectedFigures> expected(Path file) {
    return read(file, RecipeFile::expectedFigures);
  }

  private static <T> T read(Path file, Function<RecipeFile, T> use) {
    try {
      return use.apply(YAML.readValue(Files.readAllBytes(file), RecipeFile.class));
    } catch (JsonProcessingException e) {
      throw new TrainingException(file + ": " + JsonProblems.describe(e), e);
    } catch (TrainingException e) {
      throw new TrainingException(file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new TrainingException("cannot read the recipe " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Reads the method's settings, all of them.
   *
   * @throws TrainingException naming the recipe and the setting that is unknown or has a wrong
   *     value
   */
  public <T> T read(Function<Settings, T> reader) {
    try {
      Settings unread = new Settings(method, settings);
      T read = reader.apply(unread);
      unread.finish();
      return read;
    } catch (IllegalArgumentException e) {
      throw new TrainingException("recipe '" + name + "': " + e.getMessage(), e);
    }
  }

  /**
   * The recipe with a value changed: one of its section {@code decision}, or one of the method's
   * own settings, which the method itself checks.
   *
   * @param key a name, or a path to a name in a section: {@code schedule.epochs}
   * @param value what {@link #parseValue} reads
   * @throws TrainingException naming the key when the path leads through something that is not a
   *     section
   */
  public Recipe with(String key, Object value) {
    if (key.equals(DECISION) || key.startsWith(DECISION + ".")) {
      Map<String, Object> changed = changed(Map.of(DECISION, decision), key, 0, value);
      if (changed.get(DECISION) instanceof Map<?, ?> section) {
        return new Recipe(name, method, version, settings, withTextKeys(section));
      }
      throw new TrainingException(
          "the setting 'decision' is a section: write decision.SETTING=VALUE");
    }
    return new Recipe(name, method, version, changed(settings, key, 0, value), decision);
  }

  /** A section with another value at the rest of a path; missing sections are created. */
  private static Map<String, Object> changed(
      Map<?, ?> section, String path, int from, Object value) {
    int dot = path.indexOf('.', from);
    String next = path.substring(from, dot < 0 ? path.length() : dot);
    if (next.isBlank()) {
      throw new TrainingException(
          "the setting '" + path + "' has a part without a name: write section.setting");
    }
    Map<String, Object> changed = withTextKeys(section);
    if (dot < 0) {
      changed.put(next, value);
    } else if (changed.getOrDefault(next, Map.of()) instanceof Map<?, ?> below) {
      changed.put(next, changed(below, path, dot + 1, value));
    } else {
      throw new TrainingException(
          "the setting '"
              + path.substring(0, dot)
              + "' is not a section: there is no '"
              + path
              + "' to set");
    }
    return changed;
  }

  private static Map<String, Object> withTextKeys(Map<?, ?> section) {
    Map<String, Object> copy = new LinkedHashMap<>();
    section.forEach((key, value) -> copy.put(String.valueOf(key), value));
    return copy;
  }

  /**
   * Parses a value as in a recipe.
   *
   * @throws TrainingException when there is none, or it is not YAML
   */
  public static Object parseValue(String yaml) {
    try {
      Object value = yaml.isBlank() ? null : YAML.readValue(yaml, Object.class);
      if (value == null) {
        throw new TrainingException("there is no value");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw new TrainingException(JsonProblems.reason(e), e);
    }
  }

  /** The recipe as a file. */
  public String toYaml() {
    Map<String, Object> file = new LinkedHashMap<>();
    file.put("method", method);
    file.put("version", version);
    file.put("settings", settings);
    if (!decision.isEmpty()) {
      file.put(DECISION, decision);
    }
    try {
      return YAML.writeValueAsString(file);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The YAML structure; null for missing settings. */
  private record RecipeFile(
      String method,
      String version,
      Map<String, Object> settings,
      Map<String, Object> decision,
      Map<String, Object> expected) {
    Optional<ExpectedFigures> expectedFigures() {
      return Optional.ofNullable(expected).map(ExpectedFigures::of);
    }

    Recipe toRecipe(String name) {
      if (method == null || method.isBlank()) {
        throw new TrainingException("the setting 'method' is missing");
      }
      return new Recipe(
          name,
          method,
          version == null ? "1" : version,
          settings == null ? Map.of() : settings,
          decision == null ? Map.of() : decision);
    }
  }
}
