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
 * Walks through documents in the order of their keys and empties the concept field of each, upon
 * which Solr labels it anew from the text that it has. The updates name the version of the document
 * that they are meant for: labels that a person supplies meanwhile are not lost, and a document
 * that is deleted meanwhile does not come back.
 */
final class Relabeller implements AutoCloseable {
  private static final String VERSION = "_version_";
  private static final int TRIES = 5;

  /** When so many are not labelled, and none before them was, it is not the documents' fault. */
  private static final int MOST_IN_VAIN = 10;

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
   * @param relabelled those that the model has read anew
   * @param notLabelled reasons by document: Solr took the update, but the model failed
   * @param gone those that others changed meanwhile, so that they no longer pass the filters
   * @param refused reasons by document
   */
  record Outcome(
      int relabelled, Map<String, String> notLabelled, int gone, Map<String, String> refused) {}

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
    Page page = page(labelFirst(begin), settings.batchSize());
    while (!page.documents().isEmpty()) {
      submit(page);
      page = page(page.next(), settings.batchSize());
    }
    while (!underWay.isEmpty()) {
      settleFirst();
    }
  }

  /**
   * Labels one by one, until a document has got labels: it is certain only then that the others
   * will not lose theirs. A document without labels proves nothing: it may have had none before.
   *
   * @return the cursor behind these documents
   */
  private String labelFirst(String begin) {
    int inVain = 0;
    Page page = page(begin, 1);
    while (!page.documents().isEmpty()) {
      String id = id(page.documents().get(0));
      Outcome outcome = relabel(page.documents());
      Optional<SolrDocument> now = asLabelled(List.of(id)).stream().findFirst();
      if (outcome.gone() + outcome.refused().size() == 0 && now.isPresent()) {
        checkNotOnlyEmptied(now.get());
      }
      listener.done(outcome, page.next());
      if (outcome.relabelled() > 0 && now.map(labelled::hasLabels).orElse(false)) {
        return page.next();
      }
      Optional<String> reason = whyInVain(outcome, now);
      if (reason.isPresent() && ++inVain == MOST_IN_VAIN) {
        throw new UserError(
            "none of the first "
                + MOST_IN_VAIN
                + " documents was labelled, '"
                + id
                + "' because of: "
                + reason.get().strip().replaceAll("\\s+", " ")
                + "; mend the cause, which Solr's log may tell more of, or leave such documents out"
                + " with --query");
      }
      page = page(page.next(), 1);
    }
    return page.next();
  }

  /** An update chain that does not label would empty document after document. */
  private void checkNotOnlyEmptied(SolrDocument document) {
    if (labelled.isOnlyEmptied(document)) {
      throw new UserError(
          "document '"
              + id(document)
              + "' was emptied of its labels, but "
              + labelled.model()
              + " did not label it anew: the update chain does not label, name one that does with"
              + " --chain; the other documents were left alone");
    }
  }

  private Optional<String> whyInVain(Outcome outcome, Optional<SolrDocument> now) {
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
    Set<String> gone = new HashSet<>();
    for (Map.Entry<Integer, DocumentSender.Refusal> entry : refusals.entrySet()) {
      String id = id(documents.get(entry.getKey()));
      Optional<DocumentSender.Refusal> last = Optional.of(entry.getValue());
      for (int i = 0; i < TRIES && last.isPresent() && last.get().isConflict(); i++) {
        Optional<SolrDocument> now = asItIsNow(id);
        if (now.isEmpty()) {
          // an update that was sent again after a broken connection may have arrived before
          if (asLabelled(List.of(id)).stream().noneMatch(labelled::isLabelledByPresentModel)) {
            gone.add(id);
          }
          last = Optional.empty();
        } else {
          last = Optional.ofNullable(sender.send(List.of(handBack(now.get()))).get(0));
        }
      }
      last.ifPresent(refusal -> refused.put(id, refusal.reason()));
    }
    List<String> taken =
        documents.stream()
            .map(this::id)
            .filter(id -> !gone.contains(id) && !refused.containsKey(id))
            .toList();
    Map<String, String> notLabelled = new TreeMap<>();
    for (SolrDocument document : asLabelled(taken)) {
      labelled.whyNotLabelled(document).ifPresent(reason -> notLabelled.put(id(document), reason));
    }
    return new Outcome(taken.size() - notLabelled.size(), notLabelled, gone.size(), refused);
  }

  /** What the documents, committed or not, tell of their labelling. */
  private List<SolrDocument> asLabelled(List<String> ids) {
    if (ids.isEmpty()) {
      return List.of();
    }
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set(CommonParams.FL, labelled.labellingFields());
    return get(ids, params);
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
    return get(List.of(id), params).stream().findFirst();
  }

  private List<SolrDocument> get(List<String> ids, ModifiableSolrParams params) {
    for (String id : ids) {
      // Solr takes each apart at its commas
      params.add("ids", id.replace("\\", "\\\\").replace(",", "\\,"));
    }
    // by POST, since a large batch has more ids than an address holds
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
