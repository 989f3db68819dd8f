package org.solrlmtc.plugin.update;

import java.util.Arrays;
import java.util.Locale;

/** What happens to a label of a client that the thesaurus lacks. */
enum UnknownConcepts {
  /** Refuse the document. */
  REFUSE,
  /** Keep the label, with its id as name. */
  KEEP;

  static UnknownConcepts parse(String name) {
    return Arrays.stream(values())
        .filter(value -> value.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the setting 'unknownConcepts' must be 'refuse' or 'keep', not '"
                        + name
                        + "'"));
  }
}
