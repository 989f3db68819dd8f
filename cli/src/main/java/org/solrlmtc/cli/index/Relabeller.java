package org.solrlmtc.cli.index;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.request.QueryRequest;
import org.apache.solr.client.solrj.response.QueryResponse;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.CursorMarkParams;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.solrlmtc.cli.common.Futures;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.solr.DocumentSender;
import org.solrlmtc.cli.solr.SolrHttp;

/**
 * Empties the concept field of documents in the order of their keys, upon which Solr labels them
 * again from the stored text. The updates use optimistic concurrency: corrections that come
 * meanwhile are not lost, and a document that is deleted meanwhile does not reappear.
 */
final class Relabeller implements AutoCloseable {
  private static final String VERSION = "_version_";
  private static final int MAX_CONFLICT_RETRIES = 5;

  /** When this number of first documents is not labelled, the cause is not in the documents. */
  private static final int MAX_FIRST_FAILURES = 10;

  private final SolrHttp solr;
  private final LabelledCollection labelled;
  private final Settings settings;
  private final Listener listener;
  private final DocumentSender sender;
  private final ExecutorService senders;

  /** Pending batches, in the order of their keys. */
  private final Queue<PendingBatch> pending = new ArrayDeque<>();

  /**
   * Settings of the requests.
   *
   * @param filters the filters that documents to relabel pass
   * @param chain the update chain, or empty for the collection's default
   */
  record Settings(
      String collection, List<String> filters, String chain, int batchSize, int connections) {}

  /**
   * The result for some documents.
   *
   * @param relabelled number of documents that the model has labelled again
   * @param notLabelled reasons by document: Solr accepted the update, but the model failed
   * @param gone number of documents that other clients changed, so that they no longer pass the
   *     filters
   * @param refused reasons by document
   */
  record Outcome(
      int relabelled, Map<String, String> notLabelled, int gone, Map<String, String> refused) {}

  /** Receives the results in the order of the keys. */
  @FunctionalInterface
  interface Listener {
    /**
     * @param cursor the cursor mark after these documents: all before are done
     */
    void done(Outcome outcome, String cursor);
  }

  private record PendingBatch(Future<Outcome> outcome, String cursor) {}

  private record Page(List<SolrDocument> documents, String next) {}

  Relabeller(SolrHttp solr, LabelledCollection labelled, Settings settings, Listener listener) {
    this.solr = solr;
    this.labelled = labelled;
    this.settings = settings;
    this.listener = listener;
    this.sender = new DocumentSender(solr, settings.collection(), settings.chain());
    this.senders = Executors.newFixedThreadPool(settings.connections());
  }

  /** Relabels all documents after the cursor, and waits for all responses. */
  void run(String begin) {
    Page page = page(labelFirst(begin), settings.batchSize());
    while (!page.documents().isEmpty()) {
      submit(page);
      page = page(page.next(), settings.batchSize());
    }
    while (!pending.isEmpty()) {
      settleFirst();
    }
  }

  /**
   * Relabels one by one until a document has got labels. Only then is it certain that the others
   * will not lose theirs. A document without labels is no proof: it may have had none before.
   *
   * @return the cursor mark after these documents
   */
  private String labelFirst(String begin) {
    int failures = 0;
    Page page = page(begin, 1);
    while (!page.documents().isEmpty()) {
      String id = id(page.documents().get(0));
      Outcome outcome = relabel(page.documents());
      Optional<SolrDocument> now = labellingOf(List.of(id)).stream().findFirst();
      if (outcome.gone() + outcome.refused().size() == 0 && now.isPresent()) {
        checkNotOnlyEmptied(now.get());
      }
      listener.done(outcome, page.next());
      if (outcome.relabelled() > 0 && now.map(labelled::hasLabels).orElse(false)) {
        return page.next();
      }
      Optional<String> reason = whyNotLabelled(outcome, now);
      if (reason.isPresent() && ++failures == MAX_FIRST_FAILURES) {
        throw new UserError(
            "none of the first "
                + MAX_FIRST_FAILURES
                + " documents was labelled, '"
                + id
                + "' because of: "
                + reason.get().strip().replaceAll("\\s+", " ")
                + "; fix the cause, see also Solr's log, or exclude such documents with --query");
      }
      page = page(page.next(), 1);
    }
    return page.next();
  }

  /** An update chain that does not label would remove the labels of all documents. */
  private void checkNotOnlyEmptied(SolrDocument document) {
    if (labelled.isOnlyEmptied(document)) {
      throw new UserError(
          "document '"
              + id(document)
              + "' lost its labels, but "
              + labelled.model()
              + " did not label it again: the update chain does not label, name one that does with"
              + " --chain; the other documents are unchanged");
    }
  }

  private Optional<String> whyNotLabelled(Outcome outcome, Optional<SolrDocument> now) {
    if (outcome.relabelled() > 0) {
      return now.filter(labelled::hasNoText)
          .map(document -> "no text in the fields that the processor is configured to read");
    }
    return Stream.of(outcome.refused(), outcome.notLabelled())
        .flatMap(reasons -> reasons.values().stream())
        .findFirst();
  }

  private Page page(String cursor, int rows) {
    SolrQuery query =
        SolrHttp.all(settings.filters())
            .setRows(rows)
            .setFields(labelled.key(), VERSION)
            .setSort(labelled.key(), SolrQuery.ORDER.asc)
            .setParam(CursorMarkParams.CURSOR_MARK_PARAM, cursor);
    QueryResponse response = solr.send(client -> client.query(settings.collection(), query));
    return new Page(response.getResults(), response.getNextCursorMark());
  }

  private void submit(Page page) {
    // limits the pending requests, so that reading does not run far ahead of labelling
    while (pending.size() >= 2 * settings.connections()) {
      settleFirst();
    }
    pending.add(new PendingBatch(senders.submit(() -> relabel(page.documents())), page.next()));
    while (pending.peek().outcome().isDone() && pending.size() > 1) {
      settleFirst();
    }
  }

  private void settleFirst() {
    PendingBatch first = pending.remove();
    listener.done(Futures.await(first.outcome()), first.cursor());
  }

  private Outcome relabel(List<SolrDocument> documents) {
    Map<Integer, DocumentSender.Refusal> refusals =
        sender.send(documents.stream().map(this::relabelUpdate).collect(Collectors.toList()));
    Map<String, String> refused = new TreeMap<>();
    Set<String> gone = new HashSet<>();
    for (Map.Entry<Integer, DocumentSender.Refusal> entry : refusals.entrySet()) {
      String id = id(documents.get(entry.getKey()));
      Optional<DocumentSender.Refusal> last = Optional.of(entry.getValue());
      for (int i = 0;
          i < MAX_CONFLICT_RETRIES && last.isPresent() && last.get().isConflict();
          i++) {
        Optional<SolrDocument> now = currentVersion(id);
        if (now.isEmpty()) {
          // an update that was repeated after a broken connection may have arrived the first time
          if (labellingOf(List.of(id)).stream().noneMatch(labelled::isLabelledByCurrentModel)) {
            gone.add(id);
          }
          last = Optional.empty();
        } else {
          last = Optional.ofNullable(sender.send(List.of(relabelUpdate(now.get()))).get(0));
        }
      }
      last.ifPresent(refusal -> refused.put(id, refusal.reason()));
    }
    List<String> accepted =
        documents.stream()
            .map(this::id)
            .filter(id -> !gone.contains(id) && !refused.containsKey(id))
            .toList();
    Map<String, String> notLabelled = new TreeMap<>();
    for (SolrDocument document : labellingOf(accepted)) {
      labelled.whyNotLabelled(document).ifPresent(reason -> notLabelled.put(id(document), reason));
    }
    return new Outcome(accepted.size() - notLabelled.size(), notLabelled, gone.size(), refused);
  }

  /** The labelling fields of documents, committed or not. */
  private List<SolrDocument> labellingOf(List<String> ids) {
    if (ids.isEmpty()) {
      return List.of();
    }
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set(CommonParams.FL, labelled.labellingFields());
    return get(ids, params);
  }

  /** The update that makes Solr label a document again. */
  private SolrInputDocument relabelUpdate(SolrDocument document) {
    SolrInputDocument update = new SolrInputDocument();
    update.setField(labelled.key(), document.getFieldValue(labelled.key()));
    update.setField(VERSION, document.getFieldValue(VERSION));
    update.setField(labelled.concepts(), Collections.singletonMap("set", null));
    return update;
  }

  /** A document, if it still passes the filters. */
  private Optional<SolrDocument> currentVersion(String id) {
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set(CommonParams.FL, labelled.key(), VERSION);
    params.set(CommonParams.FQ, settings.filters().toArray(String[]::new));
    return get(List.of(id), params).stream().findFirst();
  }

  private List<SolrDocument> get(List<String> ids, ModifiableSolrParams params) {
    for (String id : ids) {
      // Solr splits each value at commas
      params.add("ids", id.replace("\\", "\\\\").replace(",", "\\,"));
    }
    // POST, since the ids of a large batch do not fit into a URL
    QueryRequest request = new QueryRequest(params, SolrRequest.METHOD.POST);
    request.setPath("/get");
    return solr.send(client -> request.process(client, settings.collection()).getResults());
  }

  private String id(SolrDocument document) {
    return String.valueOf(document.getFieldValue(labelled.key()));
  }

  @Override
  public void close() {
    senders.shutdownNow();
  }
}
