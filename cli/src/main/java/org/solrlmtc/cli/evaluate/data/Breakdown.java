package org.solrlmtc.cli.evaluate.data;

import java.util.OptionalInt;
import org.solrlmtc.core.act.CelexYear;

/** How the acts are divided into parts that are measured one by one. */
public enum Breakdown {
  /** Five years each, by the CELEX number. */
  YEAR("year") {
    @Override
    public Part part(GoldSet.GoldAct act) {
      OptionalInt year = CelexYear.of(act.id());
      if (year.isEmpty()) {
        return new Part(Long.MAX_VALUE, "unknown");
      }
      int from = year.getAsInt() / YEARS * YEARS;
      return new Part(from, from + "-" + (from + YEARS - 1));
    }
  },

  /** By the number of words, in parts of about equal ratios. */
  LENGTH("length") {
    @Override
    public Part part(GoldSet.GoldAct act) {
      long from = 0;
      for (long to : LENGTHS) {
        if (act.words() < to) {
          return new Part(from, from + "-" + (to - 1));
        }
        from = to;
      }
      return new Part(from, from + "+");
    }
  };

  private static final int YEARS = 5;
  private static final long[] LENGTHS = {100, 200, 500, 1000, 2000, 5000, 10000, 20000};

  private final String key;

  Breakdown(String key) {
    this.key = key;
  }

  /** The part that an act belongs to. */
  public abstract Part part(GoldSet.GoldAct act);

  /** The name on the command line and in reports. */
  public String key() {
    return key;
  }

  @Override
  public String toString() {
    return key;
  }

  /**
   * A part of the acts.
   *
   * @param from for the order of the parts
   */
  public record Part(long from, String name) implements Comparable<Part> {
    @Override
    public int compareTo(Part other) {
      return Long.compare(from, other.from);
    }
  }
}
