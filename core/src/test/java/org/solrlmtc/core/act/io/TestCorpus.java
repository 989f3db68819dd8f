package org.solrlmtc.core.act.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.act.ActRecord;

/** The published data set, where it is at hand. */
class TestCorpus {

  @Test
  void everyActOfTheDevelopmentSetIsRead() throws IOException {
    Path dev = corpus().resolve("dev.jsonl.gz");
    assumeTrue(Files.exists(dev), "no corpus at " + dev + ": set LMTC_CORPUS to its folder");
    Set<String> ids = new HashSet<>();
    try (ActStream acts = ActStream.open(List.of(dev), DamagePolicy.fatal(problem -> {}))) {
      while (acts.hasNext()) {
        ActRecord record = acts.next();
        ids.add(record.act().id());
        assertEquals(dev + ":" + acts.delivered(), record.source());
        assertTrue(!record.concepts().isEmpty(), record.source());
      }
      assertEquals(6000, acts.delivered());
    }
    assertEquals(6000, ids.size());
  }

  private static Path corpus() {
    String configured = System.getenv("LMTC_CORPUS");
    if (configured != null) {
      return Path.of(configured);
    }
    Path module = Path.of("").toAbsolutePath(); // where Maven runs the tests of a module
    return module.resolve("../../shared/eurlex57k").normalize();
  }
}
