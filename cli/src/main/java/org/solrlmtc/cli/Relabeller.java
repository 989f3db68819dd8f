package org.solrlmtc.cli;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.response.QueryResponse;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.CursorMarkParams;
import org.apache.solr.common.params.ModifiableSolrParams;

/**
 * Walks through documents in the order of their keys and empties the concept field of each, upon
 * which Solr labels it anew from the text that it has. The updates name the version of the document
 * that they are meant for: labels that a person supplies meanwhile are not lost, and a document
 * that is deleted meanwhile does not come back.
 */
final class Relabeller implements AutoCloseable {
  private static final String VERSION = "_version_";
  private static final int TRIES = 5;

  private final SolrHttp solr;
  private final LabelledCollection labelled;
  private final Settings settings;
  private final Listener listener;
  private final DocumentSender sender;
  private final ExecutorService senders;

  /** Batches under way, in the order of their keys. */
  private final Queue<UnderWay> underWay = new ArrayDeque<>();

  /**
   * How to go about it.
   *
   * @param filters which documents pass when they are to be labelled anew
   * @param chain the update chain, or empty for the collection's default
   */
  record Settings(
      String collection, List<String> filters, String chain, int batchSize, int connections) {}

  /**
   * What became of some documents.
   *
   * @param gone those that others changed meanwhile, so that they no longer pass the filters
   * @param refused reasons by document
   */
  record Outcome(int relabelled, int gone, Map<String, String> refused) {}

  /** Hears of documents in the order of their keys. */
  @FunctionalInterface
  interface Listener {
    /**
     * @param cursor behind these documents: all before are done with
     */
    void done(Outcome outcome, String cursor);
  }

  private record UnderWay(Future<Outcome> outcome, String cursor) {}

  private record Page(List<SolrDocument> documents, String next) {}

  Relabeller(SolrHttp solr, LabelledCollection labelled, Settings settings, Listener listener) {
    this.solr = solr;
    this.labelled = labelled;
    this.settings = settings;
    this.listener = listener;
    this.sender = new DocumentSender(solr, settings.collection(), settings.chain());
    this.senders = Executors.newFixedThreadPool(settings.connections());
  }

  /** Labels all documents behind the cursor anew, and returns when all answers are there. */
  void run(String begin) {
    boolean labels = false;
    Page page = page(begin, 1);
    while (!page.documents().isEmpty()) {
      if (labels) {
        submit(page);
      } else {
        // one by one, until it is certain that what is emptied comes back
        Outcome outcome = relabel(page.documents());
        if (outcome.relabelled() > 0) {
          checkLabelled(page.documents().get(0));
          labels = true;
        }
        listener.done(outcome, page.next());
      }
      page = page(page.next(), labels ? settings.batchSize() : 1);
    }
    while (!underWay.isEmpty()) {
      settleFirst();
    }
  }

  private Page page(String cursor, int rows) {
    SolrQuery query =
        SolrHttp.all(settings.filters())
            .setRows(rows)
            .setFields(labelled.key(), VERSION)
            .setSort(labelled.key(), SolrQuery.ORDER.asc)
            .setParam(CursorMarkParams.CURSOR_MARK_PARAM, cursor);
    QueryResponse answer = solr.send(client -> client.query(settings.collection(), query));
    return new Page(answer.getResults(), answer.getNextCursorMark());
  }

  private void submit(Page page) {
    // a bounded number under way: reading never runs far ahead of labelling
    while (underWay.size() >= 2 * settings.connections()) {
      settleFirst();
    }
    underWay.add(new UnderWay(senders.submit(() -> relabel(page.documents())), page.next()));
    while (underWay.peek().outcome().isDone() && underWay.size() > 1) {
      settleFirst();
    }
  }

  private void settleFirst() {
    UnderWay first = underWay.remove();
    listener.done(Futures.await(first.outcome()), first.cursor());
  }

  private Outcome relabel(List<SolrDocument> documents) {
    Map<Integer, DocumentSender.Refusal> refusals =
        sender.send(documents.stream().map(this::handBack).collect(Collectors.toList()));
    Map<String, String> refused = new TreeMap<>();
    int gone = 0;
    for (Map.Entry<Integer, DocumentSender.Refusal> entry : refusals.entrySet()) {
      String id = id(documents.get(entry.getKey()));
      Optional<DocumentSender.Refusal> last = Optional.of(entry.getValue());
      for (int i = 0; i < TRIES && last.isPresent() && last.get().isConflict(); i++) {
        Optional<SolrDocument> now = asItIsNow(id);
        if (now.isEmpty()) {
          gone++;
          last = Optional.empty();
        } else {
          last = Optional.ofNullable(sender.send(List.of(handBack(now.get()))).get(0));
        }
      }
      last.ifPresent(refusal -> refused.put(id, refusal.reason()));
    }
    return new Outcome(documents.size() - gone - refused.size(), gone, refused);
  }

  /** The update by which the model gets a document back. */
  private SolrInputDocument handBack(SolrDocument document) {
    SolrInputDocument update = new SolrInputDocument();
    update.setField(labelled.key(), document.getFieldValue(labelled.key()));
    update.setField(VERSION, document.getFieldValue(VERSION));
    update.setField(labelled.concepts(), Collections.singletonMap("set", null));
    return update;
  }

  /** A document, if it still passes the filters. */
  private Optional<SolrDocument> asItIsNow(String id) {
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set(CommonParams.FL, labelled.key(), VERSION);
    params.set(CommonParams.FQ, settings.filters().toArray(String[]::new));
    return Optional.ofNullable(
        solr.send(client -> client.getById(settings.collection(), id, params)));
  }

  /** An update chain that does not label would empty document after document. */
  private void checkLabelled(SolrDocument document) {
    String id = id(document);
    List<String> fields = new ArrayList<>(List.of(labelled.key()));
    List.of(labelled.status(), labelled.modelField()).stream()
        .filter(field -> !field.isEmpty())
        .forEach(fields::add);
    SolrDocument now =
        solr.send(
            client ->
                client.getById(
                    settings.collection(),
                    id,
                    new ModifiableSolrParams()
                        .set(CommonParams.FL, fields.toArray(String[]::new))));
    if (now == null) {
      return;
    }
    String status = String.valueOf(now.getFieldValue(labelled.status()));
    boolean byThisModel =
        labelled.modelField().isEmpty()
            || labelled.model().equals(now.getFieldValue(labelled.modelField()));
    if (!byThisModel && !status.startsWith("failed") && !status.startsWith("stale")) {
      throw new UserError(
          "document '"
              + id
              + "' was emptied of its labels, but "
              + labelled.model()
              + " did not label it anew: the update chain does not label, name one that does with"
              + " --chain; the other documents were left alone");
    }
  }

  private String id(SolrDocument document) {
    return String.valueOf(document.getFieldValue(labelled.key()));
  }

  @Override
  public void close() {
    senders.shutdownNow();
  }
}
