package org.solrlmtc.tests;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes share a collection; one is killed while clients index through both. */
class TestCloudPowerCut {
  private static final String TEXT = "regulation on the import of milk and cheese";
  private static final String MODEL = "-Dlmtc.model=exact-match";

  /**
   * ZooKeeper forgets a dead node after this number of milliseconds; fewer, and it may forget a
   * slow one.
   */
  private static final String SESSION = "-DzkClientTimeout=15000";

  @TempDir Path folder;

  @Test
  void noAcknowledgedActIsLost() throws Exception {
    try (Product first = new Product(folder.resolve("first"));
        Product second = new Product(folder.resolve("second"))) {
      // ZooKeeper runs in the first; the second makes the collection, on both of them
      first.start("--cloud", "--collection=aside", MODEL, SESSION);
      String[] joining = {
        "--zk=" + first.zooKeeper(), "--shards=2", "--replicas=2", MODEL, SESSION
      };
      second.start(joining);
      try (Clients ofFirst = new Clients(first);
          Clients ofSecond = new Clients(second)) {
        AtomicBoolean goOn = new AtomicBoolean(true);
        ofFirst.start("first", TEXT, goOn::get);
        ofFirst.start("also-first", TEXT, goOn::get);
        ofSecond.start("second", TEXT, goOn::get);
        ofFirst.awaitProgress();
        ofSecond.awaitProgress();
        second.kill();
        // without the second
        ofFirst.awaitProgress();
        List<Clients.Seen> seen = ofSecond.refusals();
        assertFalse(seen.isEmpty());
        assertTrue(seen.stream().allMatch(each -> each.code() == 0), seen::toString);
        second.restart(joining);
        ofSecond.awaitProgress();
        goOn.set(false);
        ofFirst.await();
        ofSecond.await();
        Set<String> acknowledged = new TreeSet<>(ofFirst.acknowledged());
        acknowledged.addAll(ofSecond.acknowledged());
        assertEquals(acknowledged, found(first, second));
      }
    }
  }

  /** The ids of all acts, of which the replicas of a shard have the same, labelled alike. */
  private static Set<String> found(Product... nodes) throws Exception {
    Map<String, List<JsonNode>> shards = awaitReplicas(nodes[0]);
    nodes[0].commit();
    Set<String> ids = new TreeSet<>();
    for (List<JsonNode> replicas : shards.values()) {
      List<Map<String, JsonNode>> contents = new ArrayList<>();
      for (JsonNode replica : replicas) {
        for (Product node : nodes) {
          if (node.url().equals(replica.get("base_url").asText())) {
            contents.add(node.labels(replica.get("core").asText()));
          }
        }
      }
      assertEquals(2, contents.size(), "replicas");
      assertEquals(contents.get(0), contents.get(1));
      for (JsonNode act : contents.get(0).values()) {
        assertTrue(act.get("lmtc_model").asText().startsWith("exact-match/"), act.toString());
        assertEquals("labelled", act.get("lmtc_status").asText(), act.toString());
        assertTrue(ids.add(act.get("id").asText()), "in two shards: " + act);
      }
    }
    return ids;
  }

  /** The replicas by their shards, once all are active. */
  private static Map<String, List<JsonNode>> awaitReplicas(Product node) {
    return await("all replicas are active")
        .atMost(Duration.ofMinutes(2))
        .until(
            () -> replicas(node),
            shards ->
                shards.values().stream()
                    .flatMap(List::stream)
                    .allMatch(replica -> replica.get("state").asText().equals("active")));
  }

  private static Map<String, List<JsonNode>> replicas(Product node) throws Exception {
    Map<String, List<JsonNode>> shards = new TreeMap<>();
    node.postTo("admin/collections?action=CLUSTERSTATUS&collection=eurlex", "")
        .at("/cluster/collections/eurlex/shards")
        .fields()
        .forEachRemaining(
            shard -> {
              List<JsonNode> replicas = new ArrayList<>();
              shard.getValue().get("replicas").forEach(replicas::add);
              shards.put(shard.getKey(), replicas);
            });
    return shards;
  }
}
