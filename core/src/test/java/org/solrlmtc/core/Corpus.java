package org.solrlmtc.core;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.io.ActStream;
import org.solrlmtc.core.act.io.DamagePolicy;

/** Acts for tests: the EURLEX57K corpus where it is at hand, and the demo acts always. */
public final class Corpus {
  private static final Path DEMO_ACTS = Path.of("..", "demo", "acts");

  private Corpus() {}

  /** A file of the corpus; the test is skipped, saying so, where there is no corpus. */
  public static Path file(String name) {
    Optional<Path> file = find(name);
    Assumptions.assumeTrue(
        file.isPresent(), "no EURLEX57K corpus here: set LMTC_CORPUS to its folder");
    return file.orElseThrow();
  }

  /** A file of the corpus, if there is one. */
  public static Optional<Path> find(String name) {
    String configured = System.getenv("LMTC_CORPUS");
    Path folder =
        configured != null ? Path.of(configured) : Path.of("..", "..", "shared", "eurlex57k");
    return Optional.of(folder.resolve(name)).filter(Files::isRegularFile);
  }

  /** The first acts of a corpus file. */
  public static List<LegalAct> acts(Path file, int limit) throws IOException {
    List<LegalAct> acts = new ArrayList<>();
    try (ActStream stream = ActStream.open(List.of(file), DamagePolicy.fatal(problem -> {}))) {
      while (acts.size() < limit && stream.hasNext()) {
        acts.add(stream.next().act());
      }
    }
    return acts;
  }

  /** The acts that ship with the project. */
  public static List<LegalAct> demoActs() throws IOException {
    return acts(DEMO_ACTS, Integer.MAX_VALUE);
  }
}
