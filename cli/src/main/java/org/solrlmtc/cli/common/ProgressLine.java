package org.solrlmtc.cli.common;

import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows the progress of a long command: a bar on a terminal, else a line every ten seconds, so that
 * a log stays readable. Thread-safe.
 */
public final class ProgressLine implements AutoCloseable {
  private static final long LINE_EVERY_NANOS = Duration.ofSeconds(10).toNanos();

  private final String task;
  private final String unit;
  private final long total;
  private final PrintWriter err;
  private final ProgressBar bar;
  private final long begin = System.nanoTime();
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong nextLine = new AtomicLong(begin + LINE_EVERY_NANOS);

  /**
   * @param total number of items, or -1 when it is not known
   */
  public ProgressLine(String task, String unit, long total, PrintWriter err) {
    this.task = task;
    this.unit = unit;
    this.total = total;
    this.err = err;
    this.bar =
        !onTerminal()
            ? null
            : new ProgressBarBuilder()
                .setTaskName(TerminalWriter.safe(task))
                .setInitialMax(total)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(500)
                .setUnit(" " + unit, 1)
                .showSpeed()
                .build();
  }

  /** From JDK 22 on, there is a console without a terminal too; it has {@code isTerminal} then. */
  @SuppressWarnings("SystemConsoleNull")
  private static boolean onTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }

  /** Adds to the number of items done. */
  public void step(long count) {
    long now = done.addAndGet(count);
    if (bar != null) {
      bar.stepBy(count);
      return;
    }
    long due = nextLine.get();
    long time = System.nanoTime();
    if (time - due >= 0 && nextLine.compareAndSet(due, time + LINE_EVERY_NANOS)) {
      err.println(line(now));
      err.flush();
    }
  }

  private String line(long now) {
    double rate = now / seconds();
    return total < 0
        ? String.format(Locale.ROOT, "%s: %,d %s, %,.0f/s", task, now, unit, rate)
        : String.format(
            Locale.ROOT,
            "%s: %,d of %,d %s, %,.0f/s, %,.0f s left",
            task,
            now,
            total,
            unit,
            rate,
            (total - now) / rate);
  }

  public double seconds() {
    return (System.nanoTime() - begin) / 1e9;
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
