package org.solrlmtc.training.execution;

/** Hears how training goes on. */
public interface Progress {
  /** Says nothing to anybody. */
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

  /** A new stage begins, and so many steps will end it: the time left can be told. */
  default void stage(String name, long steps) {
    stage(name);
  }

  /** So many items of the stage are done. */
  void step(long done);

  /** Something worth knowing. */
  void note(String text);
}
