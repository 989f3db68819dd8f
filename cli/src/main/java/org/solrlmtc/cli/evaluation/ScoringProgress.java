package org.solrlmtc.cli.evaluation;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Tells how far scoring is: a bar on a terminal, else a line now and then. */
abstract class ScoringProgress implements AutoCloseable {

  /** One more act is scored. */
  abstract void step();

  @Override
  public abstract void close();

  /** Begins to show the progress over {@code total} acts; lines go to {@code err}. */
  static ScoringProgress show(String what, long total, PrintWriter err) {
    return System.console() == null ? new Lines(what, total, err) : new Bar(what, total);
  }

  private static final class Bar extends ScoringProgress {
    private final ProgressBar bar;

    Bar(String what, long total) {
      bar =
          new ProgressBarBuilder()
              .setTaskName(what)
              .setInitialMax(total)
              .setUnit(" acts", 1)
              .setStyle(ProgressBarStyle.ASCII)
              .setUpdateIntervalMillis(500)
              .showSpeed()
              .build();
    }

    @Override
    void step() {
      bar.step();
    }

    @Override
    public void close() {
      bar.close();
    }
  }

  private static final class Lines extends ScoringProgress {
    private static final long INTERVAL_NS = Duration.ofSeconds(10).toNanos();

    private final String what;
    private final long total;
    private final PrintWriter err;
    private final long begin = System.nanoTime();
    private long lastLine = begin;
    private long done;

    Lines(String what, long total, PrintWriter err) {
      this.what = what;
      this.total = total;
      this.err = err;
    }

    @Override
    void step() {
      done++;
      long now = System.nanoTime();
      if (now - lastLine >= INTERVAL_NS) {
        lastLine = now;
        double rate = done / ((now - begin) / 1e9);
        err.printf(
            Locale.ROOT,
            "%s: %,d of %,d acts, %.1f acts/s, %.0f s left%n",
            what,
            done,
            total,
            rate,
            (total - done) / rate);
        err.flush();
      }
    }

    @Override
    public void close() {
      // each line was complete
    }
  }
}
