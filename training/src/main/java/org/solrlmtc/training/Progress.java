package org.solrlmtc.training;

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

  /** So many items of the stage are done. */
  void step(long done);

  /** Something worth knowing. */
  void note(String text);
}
