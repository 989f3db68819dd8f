package org.solrlmtc.cli.serve;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.cli.Lmtc;
import org.solrlmtc.cli.common.Layout;
import org.solrlmtc.cli.solr.LocalServers;
import org.solrlmtc.server.RunFile;

/** start, status and stop as processes, with a real Solr. */
class TestServerCommands {
  private static final Layout LAYOUT = new Layout(Path.of(".."));
  private static final Path CONFIGSET =
      LAYOUT.root().resolve("server/src/test/resources/configset");

  @TempDir Path temp;
  private Path home;
  private Path models;
  private final Map<String, String> environment = new HashMap<>();

  private record Outcome(int code, String out, String err) {}

  @BeforeAll
  static void needServerProgram() {
    assumeTrue(
        Files.exists(LAYOUT.serverJar()),
        "the server is not packaged: run 'mvn verify -pl cli -am'");
  }

  @BeforeEach
  void createFolders() throws IOException {
    home = temp.resolve("home");
    models = Files.createDirectory(temp.resolve("models"));
  }

  @Test
  void aServerIsStartedShownAndStopped() throws Exception {
    Outcome started = start();
    assertEquals(0, started.code(), started.err());
    try {
      int port = new LocalServers(home).running().get(0).port();
      assertTrue(
          started.out().startsWith("up: http://127.0.0.1:" + port + "/solr/eurlex (standalone"),
          started.out());

      Outcome again = start("--port", Integer.toString(port));
      assertEquals(0, again.code(), again.err());
      assertTrue(again.out().startsWith("already up: "), again.out());

      Outcome otherSettings =
          start("--port", Integer.toString(port), "-D", "lmtc.model=another-model");
      assertFailure(otherSettings, home.toString(), "with other settings", "lmtc stop");

      Outcome otherPort = start();
      assertFailure(otherPort, home.toString(), "already served", "lmtc stop");

      Outcome status = lmtc("status", "--solr-home", home.toString());
      assertEquals(0, status.code(), status.err());
      assertTrue(status.out().contains("eurlex: 0 documents"), status.out());

      JsonNode report = new ObjectMapper().readTree(jsonStatus().out());
      assertTrue(report.get("up").asBoolean());
      JsonNode server = report.get("servers").get(0);
      assertEquals(port, server.get("port").asInt());
      assertTrue(server.get("heapMaxMb").asInt() > 0, "heap");
      assertEquals("eurlex", server.get("collections").get(0).get("name").asText());

      Outcome stopped = lmtc("stop", "--solr-home", home.toString());
      assertEquals(0, stopped.code(), stopped.err());
      assertTrue(stopped.out().startsWith("stopped: "), stopped.out());
      assertEquals(1, lmtc("status", "--solr-home", home.toString()).code());
    } finally {
      new LocalServers(home)
          .running()
          .forEach(left -> ProcessHandle.of(left.pid()).ifPresent(ProcessHandle::destroyForcibly));
    }
  }

  @Test
  void aSolrWithAuthenticationStartsAndItsCollectionsNeedCredentials() throws Exception {
    Files.createDirectories(home);
    Files.copy(CONFIGSET.resolveSibling("security.json"), home.resolve("security.json"));
    Outcome started = start("--host", "0.0.0.0");
    assertEquals(0, started.code(), started.err());
    try {
      assertFalse(started.out().contains("no authentication"), started.out());
      Outcome denied = lmtc("status", "--solr-home", home.toString());
      assertEquals(0, denied.code(), denied.err());
      assertTrue(denied.out().startsWith("up: "), denied.out());
      assertTrue(denied.out().contains("set LMTC_SOLR_AUTH=USER:PASSWORD"), denied.out());
      assertEquals(
          "ACCESS_DENIED",
          new ObjectMapper().readTree(jsonStatus().out()).at("/servers/0/state").asText());

      environment.put("LMTC_SOLR_AUTH", "solr:SolrRocks");
      Outcome status = lmtc("status", "--solr-home", home.toString());
      assertTrue(status.out().contains("eurlex: 0 documents"), status.out());
      int port = new LocalServers(home).running().get(0).port();
      Outcome again = start("--host", "0.0.0.0", "--port", Integer.toString(port));
      assertTrue(again.out().startsWith("already up: "), again.out() + again.err());
    } finally {
      lmtc("stop", "--solr-home", home.toString());
    }
  }

  @Test
  void aBusyPortIsOneLineWithTheOption() throws Exception {
    try (ServerSocket busy = new ServerSocket(0)) {
      Outcome outcome = start("--host", "0.0.0.0", "--port", Integer.toString(busy.getLocalPort()));
      assertFailure(outcome, "port " + busy.getLocalPort(), "--port", "solr-");
    }
  }

  @Test
  void aBrokenConfigsetIsOneLineWithTheCauseAndTheLog() throws Exception {
    Path broken = Files.createDirectory(temp.resolve("configset"));
    Files.copy(CONFIGSET.resolve("managed-schema.xml"), broken.resolve("managed-schema.xml"));
    Files.writeString(
        broken.resolve("solrconfig.xml"),
        "<config><luceneMatchVersion>never</luceneMatchVersion></config>");
    Outcome outcome =
        lmtc(
            "start",
            "--solr-home",
            home.toString(),
            "--conf",
            broken.toString(),
            "--models",
            models.toString(),
            "--port",
            "0");
    assertFailure(outcome, "core 'eurlex'", "never", "log: " + RunFile.logFolder(home));
    assertEquals(List.of(), new LocalServers(home).known());
  }

  @Test
  void missingModelsAreReportedBeforeAnythingStarts() throws Exception {
    Files.delete(models);
    assertFailure(start(), models.toString(), "--models");
    assertFalse(Files.exists(home));
  }

  @Test
  void aServerThatDiedIsDownAndStopForgetsIt() throws Exception {
    Path runFile = RunFile.folder(home).resolve("8983.properties");
    Files.createDirectories(runFile.getParent());
    Files.writeString(runFile, "pid=999999999\nport=8983\nhost=127.0.0.1\n");
    Outcome status = jsonStatus();
    assertEquals(1, status.code());
    JsonNode report = new ObjectMapper().readTree(status.out());
    assertFalse(report.get("up").asBoolean());
    assertEquals("DEAD", report.get("servers").get(0).get("state").asText());

    Outcome stopped = lmtc("stop", "--solr-home", home.toString());
    assertEquals(0, stopped.code(), stopped.err());
    assertTrue(stopped.out().startsWith("had died: "), stopped.out());
    assertFalse(Files.exists(runFile));
  }

  /** As in a container whose first process does not wait for the processes it inherits. */
  @Test
  void aDeadServerThatNobodyReapsIsDownAndAnotherOneStarts() throws Exception {
    // the shell becomes a program that does not wait for its child
    Path child = temp.resolve("child.txt");
    Process parent =
        new ProcessBuilder(
                "/bin/sh", "-c", "/bin/true & echo $! >\"$0\"; exec sleep 600", child.toString())
            .start();
    try {
      await().until(() -> Files.exists(child) && Files.readString(child).endsWith("\n"));
      long zombie = Long.parseLong(Files.readString(child).strip());
      Path folder = Files.createDirectories(RunFile.folder(home));
      Files.writeString(
          folder.resolve("8983.properties"), "pid=" + zombie + "\nport=8983\nhost=127.0.0.1\n");
      Files.createFile(folder.resolve("8983.lock"));
      assertTrue(
          ProcessHandle.of(zombie).orElseThrow().isAlive(), "a zombie, which Java calls alive");
      assertEquals(1, jsonStatus().code());
      Outcome started = start();
      assertEquals(0, started.code(), started.err());
      Outcome stopped = lmtc("stop", "--timeout", "5", "--solr-home", home.toString());
      assertTrue(stopped.out().startsWith("stopped: "), stopped.out() + stopped.err());
    } finally {
      parent.destroyForcibly();
      lmtc("stop", "--solr-home", home.toString());
    }
  }

  @Test
  void aServerThatIsAboutToEndIsAwaited() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Path folder = Files.createDirectories(RunFile.folder(home));
    Files.writeString(
        folder.resolve(port + ".properties"), "pid=999999999\nport=" + port + "\nhost=127.0.0.1\n");
    Path err = temp.resolve("err.txt");
    Process starting;
    try (FileChannel dying =
            FileChannel.open(
                folder.resolve(port + ".lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock lock = dying.lock()) {
      starting = begin(temp.resolve("out.txt"), err, startArgs("--port", Integer.toString(port)));
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> Files.readString(err).contains("process 999999999"));
      assertTrue(lock.isValid() && starting.isAlive(), Files.readString(err));
    }
    try {
      assertTrue(starting.waitFor(4, TimeUnit.MINUTES));
      assertEquals(0, starting.exitValue(), Files.readString(err));
    } finally {
      lmtc("stop", "--solr-home", home.toString());
    }
  }

  private static void assertFailure(Outcome outcome, String... parts) {
    assertEquals(1, outcome.code(), outcome.out());
    assertTrue(outcome.err().startsWith("lmtc: "), outcome.err());
    assertEquals(1, outcome.err().lines().count(), outcome.err());
    for (String part : parts) {
      assertTrue(outcome.err().contains(part), "'" + part + "' in: " + outcome.err());
    }
  }

  private Outcome jsonStatus() throws Exception {
    return lmtc("status", "--json", "--solr-home", home.toString());
  }

  /** Starts on a free port unless the options name one. */
  private Outcome start(String... options) throws Exception {
    return lmtc(startArgs(options));
  }

  private String[] startArgs(String... options) {
    List<String> args = new ArrayList<>(List.of("start", "--solr-home", home.toString()));
    args.addAll(List.of("--conf", CONFIGSET.toString(), "--models", models.toString()));
    args.addAll(List.of("--heap", "256m"));
    args.addAll(List.of(options));
    if (!args.contains("--port")) {
      args.addAll(List.of("--port", "0"));
    }
    return args.toArray(String[]::new);
  }

  private Outcome lmtc(String... args) throws Exception {
    Path out = Files.createTempFile(temp, "out", ".txt");
    Path err = Files.createTempFile(temp, "err", ".txt");
    Process process = begin(out, err, args);
    assertTrue(process.waitFor(240, TimeUnit.SECONDS), "lmtc " + args[0] + " did not end");
    return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  private Process begin(Path out, Path err, String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Lmtc.class.getName()));
    command.addAll(List.of(args));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put(Layout.ROOT_VARIABLE, LAYOUT.root().toString());
    builder.environment().putAll(environment);
    return builder.start();
  }
}
