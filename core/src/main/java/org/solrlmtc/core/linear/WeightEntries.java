package org.solrlmtc.core.linear;

import java.io.IOException;

/** The weights of a model that are not 0, to be walked through more than once. */
@FunctionalInterface
public interface WeightEntries {

  /** Visits all entries, columns rising. */
  void forEach(Visitor visitor) throws IOException;

  /** Sees an entry. */
  @FunctionalInterface
  interface Visitor {
    void entry(int column, int feature, float weight);
  }
}
