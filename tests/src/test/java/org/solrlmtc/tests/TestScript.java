package org.solrlmtc.tests;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code lmtc} in a folder of its own, where Maven and Java only tell what they do. */
class TestScript {
  /** All that the script calls, but for flock, Java and Maven. */
  private static final List<String> TOOLS =
      List.of(
          "bash",
          "cat",
          "dirname",
          "env",
          "find",
          "ln",
          "mkdir",
          "mktemp",
          "mv",
          "readlink",
          "rm",
          "sed",
          "sleep",
          "touch");

  private static final String BUILDS =
      """
      #!/usr/bin/env bash
      echo begin >>builds
      sleep 2
      for jar in cli/target/lib/lmtc-cli.jar server/target/lib/lmtc-server.jar solr-home/lib/lmtc-plugin-1.jar; do
        mkdir -p "$(dirname $jar)" && touch $jar
      done
      echo end >>builds
      """;

  private static final String RUNS =
      """
      #!/usr/bin/env bash
      [[ $1 == -jar ]] && echo "runs ${*:3}" || echo '    java.specification.version = 17' >&2
      """;

  @TempDir Path root;
  private Path tools;

  @BeforeEach
  void makeProduct() throws IOException {
    Files.copy(Product.ROOT.resolve("lmtc"), root.resolve("lmtc"));
    makeRunnable(root.resolve("lmtc"));
    Files.createFile(root.resolve("pom.xml"));
    for (String module : List.of("core", "readers", "training", "plugin", "server", "cli")) {
      Files.createFile(Files.createDirectory(root.resolve(module)).resolve("pom.xml"));
    }
    tools = Files.createDirectory(root.resolve("tools"));
    makeRunnable(Files.writeString(tools.resolve("mvn"), BUILDS));
    makeRunnable(Files.writeString(tools.resolve("java"), RUNS));
    TOOLS.forEach(this::take);
  }

  private static void makeRunnable(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Puts a program of this machine on the script's path. */
  private boolean take(String tool) {
    for (String folder : System.getenv("PATH").split(":")) {
      Path program = Path.of(folder, tool);
      if (Files.isExecutable(program)) {
        try {
          Files.createSymbolicLink(tools.resolve(tool), program);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        return true;
      }
    }
    return false;
  }

  private Process begin() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(root.resolve("lmtc").toString(), "--version").redirectErrorStream(true);
    builder.environment().put("PATH", tools.toString());
    builder.environment().keySet().removeAll(List.of("JAVA_HOME", "LMTC_HOME", "LMTC_NO_BUILD"));
    return builder.start();
  }

  private static String end(Process process) throws Exception {
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(1, TimeUnit.MINUTES), output);
    assertEquals(0, process.exitValue(), output);
    return output;
  }

  private void assertOneBuildAtATime(int commands) throws Exception {
    Path builds = root.resolve("builds");
    Files.deleteIfExists(builds);
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < commands; i++) {
      processes.add(begin());
    }
    for (Process process : processes) {
      String output = end(process);
      assertTrue(output.endsWith("runs --version\n"), output);
    }
    assertEquals(List.of("begin", "end"), Files.readAllLines(builds));
  }

  @Test
  void commandsStartedAtTheSameMomentBuildOnce() throws Exception {
    take("flock");
    assertOneBuildAtATime(3);
  }

  @Test
  void commandsBuildOnceWithoutFlock() throws Exception {
    assertOneBuildAtATime(3);
  }

  @Test
  void aKilledCommandLeavesNoLockBehind() throws Exception {
    for (boolean withFlock : new boolean[] {false, true}) {
      if (withFlock && !take("flock")) {
        return;
      }
      Files.deleteIfExists(root.resolve(Path.of("target", "lmtc.built")));
      Files.deleteIfExists(root.resolve("builds"));
      Process killed = begin();
      await()
          .pollInterval(Duration.ofMillis(10))
          .atMost(Duration.ofMinutes(1))
          .until(() -> Files.exists(root.resolve("builds")));
      killed.destroyForcibly().waitFor();
      // what it had begun still goes on
      await("end of the build")
          .until(() -> Files.readAllLines(root.resolve("builds")).contains("end"));
      assertOneBuildAtATime(2);
    }
  }
}
