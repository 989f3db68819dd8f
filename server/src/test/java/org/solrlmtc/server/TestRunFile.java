package org.solrlmtc.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestRunFile {
  private static final RunFile OWN =
      RunFile.ofThisProcess("127.0.0.1", 8983, true, Optional.of("127.0.0.1:9983"), true);

  @TempDir Path home;

  @Test
  void aRunFileIsReadAsItWasWritten() throws Exception {
    OWN.write(home);
    assertEquals(List.of(OWN), RunFile.all(home));
    OWN.delete(home);
    assertEquals(List.of(), RunFile.all(home));
  }

  @Test
  void aLaterProcessWithTheSameIdIsNotTheServer() {
    RunFile old =
        new RunFile(
            OWN.pid(),
            OWN.processStart().minus(Duration.ofMinutes(1)),
            OWN.host(),
            OWN.port(),
            OWN.cloud(),
            OWN.zkHost(),
            OWN.runsZooKeeper());
    assertTrue(OWN.isAlive());
    assertFalse(old.isAlive());
  }

  @Test
  void aDamagedFileIsNamed() throws Exception {
    Path file = RunFile.folder(home).resolve("8983.properties");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "pid=many");
    IOException e = assertThrows(IOException.class, () -> RunFile.all(home));
    assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
  }

  @Test
  void theUrlIsReachableFromThisMachine() {
    assertEquals("http://127.0.0.1:1/solr", RunFile.solrUrl("0.0.0.0", 1));
    assertEquals("http://[::1]:1/solr", RunFile.solrUrl("::", 1));
    assertEquals("http://[fe80::1]:1/solr", RunFile.solrUrl("fe80::1", 1));
  }
}
