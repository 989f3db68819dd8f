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

  /** A file system of its own, which can be full and get larger. */
  private final class Disk implements AutoCloseable {
    private final Path path;

    Disk(int megabytes) throws Exception {
      path = Files.createDirectory(folder.resolve("disk"));
      assumeTrue(
          run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", path.toString()),
          "skipped: only a user who may mount file systems can fill one");
    }

    void resize(int megabytes) throws InterruptedException {
      assertTrue(run("mount", "-o", "remount,size=" + megabytes + "m", path.toString()));
    }

    @Override
    public void close() {
      try {
        run("umount", "-l", path.toString());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void sendUntilRefused(Clients clients, String name, int times)
      throws InterruptedException {
    String text = text(100_000);
    int refused = clients.refusals().size();
    for (int i = 0; clients.refusals().size() < refused + times; i++) {
      assertTrue(i < 2_000, "the disk does not fill up");
      clients.send(text, name + "-" + i);
    }
  }

  @Test
  void documentsAreRefusedBeforeTheDiskIsFullAndAcceptedOnceThereIsRoom() throws Exception {
    String[] options = {"-Dlmtc.model=exact-match", "-Dlmtc.disk.minFreeMegabytes=64"};
    try (Disk disk = new Disk(128);
        Product product = new Product(disk.path.resolve("solr"));
        Clients clients = new Clients(product)) {
      product.start(options);
      sendUntilRefused(clients, "first", 5);
      product.commit();
      for (Clients.Seen refusal : clients.refusals()) {
        assertEquals(503, refusal.code(), refusal.message());
        assertTrue(refusal.message().contains("minFreeMegabytes = 64"), refusal.message());
      }
      disk.resize(500);
      assertEquals(200, clients.send(TEXT, "without-a-restart").code());
      product.stop();
      product.start(options);
      assertEquals(Set.of(), clients.lost());
    }
  }

  /** Other programs can fill a disk too, whatever Solr refuses. */
  @Test
  void aFullDiskIsReportedAndNoAcknowledgedActIsLost() throws Exception {
    String[] options = {"-Dlmtc.model=exact-match", "-Dlmtc.disk.minFreeMegabytes=0"};
    try (Disk disk = new Disk(12);
        Product product = new Product(disk.path.resolve("solr"));
        Clients clients = new Clients(product)) {
      product.start(options);
      sendUntilRefused(clients, "small", 5);
      // with room again, Solr may accept documents or not
      disk.resize(24);
      for (int i = 0; i < 50; i++) {
        clients.send(TEXT, "meanwhile-" + i);
      }
      product.post("/update?commit=true", "[]");
      for (int i = 0; i < 50; i++) {
        clients.send(TEXT, "after-" + i);
      }
      for (Clients.Seen refusal : clients.refusals()) {
        assertTrue(Set.of(500, 503).contains(refusal.code()), refusal.message());
        assertTrue(DISK_FULL.matcher(refusal.message()).find(), refusal.message());
      }
      disk.resize(500);
      product.stop();
      product.start(options);
      assertEquals(Set.of(), clients.lost());
      assertEquals(200, clients.send(TEXT, "again").code());
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
