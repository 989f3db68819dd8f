package org.solrlmtc.core.score;

import org.solrlmtc.core.act.LegalAct;

/** A scorer that can read an act without scoring it, so that the cost of reading can be told. */
public interface ReadingScorer extends LabelScorer {

  /** Reads an act as for scoring; tells how many tokens or features it found. */
  int read(LegalAct act);
}
