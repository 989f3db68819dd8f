package org.solrlmtc.training.execution;

/** What happens to the checkpoints of an interrupted training. */
public enum ResumePolicy {
  /** They are used if they match recipe and data. */
  USE,
  /** Training is refused unless it can be resumed. */
  REQUIRE,
  /** They are deleted. */
  DISCARD
}
