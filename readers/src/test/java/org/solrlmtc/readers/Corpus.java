package org.solrlmtc.readers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** The EURLEX57K corpus where it is at hand. */
public final class Corpus {
  private Corpus() {}

  /** A file of the corpus; the test is skipped, saying so, where there is no corpus. */
  public static Path file(String name) {
    String configured = System.getenv("LMTC_CORPUS");
    Path folder =
        configured != null ? Path.of(configured) : Path.of("..", "..", "shared", "eurlex57k");
    Optional<Path> file = Optional.of(folder.resolve(name)).filter(Files::isRegularFile);
    Assumptions.assumeTrue(
        file.isPresent(), "no EURLEX57K corpus here: set LMTC_CORPUS to its folder");
    return file.orElseThrow();
  }
}
