package org.solrlmtc.training.execution;

/** Receives the progress of a training. */
public interface Progress {
  /** Reports nothing. */
  Progress NONE =
      new Progress() {
        @Override
        public void stage(String name) {}

        @Override
        public void step(long done) {}

        @Override
        public void note(String text) {}
      };

  /** A new stage begins; steps count from 0 again. */
  void stage(String name);

  /**
   * A new stage with a known number of steps begins, so that the remaining time can be estimated.
   */
  default void stage(String name, long steps) {
    stage(name);
  }

  /** The number of items of the stage that are done. */
  void step(long done);

  /** A message for the user. */
  void note(String text);
}
