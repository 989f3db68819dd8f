package org.solrlmtc.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestRunFile {
  @TempDir Path home;

  private RunFile ownRunFile() {
    return new RunFile(
        home,
        ProcessHandle.current().pid(),
        "127.0.0.1",
        8983,
        true,
        Optional.of("127.0.0.1:9983"),
        true);
  }

  @Test
  void aRunFileIsReadAsItWasWritten() throws Exception {
    RunFile own = ownRunFile();
    own.write();
    assertEquals(List.of(own), RunFile.all(home));
    own.delete();
    assertEquals(List.of(), RunFile.all(home));
  }

  @Test
  void aLaterProcessWithTheSameIdIsNotTheServer() throws Exception {
    RunFile own = ownRunFile();
    own.write();
    assertFalse(own.isAlive(), "it never had the lock");
    Files.createFile(RunFile.folder(home).resolve("8983.lock"));
    assertFalse(own.isAlive(), "it no longer has the lock");
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
