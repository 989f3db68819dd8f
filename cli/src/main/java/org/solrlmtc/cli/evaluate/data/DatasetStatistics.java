package org.solrlmtc.cli.evaluate.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;

/**
 * Statistics of a set of acts. Words are separated by white space, in the four zones; the title
 * repeats the header and is not counted. Counted this way, EURLEX57K has the published 729 (train)
 * and 714 (dev) words per act.
 *
 * @param name the set's name in reports
 * @param words number of words by zone, over all acts
 * @param labelsPerAct number of acts by their number of labels
 * @param actsPerLabel number of acts by label
 */
public record DatasetStatistics(
    String name,
    long acts,
    Map<Zone, Long> words,
    SortedMap<Long, Long> labelsPerAct,
    SortedMap<String, Integer> actsPerLabel) {

  public DatasetStatistics {
    words = Collections.unmodifiableMap(new EnumMap<>(words));
    labelsPerAct = Collections.unmodifiableSortedMap(new TreeMap<>(labelsPerAct));
    actsPerLabel = Collections.unmodifiableSortedMap(new TreeMap<>(actsPerLabel));
  }

  /**
   * Reads and counts.
   *
   * @throws UserError naming the file and line of a damaged act, or of an act that occurs twice
   */
  public static DatasetStatistics read(Path path) throws IOException {
    Counter counter = new Counter();
    Set<String> ids = new HashSet<>();
    GoldSet.forEachAct(
        List.of(path),
        act -> {
          if (!ids.add(act.act().id())) {
            throw new UserError(
                act.source() + ": the act " + act.act().id() + " occurs twice: remove one");
          }
          counter.add(act);
        });
    return counter.statistics(GoldSet.name(List.of(path)));
  }

  /** The statistics of several sets as one. */
  public static DatasetStatistics total(List<DatasetStatistics> sets) {
    Counter counter = new Counter();
    sets.forEach(counter::add);
    return counter.statistics("total");
  }

  /** Mean number of words per act in some zones. */
  public double meanWords(Zone... zones) {
    return (double) Arrays.stream(zones).mapToLong(words::get).sum() / acts;
  }

  /** Mean number of labels per act. */
  public double meanLabels() {
    return (double) actsPerLabel.values().stream().mapToLong(Integer::longValue).sum() / acts;
  }

  /** The number of words of an act, over all zones. */
  static long words(LegalAct act) {
    return Arrays.stream(Zone.values())
        .flatMap(zone -> act.sections(zone).stream())
        .mapToLong(DatasetStatistics::countWords)
        .sum();
  }

  private static long countWords(String text) {
    long count = 0;
    boolean inside = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean space = Character.isWhitespace(c) || Character.isSpaceChar(c);
      if (!space && !inside) {
        count++;
      }
      inside = !space;
    }
    return count;
  }

  private static final class Counter {
    private long acts;
    private final Map<Zone, Long> words = new EnumMap<>(Zone.class);
    private final SortedMap<Long, Long> labelsPerAct = new TreeMap<>();
    private final SortedMap<String, Integer> actsPerLabel = new TreeMap<>();

    Counter() {
      Arrays.stream(Zone.values()).forEach(zone -> words.put(zone, 0L));
    }

    void add(ActRecord act) {
      acts++;
      for (Zone zone : Zone.values()) {
        for (String section : act.act().sections(zone)) {
          words.merge(zone, countWords(section), Long::sum);
        }
      }
      labelsPerAct.merge((long) act.concepts().size(), 1L, Long::sum);
      act.concepts().forEach(label -> actsPerLabel.merge(label, 1, Integer::sum));
    }

    void add(DatasetStatistics set) {
      acts += set.acts;
      set.words.forEach((zone, number) -> words.merge(zone, number, Long::sum));
      set.labelsPerAct.forEach((labels, number) -> labelsPerAct.merge(labels, number, Long::sum));
      set.actsPerLabel.forEach((label, number) -> actsPerLabel.merge(label, number, Integer::sum));
    }

    DatasetStatistics statistics(String name) {
      return new DatasetStatistics(name, acts, words, labelsPerAct, actsPerLabel);
    }
  }
}
