package org.solrlmtc.core.ensemble;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.solrlmtc.core.bundle.Settings;

/**
 * Makes one probability of the members' scores: their weighted sum, taken for log-odds along a
 * straight line.
 *
 * @param scale in what form scores are added up
 * @param weights a number for every member, none below 0
 * @param slope above 0
 */
public record Mixture(Scale scale, List<Double> weights, double intercept, double slope) {
  public Mixture {
    weights = List.copyOf(weights);
    if (weights.stream().anyMatch(weight -> !(weight >= 0) || weight.isInfinite())) {
      throw new IllegalArgumentException("the setting 'weights' must be numbers of at least 0");
    }
    if (!Double.isFinite(intercept) || !(slope > 0) || Double.isInfinite(slope)) {
      throw new IllegalArgumentException(
          "the settings 'intercept' and 'slope' must be finite numbers, and the slope above 0");
    }
  }

  static Mixture read(Settings settings) {
    return new Mixture(
        Scale.parse(settings.text("scale", Scale.LOG_ODDS.key())),
        settings.numbers("weights", List.of()),
        settings.number("intercept", 0),
        settings.number("slope", 1));
  }

  /** The form that manifests hold. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("scale", scale.key());
    map.put("weights", weights.stream().map(Object.class::cast).collect(Collectors.toList()));
    map.put("intercept", intercept);
    map.put("slope", slope);
    return map;
  }

  /** What a member's score adds to the sum. */
  public double share(int member, float score) {
    return weights.get(member) * scale.of(score);
  }

  /** The probability of a label whose members' shares add up to this. */
  public float probability(double sum) {
    return (float) (1 / (1 + StrictMath.exp(-intercept - slope * sum)));
  }
}
