package org.solrlmtc.training.execution;

/** Receives the progress of a training. */
public interface Progress {
  /** Reports nothing. */
  Progress SILENT =
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

  /** A new stage begins; with its number of steps, the time left can be estimated. */
  default void stage(String name, long steps) {
    stage(name);
  }

  /** This number of items of the stage is done. */
  void step(long done);

  /** Something worth knowing. */
  void note(String text);
}
