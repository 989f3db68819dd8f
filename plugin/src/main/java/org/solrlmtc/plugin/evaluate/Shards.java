package org.solrlmtc.plugin.evaluate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.params.ShardParams;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.handler.component.HttpShardHandler;
import org.apache.solr.handler.component.ResponseBuilder;
import org.apache.solr.handler.component.ShardHandler;
import org.apache.solr.handler.component.ShardRequest;
import org.apache.solr.handler.component.ShardResponse;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.response.SolrQueryResponse;
import org.apache.solr.search.QueryLimitsExceededException;

/** Forwards a request to one replica of every shard of the collection. */
final class Shards {
  private final SolrQueryRequest req;
  private final SolrQueryResponse rsp;
  private final TimeBudget time;

  /** The name of the handler; a request through the V2 API has another path. */
  private final String path;

  private final ResponseBuilder plan;
  private final ShardHandler handler;
  private final boolean tolerant;

  private Shards(
      SolrQueryRequest req,
      SolrQueryResponse rsp,
      TimeBudget time,
      String path,
      ResponseBuilder plan,
      ShardHandler handler) {
    this.req = req;
    this.rsp = rsp;
    this.time = time;
    this.path = path;
    this.plan = plan;
    this.handler = handler;
    this.tolerant = HttpShardHandler.getShardsTolerantAsBool(req);
  }

  /** Empty when this core can answer alone: without SolrCloud, or with a single shard. */
  static Optional<Shards> of(
      SolrQueryRequest req, SolrQueryResponse rsp, TimeBudget time, String path) {
    String shards = req.getParams().get(ShardParams.SHARDS);
    boolean distributed =
        req.getParams().getBool(CommonParams.DISTRIB, req.getCoreContainer().isZooKeeperAware())
            || (shards != null && shards.contains("/"));
    if (!distributed) {
      return Optional.empty();
    }
    ResponseBuilder plan = new ResponseBuilder(req, rsp, List.of());
    ShardHandler handler = req.getCoreContainer().getShardHandlerFactory().getShardHandler();
    handler.prepDistributed(plan);
    return plan.shortCircuitedURL == null
        ? Optional.of(new Shards(req, rsp, time, path, plan, handler))
        : Optional.empty();
  }

  /**
   * Sends the request to every shard.
   *
   * @param key the entry of a shard's response to return
   * @return one entry per shard, in no particular order
   * @throws SolrException naming the shard that failed, unless {@code shards.tolerant}
   */
  List<NamedList<?>> send(String phase, String key) {
    ShardRequest request = new ShardRequest();
    request.params = params(phase);
    request.actualShards = plan.shards;
    request.responses = new ArrayList<>(plan.shards.length);
    for (String shard : plan.shards) {
      handler.submit(request, shard, new ModifiableSolrParams(request.params));
    }
    if (tolerant) {
      handler.takeCompletedIncludingErrors();
    } else {
      handler.takeCompletedOrError();
    }
    List<NamedList<?>> entries = new ArrayList<>();
    for (ShardResponse response : request.responses) {
      if (response.getException() == null) {
        entries.add(entry(response, key));
      } else if (tolerant) {
        rsp.setPartialResults(req);
        rsp.addPartialResponseDetail(failure(response).getMessage());
      } else {
        handler.cancelAll();
        throw failure(response);
      }
    }
    if (entries.isEmpty()) {
      throw failure(request.responses.get(0));
    }
    return entries;
  }

  @SuppressWarnings("deprecation") // QT: the shard handler takes the path from it
  private ModifiableSolrParams params(String phase) {
    // the original parameters: every shard adds the handler's defaults itself
    ModifiableSolrParams params = new ModifiableSolrParams(req.getOriginalParams());
    ShardHandler.setShardAttributesToParams(params, ShardRequest.PURPOSE_PRIVATE);
    params.set(CommonParams.QT, path);
    params.set(EvaluateHandler.PHASE, phase);
    time.remainingMillis()
        .ifPresent(
            millis -> params.set(CommonParams.TIME_ALLOWED, Long.toString(Math.max(0, millis))));
    return params;
  }

  private NamedList<?> entry(ShardResponse response, String key) {
    NamedList<Object> body = response.getSolrResponse().getResponse();
    NamedList<?> header = (NamedList<?>) body.get(SolrQueryResponse.RESPONSE_HEADER_KEY);
    if (SolrQueryResponse.isPartialResults(header)) {
      rsp.setPartialResults(req);
      rsp.addPartialResponseDetail(
          "shard "
              + name(response)
              + ": "
              + header.get(SolrQueryResponse.RESPONSE_HEADER_PARTIAL_RESULTS_DETAILS_KEY));
    }
    if (body.get(key) instanceof NamedList<?> entry) {
      return entry;
    }
    // a shard that must not return partial results returns none
    throw new QueryLimitsExceededException("shard " + name(response) + " reached the time limit");
  }

  private SolrException failure(ShardResponse response) {
    Throwable cause = response.getException();
    return new SolrException(
        cause instanceof SolrException known
            ? ErrorCode.getErrorCode(known.code())
            : ErrorCode.SERVER_ERROR,
        "shard " + name(response) + " failed: " + cause.getMessage(),
        cause);
  }

  private String name(ShardResponse response) {
    String urls = response.getShard();
    String slice = plan.slices[Arrays.asList(plan.shards).indexOf(urls)];
    return slice == null ? urls : slice;
  }
}
