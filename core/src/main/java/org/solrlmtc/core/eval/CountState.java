package org.solrlmtc.core.eval;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts as plain text entries, which any protocol for strings can transfer between processes. */
final class CountState {
  private final TreeMap<String, String> entries;

  CountState() {
    this.entries = new TreeMap<>();
  }

  CountState(Map<String, String> entries) {
    this.entries = new TreeMap<>(entries);
  }

  Map<String, String> entries() {
    return entries;
  }

  /** Entries whose key starts with the prefix, by the rest of their key. */
  Map<String, String> below(String prefix) {
    Map<String, String> found = new TreeMap<>();
    entries
        .subMap(prefix, prefix + Character.MAX_VALUE)
        .forEach((key, value) -> found.put(key.substring(prefix.length()), value));
    return found;
  }

  String text(String key) {
    String value = entries.get(key);
    if (value == null) {
      throw new IllegalArgumentException("the state of an evaluation lacks the entry " + key);
    }
    return value;
  }

  void put(String key, String value) {
    entries.put(key, value);
  }

  void put(String key, long... counts) {
    entries.put(
        key, Arrays.stream(counts).mapToObj(Long::toString).collect(Collectors.joining(",")));
  }

  long[] counts(String key, int length) {
    long[] counts = counts(key);
    if (counts.length != length) {
      throw new IllegalArgumentException(
          "the state of an evaluation should have "
              + length
              + " counts in its entry "
              + key
              + ", not "
              + counts.length);
    }
    return counts;
  }

  long[] counts(String key) {
    String text = text(key);
    if (text.isEmpty()) {
      return new long[0];
    }
    try {
      return Arrays.stream(text.split(",", -1)).mapToLong(CountState::parseCount).toArray();
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "the state of an evaluation has something else than counts in its entry " + key, e);
    }
  }

  private static long parseCount(String text) {
    long count = Long.parseLong(text);
    if (count < 0) {
      throw new NumberFormatException("negative count " + text);
    }
    return count;
  }
}
