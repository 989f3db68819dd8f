package org.solrlmtc.training.linear;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.CelexYear;
import org.solrlmtc.core.settings.Settings;

/**
 * How much training acts count, by their source and year. An act's weight is a factor of C: an act
 * with weight 2 counts as if it were in the data twice.
 *
 * @param rules the weights of all rules that an act matches are multiplied
 */
record ActWeights(List<Rule> rules) {
  private static final String NAME = "actWeights";
  private static final double MAX_WEIGHT = 100;

  ActWeights {
    rules = List.copyOf(rules);
  }

  /**
   * A weight for some acts.
   *
   * @param source matches acts from files whose name begins so
   * @param fromYear matches acts whose CELEX number has this year or a later one
   */
  record Rule(Optional<String> source, Optional<Integer> fromYear, double weight) {
    Rule {
      if (!(weight > 0 && weight <= MAX_WEIGHT)) {
        throw new IllegalArgumentException(
            "a weight of the setting '"
                + NAME
                + "' must be above 0 and up to "
                + MAX_WEIGHT
                + ", not "
                + weight);
      }
      if (source.isEmpty() && fromYear.isEmpty()) {
        throw new IllegalArgumentException(
            "an entry of the setting '" + NAME + "' needs 'source' or 'fromYear'");
      }
    }

    static Rule read(Settings settings) {
      String source = settings.text("source", "");
      int fromYear = settings.integer("fromYear", 0);
      Rule rule =
          new Rule(
              source.isEmpty() ? Optional.empty() : Optional.of(source),
              fromYear == 0 ? Optional.empty() : Optional.of(fromYear),
              settings.number("weight", 1));
      settings.finish();
      return rule;
    }

    boolean matches(ActRecord record) {
      return source.map(wanted -> fileName(record).startsWith(wanted)).orElse(true)
          && fromYear.map(first -> CelexYear.of(record.act().id()).orElse(0) >= first).orElse(true);
    }

    private static String fileName(ActRecord record) {
      return record.source().substring(record.source().lastIndexOf('/') + 1);
    }
  }

  static ActWeights read(Settings settings) {
    List<Rule> rules = new ArrayList<>();
    for (Map<String, Object> entry : settings.maps(NAME)) {
      rules.add(Rule.read(new Settings(NAME, entry)));
    }
    return new ActWeights(rules);
  }

  float weight(ActRecord record) {
    double weight = 1;
    for (Rule rule : rules) {
      if (rule.matches(record)) {
        weight *= rule.weight();
      }
    }
    return (float) weight;
  }
}
