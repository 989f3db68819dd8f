package org.solrlmtc.training.neural.vectors;

import java.util.LinkedHashMap;
import java.util.Map;
import org.solrlmtc.core.settings.Settings;

/**
 * How word vectors are trained. The result depends on all settings.
 *
 * @param dimension embedding dimension
 * @param epochs passes over the text
 * @param window maximum distance of context words to either side
 * @param negativeSamples number of negative samples
 * @param minCount rarer words have no vector
 * @param subsample words with a larger relative frequency are subsampled
 * @param learningRate initial learning rate; it decays linearly to almost 0
 * @param replicas number of replicas that are trained in parallel: more use more CPU cores, fewer
 *     reach a better quality on the same text
 */
public record SkipGramSettings(
    int dimension,
    int epochs,
    int window,
    int negativeSamples,
    int minCount,
    double subsample,
    double learningRate,
    int replicas,
    int seed) {

  public static final SkipGramSettings DEFAULT = read(new Settings("word vector", Map.of()));

  public SkipGramSettings {
    check("dimension", dimension, dimension >= 1 && dimension <= 1000, "1 to 1000");
    check("epochs", epochs, epochs >= 1 && epochs <= 1000, "1 to 1000");
    check("window", window, window >= 1 && window <= 100, "1 to 100");
    check(
        "negativeSamples",
        negativeSamples,
        negativeSamples >= 1 && negativeSamples <= 100,
        "1 to 100");
    check("minCount", minCount, minCount >= 1, "at least 1");
    check("subsample", subsample, subsample > 0 && subsample <= 1, "above 0, at most 1");
    check(
        "learningRate", learningRate, learningRate > 0 && learningRate <= 1, "above 0, at most 1");
    check("replicas", replicas, replicas >= 1 && replicas <= 64, "1 to 64");
  }

  private static void check(String name, Number value, boolean good, String range) {
    if (!good) {
      throw new IllegalArgumentException(
          "the word vector setting '" + name + "' must be " + range + ", not " + value);
    }
  }

  /** Takes these settings out of a recipe. */
  public static SkipGramSettings read(Settings settings) {
    return new SkipGramSettings(
        settings.integer("dimension", 200),
        settings.integer("epochs", 5),
        settings.integer("window", 5),
        settings.integer("negativeSamples", 5),
        settings.integer("minCount", 5),
        settings.number("subsample", 1e-4),
        settings.number("learningRate", 0.025),
        settings.integer("replicas", 4),
        settings.integer("seed", 1));
  }

  /** The default settings with another dimension and seed. */
  public static SkipGramSettings of(int dimension, int seed) {
    return new SkipGramSettings(
        dimension,
        DEFAULT.epochs,
        DEFAULT.window,
        DEFAULT.negativeSamples,
        DEFAULT.minCount,
        DEFAULT.subsample,
        DEFAULT.learningRate,
        DEFAULT.replicas,
        seed);
  }

  /** The form that {@link #read} takes. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("dimension", dimension);
    map.put("epochs", epochs);
    map.put("window", window);
    map.put("negativeSamples", negativeSamples);
    map.put("minCount", minCount);
    map.put("subsample", subsample);
    map.put("learningRate", learningRate);
    map.put("replicas", replicas);
    map.put("seed", seed);
    return map;
  }
}
