package org.solrlmtc.plugin.model;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.common.util.ExecutorUtil;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.SolrNamedThreadFactory;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.HandlerTestCase;
import org.solrlmtc.plugin.fixtures.TinyBundles;

/** Reloads and swaps under load leave neither models nor threads behind. */
public class TestNothingLeaks extends HandlerTestCase {
  private static final int TIMES = 10;

  /** The resources of the node. */
  private record Held(int models, Object openVersions, Object requests, List<String> threads) {}

  @Test
  public void reloadsAndSwapsCloseNetworksAndEndTheirThreads() throws Exception {
    TinyBundles.writeNetwork(models, "network", "0");
    System.setProperty("lmtc.model", "network");
    startCore();
    Held before = held();
    assertEquals(1, before.openVersions());
    assertFalse("scoring threads", before.threads().isEmpty());
    AtomicBoolean changing = new AtomicBoolean(true);
    ExecutorService clients =
        ExecutorUtil.newMDCAwareCachedThreadPool(new SolrNamedThreadFactory("clients"));
    try {
      Future<Integer> indexed = clients.submit(() -> indexWhile(changing));
      for (int i = 1; i <= TIMES; i++) {
        TinyBundles.writeNetwork(models, "network", Integer.toString(i));
        command("/lmtc/models", "action", "swap", "model", "network");
        h.reload();
      }
      changing.set(false);
      int documents = indexed.get();
      solr.commit();
      assertEquals(documents, found("lmtc_status:labelled"));
    } finally {
      changing.set(false);
      ExecutorUtil.shutdownAndAwaitTermination(clients);
    }
    assertEquals(modelId("network"), at(ask("/lmtc/models"), "models", 0, "id"));
    // threads of the former version may still be ending
    await(() -> before.equals(held()));
  }

  private int indexWhile(AtomicBoolean changing) throws Exception {
    int documents = 0;
    while (changing.get()) {
      solr.add(act("id", "act" + documents++, "header", "milk"));
      // enough to have a running request at any time, without index merges
      Thread.sleep(5);
    }
    return documents;
  }

  private long found(String query) throws Exception {
    return solr.query(new SolrQuery(query).setParam("defType", "lucene"))
        .getResults()
        .getNumFound();
  }

  private Held held() {
    List<String> threads =
        Thread.getAllStackTraces().keySet().stream()
            .map(Thread::getName)
            .filter(name -> name.startsWith("lmtc-"))
            .sorted()
            .toList();
    try {
      NamedList<Object> answer = ask("/lmtc/models");
      return new Held(
          ((List<?>) at(answer, "models")).size(),
          at(answer, "models", 0, "openVersions"),
          at(answer, "models", 0, "requests"),
          threads);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
