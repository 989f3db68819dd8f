package org.solrlmtc.plugin.update;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.solr.client.solrj.SolrRequest.METHOD;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.util.ContentStreamBase;
import org.apache.solr.common.util.ExecutorUtil;
import org.apache.solr.core.CloseHook;
import org.apache.solr.core.SolrCore;
import org.apache.solr.request.SolrQueryRequestBase;
import org.apache.solr.request.SolrRequestHandler;
import org.apache.solr.response.SolrQueryResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.solrlmtc.core.act.ActJson;
import org.solrlmtc.core.act.ActRecord;

/**
 * Makes a model's memory follow the reviews of people, on a thread of its own: an update does not
 * wait for it. The index is the record of reviews. What is not done when the core closes, {@code
 * ./lmtc learn} makes up for.
 */
final class MemoryFeeder {
  private static final Logger log = LoggerFactory.getLogger(MethodHandles.lookup().lookupClass());

  /** The handler of models; in SolrCloud it reaches all nodes of the collection. */
  private static final String HANDLER = "/lmtc/models";

  private static final int MAX_WAITING = 10_000;

  /** An act has megabytes of text at most. */
  private static final int BATCH = 10;

  private final SolrCore core;
  private final LabellingConfig config;
  private final ActFields actFields;
  private final BlockingQueue<String> waiting = new LinkedBlockingQueue<>(MAX_WAITING);

  private MemoryFeeder(SolrCore core, LabellingConfig config) {
    this.core = core;
    this.config = config;
    this.actFields = new ActFields(config.zoneFields());
  }

  /** A feeder that ends when the core closes. */
  static MemoryFeeder of(SolrCore core, LabellingConfig config) {
    MemoryFeeder feeder = new MemoryFeeder(core, config);
    Thread thread = new Thread(feeder::run, "lmtc-memory-" + core.getName());
    thread.setDaemon(true);
    core.addCloseHook(
        new CloseHook() {
          @Override
          public void preClose(SolrCore closing) {
            thread.interrupt();
            try {
              thread.join();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
        });
    thread.start();
    return feeder;
  }

  /** Takes note of documents whose reviews may have changed. */
  void offer(List<String> ids) {
    for (String id : ids) {
      if (!waiting.offer(id)) {
        log.warn(
            "{} acts wait for the memory of {}: '{}' is left to ./lmtc learn",
            MAX_WAITING,
            config.model(),
            id);
      }
    }
  }

  private void run() {
    // requests to other nodes have the credentials of this node
    ExecutorUtil.setServerThreadFlag(true);
    try {
      while (!core.isClosed()) {
        List<String> ids = new ArrayList<>(List.of(waiting.take()));
        waiting.drainTo(ids, BATCH - 1);
        follow(ids);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ExecutorUtil.setServerThreadFlag(false);
    }
  }

  private void follow(List<String> ids) {
    Map<String, String> reviewed = new LinkedHashMap<>();
    List<String> others = new ArrayList<>();
    try {
      for (String id : ids) {
        Optional<ActRecord> record = reviewed(id);
        if (record.isPresent()) {
          reviewed.put(id, ActJson.write(record.get()));
        } else {
          others.add(id);
        }
      }
      if (!reviewed.isEmpty()) {
        send(params("remember"), String.join("\n", reviewed.values()));
      }
      if (!others.isEmpty()) {
        send(params("forget").add("act", others.toArray(String[]::new)), "");
      }
    } catch (RuntimeException e) {
      log.warn(
          "the memory of {} does not have the reviews of {}: {}; ./lmtc learn makes up for it",
          config.model(),
          ids,
          e.getMessage(),
          e);
    }
  }

  /** A document with its gold labels; empty if it is not reviewed, has no labels or is gone. */
  private Optional<ActRecord> reviewed(String id) {
    List<String> fields = new ArrayList<>(actFields.names());
    String confirmed = config.outputs().get(OutputField.CONFIRMED);
    String date = config.outputs().get(OutputField.REVIEWED);
    fields.add(confirmed);
    fields.add(date);
    return new RealTimeGet(core)
        .fetch(id, Optional.empty(), fields)
        .filter(values -> !values.get(date).isEmpty() && !values.get(confirmed).isEmpty())
        .map(
            values ->
                new ActRecord(
                    actFields.act(id, values::get),
                    "",
                    values.get(confirmed).stream().map(Object::toString).distinct().toList(),
                    id))
        .filter(record -> !record.act().isBlank());
  }

  private ModifiableSolrParams params(String action) {
    return new ModifiableSolrParams().set("action", action).set("model", config.model());
  }

  private void send(ModifiableSolrParams params, String body) {
    SolrRequestHandler handler = core.getRequestHandler(HANDLER);
    if (handler == null) {
      throw new SolrException(
          SolrException.ErrorCode.SERVER_ERROR, "the core has no handler " + HANDLER);
    }
    try (SolrQueryRequestBase request = new SolrQueryRequestBase(core, params) {}) {
      request.getContext().put("httpMethod", METHOD.POST);
      request.setContentStreams(List.of(new ContentStreamBase.StringStream(body)));
      SolrQueryResponse response = new SolrQueryResponse();
      core.execute(handler, request, response);
      if (response.getException() != null) {
        throw new SolrException(
            SolrException.ErrorCode.SERVER_ERROR,
            response.getException().getMessage(),
            response.getException());
      }
    }
  }
}
