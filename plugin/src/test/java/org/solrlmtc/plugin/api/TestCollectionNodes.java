package org.solrlmtc.plugin.api;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.solr.SolrTestCase;
import org.apache.solr.common.cloud.DocCollection;
import org.apache.solr.common.cloud.DocRouter;
import org.apache.solr.common.cloud.Replica;
import org.apache.solr.common.cloud.Replica.State;
import org.apache.solr.common.cloud.Slice;
import org.junit.Test;

/** Every live node of a collection is asked, through a replica that is most likely to answer. */
public class TestCollectionNodes extends SolrTestCase {

  @Test
  public void anActiveReplicaOfEachLiveNodeIsChosenElseAnyOther() {
    Map<String, Slice> shards = new LinkedHashMap<>();
    for (String shard : new String[] {"first", "second"}) {
      Map<String, Replica> replicas = new LinkedHashMap<>();
      add(replicas, shard, "whole", State.ACTIVE);
      add(replicas, shard, "recovering", State.RECOVERING);
      add(replicas, shard, "failed", State.DOWN);
      add(replicas, shard, "half", shard.equals("first") ? State.DOWN : State.ACTIVE);
      add(replicas, shard, "otherHalf", shard.equals("second") ? State.DOWN : State.ACTIVE);
      add(replicas, shard, "gone", State.ACTIVE);
      shards.put(shard, new Slice(shard, replicas, Map.of(), "acts"));
    }
    DocCollection collection =
        DocCollection.create("acts", shards, Map.of(), DocRouter.DEFAULT, 0, null, null);
    Map<String, Replica> chosen =
        CollectionNodes.replicaOfEachNode(
            collection, Set.of("whole", "recovering", "failed", "half", "otherHalf", "stranger"));
    assertEquals(Set.of("whole", "recovering", "failed", "half", "otherHalf"), chosen.keySet());
    assertEquals("second", chosen.get("half").getShard());
    assertEquals("first", chosen.get("otherHalf").getShard());
    assertEquals(State.ACTIVE, chosen.get("whole").getState());
  }

  private static void add(Map<String, Replica> replicas, String shard, String node, State state) {
    String name = shard + "-" + node;
    replicas.put(
        name,
        new Replica(
            name,
            node,
            "acts",
            shard,
            "core-" + name,
            state,
            Replica.Type.NRT,
            Map.of("base_url", "http://" + node)));
  }
}
