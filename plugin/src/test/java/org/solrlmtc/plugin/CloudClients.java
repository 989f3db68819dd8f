package org.solrlmtc.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.util.ExecutorUtil;
import org.apache.solr.common.util.SolrNamedThreadFactory;

/**
 * Clients that index acts, a few a request, until they are stopped. What was refused or not
 * answered is sent again until it is acknowledged.
 */
final class CloudClients implements AutoCloseable {
  private static final int ACTS_A_REQUEST = 4;
  private static final int MOST_TRIES = 1_000;

  private final String collection;
  private final ExecutorService threads =
      ExecutorUtil.newMDCAwareCachedThreadPool(new SolrNamedThreadFactory("clients"));
  private final List<Future<?>> running = new ArrayList<>();
  private final Map<String, Set<String>> acknowledged = new ConcurrentHashMap<>();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean stopped;

  CloudClients(String collection) {
    this.collection = collection;
  }

  /** Starts a client whose acts have ids that begin with its name. */
  void start(String name, SolrClient solr) {
    Set<String> own = ConcurrentHashMap.newKeySet();
    acknowledged.put(name, own);
    running.add(
        threads.submit(
            () -> {
              for (int request = 0; !stopped; request++) {
                List<SolrInputDocument> acts = new ArrayList<>();
                for (int i = 0; i < ACTS_A_REQUEST; i++) {
                  SolrInputDocument act = new SolrInputDocument();
                  act.addField("id", name + "-" + request + "-" + i);
                  act.addField("header", "milk and cheese");
                  acts.add(act);
                }
                sendUntilAcknowledged(solr, acts);
                acts.forEach(act -> own.add((String) act.getFieldValue("id")));
              }
              return null;
            }));
  }

  private void sendUntilAcknowledged(SolrClient solr, List<SolrInputDocument> acts)
      throws Exception {
    for (int tries = 0; ; tries++) {
      try {
        solr.add(collection, acts);
        return;
      } catch (SolrServerException | SolrException e) {
        failures.add(e.toString());
        if (tries == MOST_TRIES) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }
  }

  /** The ids of all acts that were acknowledged. */
  Set<String> acknowledged() {
    Set<String> all = ConcurrentHashMap.newKeySet();
    acknowledged.values().forEach(all::addAll);
    return all;
  }

  /** What clients saw instead of an acknowledgement. */
  List<String> failures() {
    return List.copyOf(failures);
  }

  /** Waits until each client got further acts acknowledged, in several requests. */
  void awaitProgress() throws Exception {
    for (Map.Entry<String, Set<String>> client : acknowledged.entrySet()) {
      awaitProgress(client.getKey());
    }
  }

  /** Waits until this client got further acts acknowledged, in several requests. */
  void awaitProgress(String name) throws Exception {
    int wanted = acknowledged.get(name).size() + 5 * ACTS_A_REQUEST;
    LabellingTestCase.await(() -> acknowledged.get(name).size() >= wanted);
  }

  /** Lets each client get its last request acknowledged. */
  void stop() throws Exception {
    stopped = true;
    for (Future<?> client : running) {
      client.get();
    }
  }

  @Override
  public void close() {
    stopped = true;
    ExecutorUtil.shutdownAndAwaitTermination(threads);
  }
}
