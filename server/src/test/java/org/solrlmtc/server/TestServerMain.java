package org.solrlmtc.server;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.impl.HttpJdkSolrClient;
import org.apache.solr.client.solrj.request.QueryRequest;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.cloud.SolrZkClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server in a separate process. */
class TestServerMain {
  @TempDir Path temp;
  private Path home;
  private Path configset;
  private Path console;
  private Process process;

  @BeforeEach
  void createHome() throws Exception {
    home = Homes.create(temp.resolve("home"));
    configset = temp.resolve("configset");
    new Configset(Homes.configset()).copyTo(configset);
    console = temp.resolve("console.txt");
  }

  @AfterEach
  void kill() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  @Test
  void aCloudNodeKeepsItsDocumentsOverARestartAndUpdateConfigReplacesItsConfiguration()
      throws Exception {
    RunFile first = launchAndAwait("-Dlmtc.port=0", "-Dlmtc.cloud=true");
    assertEquals(process.pid(), first.pid());
    assertTrue(first.isAlive());
    try (SolrClient solr = new HttpJdkSolrClient.Builder(first.solrUrl()).build()) {
      solr.add("eurlex", new SolrInputDocument("id", "1"));
    }
    assertTrue(stop(), "SIGTERM ends the server");
    assertEquals(List.of(), RunFile.all(home), "a stopped server leaves no run file");
    assertTrue(Files.size(RunFile.logFolder(home).resolve("solr-0.log")) > 0);

    Files.writeString(configset.resolve("stopwords.txt"), "the");
    RunFile second =
        launchAndAwait(
            "-Dlmtc.port=" + first.port(), "-Dlmtc.cloud=true", "-Dlmtc.update.conf=true");
    try (SolrClient solr = new HttpJdkSolrClient.Builder(second.solrUrl()).build()) {
      assertEquals(1, solr.query("eurlex", new SolrQuery("*:*")).getResults().getNumFound());
    }
    assertEquals(
        "", Files.readString(console), "no note that the configuration differs, nor anything else");
    assertTrue(stop());
  }

  @Test
  void aCloudWithAuthenticationGetsItsCollection() throws Exception {
    RunFile first = launchAndAwait("-Dlmtc.port=0", "-Dlmtc.cloud=true");
    try (SolrZkClient zooKeeper =
        new SolrZkClient.Builder()
            .withUrl(first.zkHost().orElseThrow())
            .withTimeout(30, TimeUnit.SECONDS)
            .build()) {
      byte[] security = Files.readAllBytes(Homes.configset().resolveSibling("security.json"));
      zooKeeper.setData("/security.json", security, true);
    }
    assertTrue(stop());
    RunFile second =
        launchAndAwait(
            "-Dlmtc.port=" + first.port(), "-Dlmtc.cloud=true", "-Dlmtc.collection=second");
    try (SolrClient solr = new HttpJdkSolrClient.Builder(second.solrUrl()).build()) {
      QueryRequest query = new QueryRequest(new SolrQuery("*:*"));
      SolrException e = assertThrows(SolrException.class, () -> query.process(solr, "second"));
      assertEquals(401, e.code(), e.getMessage());
      query.setBasicAuthCredentials("solr", "SolrRocks");
      assertEquals(0, query.process(solr, "second").getResults().getNumFound());
    }
    assertTrue(stop());
  }

  @Test
  void aDeadServerIsNotAliveAlthoughItsParentNeverReapsIt() throws Exception {
    // the shell becomes a program that does not wait for its child
    launch(List.of("/bin/sh", "-c", "\"$@\" & exec sleep 600", "sh"), "-Dlmtc.port=0");
    RunFile server = awaitRunFile();
    collectGarbage(server.pid());
    assertTrue(server.isAlive(), "the lock outlives a garbage collection");
    ProcessHandle.of(server.pid()).orElseThrow().destroyForcibly();
    assertTrue(server.awaitEnd(Duration.ofSeconds(30)), "the lock is released");
    assertTrue(
        ProcessHandle.of(server.pid()).orElseThrow().isAlive(), "a zombie, which Java calls alive");
    assertFalse(server.isAlive());
  }

  @Test
  void theClockDoesNotDecideWhetherAServerLives() throws Exception {
    RunFile server = launchAndAwait("-Dlmtc.port=0");
    // what files and processes look like after the clock was set: their times are of another day
    for (String day : List.of("1990-01-01T00:00:00Z", "2090-01-01T00:00:00Z")) {
      try (Stream<Path> files = Files.list(RunFile.folder(home))) {
        for (Path file : files.toList()) {
          Files.setLastModifiedTime(file, FileTime.from(Instant.parse(day)));
        }
      }
      assertTrue(server.isAlive(), day);
      assertEquals(List.of(server), RunFile.all(home));
    }
    assertTrue(stop());
    assertFalse(server.isAlive());
  }

  @Test
  void aFailedStartEndsWithOneLineAndExitCodeOne() throws Exception {
    launch(List.of(), "-Dlmtc.port=none");
    assertTrue(process.waitFor(30, TimeUnit.SECONDS));
    assertEquals(1, process.exitValue());
    assertEquals(
        "lmtc: system property lmtc.port: 'none' is not a whole number\n",
        Files.readString(console));
  }

  private static void collectGarbage(long pid) throws IOException, InterruptedException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    assertEquals(0, new ProcessBuilder(jcmd, Long.toString(pid), "GC.run").start().waitFor());
  }

  private RunFile launchAndAwait(String... settings) throws Exception {
    launch(List.of(), settings);
    return awaitRunFile();
  }

  private RunFile awaitRunFile() throws IOException {
    await("run file")
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              assertTrue(process.isAlive(), () -> "the server ended: " + consoleText());
              return !RunFile.all(home).isEmpty();
            });
    return RunFile.all(home).get(0);
  }

  private void launch(List<String> prefix, String... settings) throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx256m");
    command.add("-Dlmtc.solr.home=" + home);
    command.add("-Dlmtc.configset=" + configset);
    command.add("-Dlog4j2.configurationFile=classpath:lmtc-server-log4j2.xml");
    command.addAll(List.of(settings));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), ServerMain.class.getName()));
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(console.toFile())
            .start();
  }

  private boolean stop() throws InterruptedException {
    process.destroy();
    return process.waitFor(30, TimeUnit.SECONDS);
  }

  private String consoleText() {
    try {
      return Files.readString(console, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
