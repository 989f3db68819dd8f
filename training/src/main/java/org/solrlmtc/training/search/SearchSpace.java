package org.solrlmtc.training.search;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.solrlmtc.core.json.JsonProblems;
import org.solrlmtc.training.Trainer;
import org.solrlmtc.training.Trainers;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.recipe.Recipe;

/**
 * The hyper-parameters of a search: {@code conf/search/*.yaml}. A setting of the recipe, by its
 * path, has a {@code choice} of values, or a range: {@code uniform}, {@code log-uniform}, {@code
 * integer} or {@code log-integer}.
 *
 * @param parameters at least one
 */
public record SearchSpace(List<Parameter> parameters) {
  private static final YAMLMapper YAML =
      YAMLMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  public SearchSpace {
    parameters = List.copyOf(parameters);
    if (parameters.isEmpty()) {
      throw new IllegalArgumentException("a search space needs at least one parameter");
    }
  }

  /**
   * Reads a search space.
   *
   * @throws TrainingException naming the file and the parameter that is wrong
   */
  public static SearchSpace read(Path file) {
    try {
      Map<String, Map<String, Object>> read =
          YAML.readValue(Files.readAllBytes(file), new TypeReference<>() {});
      List<Parameter> parameters = new ArrayList<>();
      if (read != null) {
        read.forEach((key, kind) -> parameters.add(parameter(key, kind)));
      }
      return new SearchSpace(parameters);
    } catch (JsonProcessingException e) {
      throw new TrainingException(file + ": " + JsonProblems.describe(e), e);
    } catch (NoSuchFileException e) {
      throw new TrainingException("the search space " + file + " does not exist", e);
    } catch (IllegalArgumentException e) {
      throw new TrainingException(file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new TrainingException("cannot read the search space " + file, e);
    }
  }

  private static Parameter parameter(String key, Map<String, Object> kinds) {
    if (kinds == null || kinds.size() != 1) {
      throw new IllegalArgumentException(
          "'"
              + key
              + "' needs one of choice, uniform, log-uniform, integer, log-integer, with a list");
    }
    Map.Entry<String, Object> kind = kinds.entrySet().iterator().next();
    if (!(kind.getValue() instanceof List<?> list)) {
      throw new IllegalArgumentException("'" + key + "': " + kind.getKey() + " needs a list");
    }
    List<Object> values = new ArrayList<>(list);
    if (values.contains(null)) {
      throw new IllegalArgumentException("'" + key + "': a value is empty");
    }
    return switch (kind.getKey()) {
      case "choice" -> new ChoiceParameter(key, values);
      case "uniform" -> range(key, values, false, false);
      case "log-uniform" -> range(key, values, true, false);
      case "integer" -> range(key, values, false, true);
      case "log-integer" -> range(key, values, true, true);
      default ->
          throw new IllegalArgumentException(
              "'"
                  + key
                  + "': unknown kind '"
                  + kind.getKey()
                  + "'; use choice, uniform, log-uniform, integer or log-integer");
    };
  }

  private static Parameter range(String key, List<Object> values, boolean log, boolean integer) {
    if (values.size() != 2
        || !(values.get(0) instanceof Number low)
        || !(values.get(1) instanceof Number high)) {
      throw new IllegalArgumentException("the range of '" + key + "' must be [LOW, HIGH]");
    }
    return new NumberParameter(key, low.doubleValue(), high.doubleValue(), log, integer);
  }

  /**
   * Refuses parameters that the recipe's method does not have, and values that it does not take,
   * before anything is trained.
   *
   * @throws TrainingException naming the parameter
   */
  public void check(Recipe recipe) {
    Trainer trainer = Trainers.of(recipe.method(), "recipe '" + recipe.name() + "'");
    for (Parameter parameter : parameters) {
      for (Object value : parameter.extremes()) {
        try {
          trainer.check(recipe.with(parameter.key(), value));
        } catch (TrainingException e) {
          throw new TrainingException(
              "the search space sets " + parameter.key() + " = " + value + ": " + e.getMessage(),
              e);
        }
      }
    }
  }
}
