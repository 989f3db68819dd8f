package org.solrlmtc.core.linear;

import java.io.IOException;

/** The nonzero weights of a model; can be iterated more than once. */
@FunctionalInterface
public interface WeightEntries {

  /** Visits all entries, columns rising. */
  void forEach(Visitor visitor) throws IOException;

  /** Receives the entries. */
  @FunctionalInterface
  interface Visitor {
    void entry(int column, int feature, float weight);
  }
}
