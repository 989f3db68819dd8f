package org.solrlmtc.plugin.update;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.solr.common.util.NamedList;
import org.solrlmtc.core.decide.DecisionSettings;

/**
 * Reads the processor's settings of decisions. Numbers may also be strings, of which an empty one
 * counts as absent: so that a property of solrconfig.xml can set them.
 */
final class DecisionConfig {
  private DecisionConfig() {}

  /**
   * @throws IllegalArgumentException with the name of a wrong setting
   */
  static DecisionSettings parse(NamedList<?> args) {
    return new DecisionSettings(
        number(args, DecisionSettings.THRESHOLD, "a number", Double::valueOf),
        number(args, DecisionSettings.MIN_LABELS, "a whole number", Integer::valueOf),
        number(args, DecisionSettings.MAX_LABELS, "a whole number", Integer::valueOf),
        concepts(args, DecisionSettings.INCLUDE),
        concepts(args, DecisionSettings.EXCLUDE));
  }

  private static <T> Optional<T> number(
      NamedList<?> args, String key, String what, Function<String, T> parser) {
    Object value = args.get(key);
    if (value == null || value.toString().isBlank()) {
      return Optional.empty();
    }
    try {
      if (value instanceof Number || value instanceof String) {
        return Optional.of(parser.apply(value.toString().strip()));
      }
    } catch (NumberFormatException e) {
      // refused below
    }
    throw new IllegalArgumentException(
        "the setting '" + key + "' must be " + what + ", not '" + value + "'");
  }

  /** One string with commas, or a list: of strings in XML, also of numbers in JSON. */
  private static List<String> concepts(NamedList<?> args, String key) {
    List<String> concepts = new ArrayList<>();
    for (Object value : args.getAll(key)) {
      for (Object item : value instanceof Collection<?> list ? list : List.of(value)) {
        if (!(item instanceof String || item instanceof Number)) {
          throw new IllegalArgumentException(
              "the setting '"
                  + key
                  + "' must be a list of concepts (<arr> of <str>, or one <str> with commas), not '"
                  + item
                  + "'");
        }
        concepts.addAll(
            Arrays.stream(item.toString().split(",", -1))
                .map(String::strip)
                .filter(concept -> !concept.isEmpty())
                .toList());
      }
    }
    return concepts;
  }
}
