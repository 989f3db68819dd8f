package org.solrlmtc.training.execution;

import java.util.ArrayList;
import java.util.List;

/** Keeps the notes of a training, and can end it in the middle as a killed process would. */
public final class RecordedProgress implements Progress {
  private static final long NO_STEP = Long.MAX_VALUE;

  private final List<String> notes = new ArrayList<>();
  private final String lastStage;
  private final boolean atItsStart;
  private final long lastStep;
  private boolean inLastStage;

  /** Ends a training. */
  public static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1;

    private Stopped() {
      super("stopped by the test");
    }
  }

  private RecordedProgress(String lastStage, boolean atItsStart, long lastStep) {
    this.lastStage = lastStage;
    this.atItsStart = atItsStart;
    this.lastStep = lastStep;
  }

  /** Lets training end by itself. */
  public RecordedProgress() {
    this("", false, NO_STEP);
  }

  /** Stops training when a stage starts whose name begins so. */
  public static RecordedProgress untilStage(String name) {
    return new RecordedProgress(name, true, NO_STEP);
  }

  /** Stops training when this step of a stage is done, or the first one after it. */
  public static RecordedProgress untilStep(String stage, long step) {
    return new RecordedProgress(stage, false, step);
  }

  @Override
  public void stage(String name) {
    inLastStage = name.startsWith(lastStage);
    if (inLastStage && atItsStart) {
      throw new Stopped();
    }
  }

  @Override
  public void step(long done) {
    if (inLastStage && done >= lastStep) {
      throw new Stopped();
    }
  }

  @Override
  public void note(String text) {
    notes.add(text);
  }

  public List<String> notes() {
    return notes;
  }
}
