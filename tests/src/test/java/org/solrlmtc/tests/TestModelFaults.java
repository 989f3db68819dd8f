package org.solrlmtc.tests;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real network that fails, hangs, has too much to do or is replaced while clients index. */
class TestModelFaults {
  private static final int QUEUE = 4;

  @TempDir static Path folder;
  private static Path models;
  private static Product product;
  private Clients clients;

  @BeforeAll
  static void startSolr() throws Exception {
    models = Files.createDirectory(folder.resolve("models"));
    ErraticNetwork.write(models, 1);
    product = new Product(folder.resolve("solr"));
    product.start(
        "--models=" + models,
        "-Dlmtc.model=" + ErraticNetwork.NAME,
        "-Dlmtc.timeLimit=5000",
        "-Dlmtc.queue.capacity=" + QUEUE,
        "-Dlmtc.queue.threads=1",
        "-Dlmtc.onnx.intraOpThreads=1");
  }

  @AfterAll
  static void stopSolr() throws Exception {
    product.close();
  }

  @BeforeEach
  void emptyIndex() throws Exception {
    product.post("/update?commit=true", "{\"delete\": {\"query\": \"*:*\"}}");
    clients = new Clients(product);
  }

  @AfterEach
  void stopClients() {
    clients.close();
  }

  private static void assertSeen(int code, String message, Clients.Seen seen) {
    assertEquals(code, seen.code(), seen.message());
    assertTrue(seen.message().contains(message), seen.message());
  }

  @Test
  void anActThatMakesTheModelFailIsRefusedAndTheOthersAreNot() throws Exception {
    for (int i = 0; i < 10; i++) {
      assertEquals(200, clients.send(ErraticNetwork.CALM, "calm-" + i).code());
      assertSeen(
          500,
          "document 'bad-"
              + i
              + "' refused: model 'erratic' could not label it: the network erratic/model.onnx"
              + " failed: ",
          clients.send(ErraticNetwork.FAILING, "bad-" + i));
    }
    assertEquals(Set.of(), clients.lost());
    assertEquals(10, clients.found().size());
  }

  @Test
  void anActThatMakesTheModelHangIsRefusedWhenItsTimeIsUp() throws Exception {
    assertEquals(200, clients.send(ErraticNetwork.CALM, "before").code());
    assertSeen(
        504,
        "document 'bad' refused: model 'erratic' could not label it: model 'erratic' gave no answer"
            + " within 5000 ms",
        clients.send(ErraticNetwork.ENDLESS, "bad"));
    assertEquals(200, clients.send(ErraticNetwork.CALM, "after").code());
    await("the network is stopped")
        .atMost(Duration.ofMinutes(1))
        .until(() -> serving().get("stuckThreads").asInt() == 0);
    assertEquals(Set.of(), clients.lost());
    assertEquals(Set.of("after", "before"), clients.found().keySet());
  }

  @Test
  void actsBeyondTheQueuesCapacityAreRefusedAndCanBeSentAgain() throws Exception {
    int senders = 3 * QUEUE;
    for (int i = 0; i < senders; i++) {
      String id = "sender" + i + "-";
      clients.start(
          () -> {
            for (int act = 0; act < 5; act++) {
              clients.insist(ErraticNetwork.SLOW, id + act);
            }
            return null;
          });
    }
    clients.await();
    assertFalse(clients.refusals().isEmpty(), "the queue was never full");
    for (Clients.Seen refusal : clients.refusals()) {
      assertSeen(
          429,
          "refused: model 'erratic' could not label it: the queue of model 'erratic' is full: 4"
              + " acts wait, as many as lmtc.queue.capacity allows; try again later",
          refusal);
    }
    assertEquals(5 * senders, clients.acknowledged().size());
    assertEquals(Set.of(), clients.lost());
  }

  @Test
  void clientsLoseNothingWhileModelsAreSwapped() throws Exception {
    AtomicBoolean goOn = new AtomicBoolean(true);
    startClients(goOn);
    int last = 9;
    for (int version = 2; version <= last; version++) {
      ErraticNetwork.write(models, version);
      JsonNode answer = swap();
      String model = answer.path("model").asText();
      assertTrue(model.startsWith("erratic/" + version + "+"), answer.toString());
      clients.awaitProgress();
    }
    goOn.set(false);
    clients.await();
    assertEquals(List.of(), clients.refusals());
    assertEquals(Set.of(), clients.lost());
    Map<String, JsonNode> found = clients.found();
    assertEquals(clients.acknowledged().size(), found.size());
    int versions = assertLabelledAsSaid(found);
    assertTrue(versions >= last - 1, "acts of only " + versions + " versions");
  }

  @Test
  void clientsLoseNothingWhileADamagedBundleIsSwappedIn() throws Exception {
    String former = serving().get("id").asText();
    AtomicBoolean goOn = new AtomicBoolean(true);
    startClients(goOn);
    clients.awaitProgress();
    ErraticNetwork.write(models, 99);
    Path network = models.resolve("erratic").resolve("model.onnx");
    byte[] bytes = Files.readAllBytes(network);
    bytes[bytes.length / 2] ^= 1;
    // by rename, as no open file may be written to
    Path damaged = Files.write(models.resolve("erratic").resolve("damaged"), bytes);
    Files.move(damaged, network, StandardCopyOption.REPLACE_EXISTING);
    JsonNode answer = swap();
    assertEquals(409, answer.at("/error/code").asInt(), answer.toString());
    assertTrue(
        answer
            .at("/error/msg")
            .asText()
            .matches("cannot swap the model: .*model\\.onnx is not the file that .* describes.*"),
        answer.toString());
    clients.awaitProgress();
    goOn.set(false);
    clients.await();
    assertEquals(List.of(), clients.refusals());
    assertEquals(Set.of(), clients.lost());
    Map<String, JsonNode> found = clients.found();
    assertEquals(1, assertLabelledAsSaid(found));
    found.values().forEach(act -> assertEquals(former, act.get("lmtc_model").asText()));
    assertTrue(serving().get("lastSwapFailed").asText().contains("model.onnx"));
  }

  private void startClients(AtomicBoolean goOn) {
    // each has one act at a time in the queue
    for (int i = 0; i < QUEUE; i++) {
      clients.start("client" + i, ErraticNetwork.CALM, goOn::get);
    }
  }

  private static JsonNode swap() throws Exception {
    return product.post("/lmtc/models?action=swap&model=erratic", "");
  }

  private static JsonNode serving() throws Exception {
    return product.get("/lmtc/models", Map.of()).at("/models/0");
  }

  /** The label of each act is that of the version it names. Returns how many versions there are. */
  private static int assertLabelledAsSaid(Map<String, JsonNode> acts) {
    Set<String> versions = new TreeSet<>();
    for (JsonNode act : acts.values()) {
      String version = act.get("lmtc_model").asText().replaceAll(".*/|\\+.*", "");
      versions.add(version);
      assertEquals(
          ErraticNetwork.concept(Integer.parseInt(version)),
          act.at("/eurovoc_id/0").asText(),
          act.toString());
      assertEquals(1, act.get("eurovoc_id").size(), act.toString());
    }
    return versions.size();
  }
}
