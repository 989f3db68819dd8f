package org.solrlmtc.cli.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts failures by kind; thread-safe. */
final class FailureTally {
  private final Map<String, Kind> kinds = new LinkedHashMap<>();
  private long count;

  /**
   * The failures of one kind.
   *
   * @param example message of the first one
   */
  record Kind(String name, long count, String example) {}

  synchronized void add(String kind, String message) {
    count++;
    kinds.merge(
        kind,
        new Kind(kind, 1, message.strip().replaceAll("\\s+", " ")),
        (former, one) -> new Kind(kind, former.count() + 1, former.example()));
  }

  synchronized long count() {
    return count;
  }

  synchronized List<Kind> kinds() {
    return new ArrayList<>(kinds.values());
  }
}
