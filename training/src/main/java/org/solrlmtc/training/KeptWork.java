package org.solrlmtc.training;

/** What becomes of the work that an interrupted training left beside its target. */
public enum KeptWork {
  /** It is taken up if there is any and it fits recipe and data. */
  USE,
  /** Training is refused unless it can be taken up. */
  REQUIRE,
  /** It is deleted. */
  DISCARD
}
