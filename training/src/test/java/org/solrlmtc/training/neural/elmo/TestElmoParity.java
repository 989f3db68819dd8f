package org.solrlmtc.training.neural.elmo;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * States of a biLM equal those of another implementation. The folder with them is named by the
 * system property {@code elmo.fixture} or the environment variable {@code LMTC_ELMO_FIXTURE}.
 */
class TestElmoParity {
  private static Optional<Path> fixture() {
    return Optional.ofNullable(
            System.getProperty("elmo.fixture", System.getenv("LMTC_ELMO_FIXTURE")))
        .map(Path::of);
  }

  @Test
  void theStatesOfAllStreamsArePublishedOnes() throws IOException {
    assumeTrue(fixture().isPresent(), "LMTC_ELMO_FIXTURE names no folder of ELMo states");
    assertTrue(Files.isDirectory(fixture().get()), fixture().get() + " is no folder");
    ElmoCheck check = ElmoCheck.of(fixture().get());
    System.out.println(check);
    assertTrue(check.states() > 0);
    assertTrue(check.largest() < 1e-5, "differs by " + check.largest());
  }
}
