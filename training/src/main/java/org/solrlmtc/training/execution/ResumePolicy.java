package org.solrlmtc.training.execution;

/** What becomes of the work that an interrupted training left beside its target. */
public enum ResumePolicy {
  /** It is resumed if there is any and it fits recipe and data. */
  USE,
  /** Training is refused unless it can be resumed. */
  REQUIRE,
  /** It is deleted. */
  DISCARD
}
