package org.solrlmtc.cli.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.stream.Collectors;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.solrlmtc.cli.common.Futures;
import org.solrlmtc.cli.solr.ActDocuments;
import org.solrlmtc.cli.solr.DocumentSender;
import org.solrlmtc.cli.solr.SolrHttp;
import org.solrlmtc.core.act.ActRecord;

/** Sends acts to Solr in batches over several connections. */
final class Indexer implements AutoCloseable {
  private final SolrHttp solr;
  private final Settings settings;
  private final DocumentSender sender;
  private final Listener listener;
  private final ExecutorService senders;
  private final LinkedBlockingDeque<Future<?>> pending = new LinkedBlockingDeque<>();

  /** Where each act was read, by id. */
  private final Map<String, String> sources = new HashMap<>();

  private List<ActRecord> batch = new ArrayList<>();

  /**
   * Settings of the requests.
   *
   * @param chain the update chain, or empty for the collection's default
   * @param connections number of concurrent requests
   * @param onlyMissing whether to skip acts that the collection already has
   */
  record Settings(
      String collection, String chain, int batchSize, int connections, boolean onlyMissing) {}

  /** Receives the result of each act; called from several threads. */
  interface Listener {
    void indexed(int acts);

    void alreadyThere(int acts);

    void refused(ActRecord act, String reason);

    /**
     * An act has the id of an earlier one and replaces it.
     *
     * @param earlier where the earlier one was read
     */
    void repeated(ActRecord act, String earlier);
  }

  Indexer(SolrHttp solr, Settings settings, Listener listener) {
    this.solr = solr;
    this.settings = settings;
    this.sender = new DocumentSender(solr, settings.collection(), settings.chain());
    this.listener = listener;
    this.senders = Executors.newFixedThreadPool(settings.connections());
  }

  /** Takes an act; it is sent when its batch is full, or by {@link #finish}. */
  void add(ActRecord act) {
    String earlier = sources.put(act.act().id(), act.source());
    if (earlier != null) {
      listener.repeated(act, earlier);
      // in a request of its own, after the first and even with onlyMissing: the last one counts
      flush();
      awaitAll();
      sendAll(List.of(act));
      return;
    }
    batch.add(act);
    if (batch.size() >= settings.batchSize()) {
      flush();
    }
  }

  /** Sends the last batch, waits for all responses and commits. */
  void finish() {
    flush();
    awaitAll();
    solr.send(client -> client.commit(settings.collection()));
  }

  private void flush() {
    if (batch.isEmpty()) {
      return;
    }
    List<ActRecord> full = batch;
    batch = new ArrayList<>();
    // limits the pending requests, so that reading does not run far ahead of Solr
    while (pending.size() >= 2 * settings.connections()) {
      Futures.await(pending.remove());
    }
    pending.add(senders.submit(() -> send(full)));
  }

  private void awaitAll() {
    while (!pending.isEmpty()) {
      Futures.await(pending.remove());
    }
  }

  private void send(List<ActRecord> acts) {
    List<ActRecord> missing = settings.onlyMissing() ? withoutExisting(acts) : acts;
    if (!missing.isEmpty()) {
      sendAll(missing);
    }
  }

  private void sendAll(List<ActRecord> acts) {
    Map<Integer, DocumentSender.Refusal> refused =
        sender.send(acts.stream().map(ActDocuments::document).toList());
    refused.forEach((act, refusal) -> listener.refused(acts.get(act), refusal.reason()));
    listener.indexed(acts.size() - refused.size());
  }

  private List<ActRecord> withoutExisting(List<ActRecord> acts) {
    List<String> ids = acts.stream().map(act -> act.act().id()).collect(Collectors.toList());
    Set<Object> existing =
        solr.send(
            client ->
                client
                    .getById(
                        settings.collection(),
                        ids,
                        new ModifiableSolrParams().set("fl", ActDocuments.ID))
                    .stream()
                    .map(document -> document.getFieldValue(ActDocuments.ID))
                    .collect(Collectors.toSet()));
    List<ActRecord> missing =
        acts.stream()
            .filter(act -> !existing.contains(act.act().id()))
            .collect(Collectors.toList());
    listener.alreadyThere(acts.size() - missing.size());
    return missing;
  }

  @Override
  public void close() {
    senders.shutdownNow();
  }
}
