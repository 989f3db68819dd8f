package org.solrlmtc.readers.thesaurus;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Drops unknown references, and counts them for the report. */
final class References {
  private static final int SHOWN = 5;

  private final String kind;
  private final List<String> examples = new ArrayList<>();
  private int dropped;

  /**
   * @param kind what is referred to: {@code broader concept}
   */
  References(String kind) {
    this.kind = kind;
  }

  /** The references of {@code from} that are among {@code known}. */
  List<String> keep(String from, Collection<String> references, Set<String> known) {
    List<String> kept = new ArrayList<>();
    for (String reference : references) {
      if (known.contains(reference)) {
        kept.add(reference);
      } else {
        drop(from, reference);
      }
    }
    return kept;
  }

  void report(List<String> notes) {
    if (dropped > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "dropped references to an unknown %s: %,d, such as %s",
              kind,
              dropped,
              String.join(", ", examples)));
    }
  }

  private void drop(String from, String reference) {
    dropped++;
    if (examples.size() < SHOWN) {
      examples.add(from + " -> " + reference);
    }
  }
}
