package org.solrlmtc.tests;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The memory or the disk is too small for what clients send. */
class TestMachineFaults {
  private static final String TEXT = "regulation on the import of milk and cheese ";

  /** Solr's words, whatever it wanted to write. */
  private static final Pattern DISK_FULL =
      Pattern.compile("Error logging add|No space left on device|Server error writing document");

  @TempDir Path folder;

  private static String text(int chars) {
    return TEXT.repeat(chars / TEXT.length());
  }

  @Test
  void aServerThatRunsOutOfMemoryEndsAndLosesNoAcknowledgedAct() throws Exception {
    try (Product product = new Product(folder.resolve("solr"));
        Clients clients = new Clients(product)) {
      product.start("--heap=192m", "-Dlmtc.model=exact-match");
      for (int i = 0; i < 50; i++) {
        assertEquals(200, clients.send(TEXT, "small-" + i).code());
      }
      Clients.Seen tooLong = clients.send(text(10_100_000), "too-long");
      assertEquals(400, tooLong.code(), tooLong.message());
      assertTrue(tooLong.message().contains("maxTextChars = 10000000"), tooLong.message());

      String large = text(9_000_000);
      for (int i = 0; i < 24; i++) {
        String id = "large-" + i;
        clients.start(() -> clients.send(large, id));
      }
      clients.await();
      await("the server ends without the memory it needs")
          .atMost(Duration.ofMinutes(1))
          .until(() -> !product.isAlive());
      List<Clients.Seen> broken =
          clients.refusals().stream().filter(seen -> !seen.equals(tooLong)).toList();
      assertFalse(broken.isEmpty());
      assertTrue(broken.stream().allMatch(seen -> seen.code() == 0), broken::toString);
      product.start("-Dlmtc.model=exact-match");
      assertEquals(Set.of(), clients.lost());
    }
  }

  @Test
  void aFullDiskIsReportedAndNoAcknowledgedActIsLost() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", disk.toString()),
        "skipped: only a user who may mount file systems can fill one");
    try (Product product = new Product(disk.resolve("solr"));
        Clients clients = new Clients(product)) {
      product.start("-Dlmtc.model=exact-match");
      String text = text(100_000);
      for (int i = 0; clients.refusals().size() < 5; i++) {
        assertTrue(i < 1_000, "the disk does not fill up");
        clients.send(text, "act-" + i);
      }
      for (Clients.Seen refusal : clients.refusals()) {
        assertEquals(500, refusal.code(), refusal.message());
        assertTrue(DISK_FULL.matcher(refusal.message()).find(), refusal.message());
      }
      assertTrue(run("mount", "-o", "remount,size=500m", disk.toString()));
      product.kill();
      product.start("-Dlmtc.model=exact-match");
      assertEquals(Set.of(), clients.lost());
      assertEquals(200, clients.send(TEXT, "again").code());
    } finally {
      run("umount", "-l", disk.toString());
    }
  }

  /** Whether a command of the system succeeds. */
  private static boolean run(String... command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
