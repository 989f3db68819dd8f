package org.solrlmtc.training.recipe;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.core.eval.Measure;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.execution.TrainingException;

/**
 * What a recipe should give and what it costs: the section {@code expected} of its file. The
 * section is no part of the recipe: a model does not depend on it.
 *
 * @param data the name of the data set that the figures are from; empty: any
 * @param dev measures on dev with the model's own decision rule, by name; empty if not measured
 * @param tolerance the largest difference that counts as equal
 * @param cpuMinutes CPU time of a training, in minutes
 * @param megabytes size of the bundle
 * @param measured when and how, or that it is an estimate
 */
public record ExpectedFigures(
    Optional<String> data,
    Map<String, Double> dev,
    double tolerance,
    Optional<Double> cpuMinutes,
    Optional<Double> megabytes,
    String measured) {
  private static final double DEFAULT_TOLERANCE = 0.003;

  public ExpectedFigures {
    dev = Map.copyOf(dev);
  }

  /**
   * @throws TrainingException naming the setting that is wrong
   */
  static ExpectedFigures of(Map<String, Object> section) {
    Map<String, Object> rest = new LinkedHashMap<>(section);
    Map<String, Double> dev = measures(rest.remove("dev"));
    try {
      Settings settings = new Settings("expected", rest);
      String data = settings.text("data", "");
      ExpectedFigures figures =
          new ExpectedFigures(
              data.isEmpty() ? Optional.empty() : Optional.of(data),
              dev,
              settings.number("tolerance", DEFAULT_TOLERANCE),
              settings.optionalNumber("cpuMinutes"),
              settings.optionalNumber("megabytes"),
              settings.text("measured", ""));
      settings.finish();
      if (figures.tolerance < 0) {
        throw new TrainingException("the section 'expected': 'tolerance' is negative");
      }
      return figures;
    } catch (IllegalArgumentException e) {
      throw new TrainingException("the section 'expected': " + e.getMessage(), e);
    }
  }

  private static Map<String, Double> measures(Object section) {
    Map<String, Double> measures = new LinkedHashMap<>();
    if (section == null) {
      return measures;
    }
    if (!(section instanceof Map<?, ?> given)) {
      throw new TrainingException("the section 'expected': 'dev' must be measures with values");
    }
    given.forEach(
        (name, value) -> {
          if (!(value instanceof Number number)
              || number.doubleValue() < 0
              || number.doubleValue() > 1) {
            throw new TrainingException(
                "the section 'expected': " + name + " must be between 0 and 1, not " + value);
          }
          try {
            measures.put(Measure.parse(String.valueOf(name)).toString(), number.doubleValue());
          } catch (IllegalArgumentException e) {
            throw new TrainingException("the section 'expected': " + e.getMessage(), e);
          }
        });
    return measures;
  }
}
