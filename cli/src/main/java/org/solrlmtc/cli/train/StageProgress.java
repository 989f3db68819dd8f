package org.solrlmtc.cli.train;

import java.io.PrintWriter;
import java.util.Optional;
import org.solrlmtc.cli.common.ProgressLine;
import org.solrlmtc.training.execution.Progress;

/** One progress line per stage. */
public final class StageProgress implements Progress, AutoCloseable {
  private final PrintWriter err;
  private Optional<ProgressLine> line = Optional.empty();
  private long done;

  public StageProgress(PrintWriter err) {
    this.err = err;
  }

  @Override
  public void stage(String name) {
    stage(name, -1);
  }

  @Override
  public void stage(String name, long steps) {
    close();
    done = 0;
    line = Optional.of(new ProgressLine(name, "steps", steps, err));
  }

  @Override
  public void step(long nowDone) {
    line.ifPresent(progress -> progress.step(nowDone - done));
    done = nowDone;
  }

  @Override
  public void note(String text) {
    err.println("note: " + text);
  }

  @Override
  public void close() {
    line.ifPresent(ProgressLine::close);
    line = Optional.empty();
  }
}
