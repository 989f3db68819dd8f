package org.solrlmtc.cli.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The process of a server on this machine. */
record ServerProcess(long pid) {
  private static final double KB_PER_MB = 1024;

  /**
   * Figures of the operating system.
   *
   * @param rssMb resident memory
   * @param anonymousMb resident memory without pages of files
   * @param mappedMb resident pages of files
   */
  record Usage(double rssMb, double anonymousMb, double mappedMb, long threads, long handles) {}

  boolean isAlive() {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  /** Empty without {@code /proc}, which only Linux has, or when the process has ended. */
  Optional<Usage> usage() {
    Path folder = Path.of("/proc", Long.toString(pid));
    try {
      String status = Files.readString(folder.resolve("status"));
      try (Stream<Path> handles = Files.list(folder.resolve("fd"))) {
        return Optional.of(
            new Usage(
                number(status, "VmRSS") / KB_PER_MB,
                number(status, "RssAnon") / KB_PER_MB,
                number(status, "RssFile") / KB_PER_MB,
                number(status, "Threads"),
                handles.count()));
      }
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  private static long number(String status, String field) {
    Matcher line = Pattern.compile("(?m)^" + field + ":\\s*(\\d+)").matcher(status);
    if (!line.find()) {
      throw new IllegalStateException("/proc/PID/status has no " + field + ":\n" + status);
    }
    return Long.parseLong(line.group(1));
  }

  /** Triggers a full garbage collection with {@code jcmd}; false when the JDK tool is missing. */
  boolean collectGarbage() {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    if (!Files.isExecutable(jcmd)) {
      return false;
    }
    try {
      return new ProcessBuilder(List.of(jcmd.toString(), Long.toString(pid), "GC.run"))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
