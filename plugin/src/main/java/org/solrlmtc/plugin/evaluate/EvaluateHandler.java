package org.solrlmtc.plugin.evaluate;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.params.ShardParams;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.response.SolrQueryResponse;
import org.apache.solr.security.AuthorizationContext;
import org.solrlmtc.plugin.api.LmtcHandler;
import org.solrlmtc.plugin.api.RequestParams;
import org.solrlmtc.plugin.model.ModelLeases;

/**
 * Compares labels of documents with their gold labels. In SolrCloud the measures are exact: they
 * are the same for any number of shards.
 *
 * <pre class="prettyprint">{@code
 * <requestHandler name="/lmtc/evaluate" class="org.solrlmtc.plugin.evaluate.EvaluateHandler">
 *   <str name="processor">lmtc</str>
 *   <int name="maxConcurrent">2</int>
 *   <lst name="defaults">
 *     <str name="gold">concepts</str>
 *     <long name="timeAllowed">300000</long>
 *   </lst>
 * </requestHandler>
 * }</pre>
 *
 * <ul>
 *   <li>{@code processor}: the name of the labelling processor whose models, text fields and output
 *       fields are used. Default {@code lmtc}.
 *   <li>{@code maxConcurrent}: maximum number of concurrent evaluations per core, 0 or more;
 *       further ones get HTTP 429. Default 2.
 * </ul>
 *
 * Parameters, which may also be {@code defaults} or {@code invariants}:
 *
 * <ul>
 *   <li>{@code q}, {@code fq}, {@code defType}, {@code df}: select the documents, as in a search.
 *       Default {@code *:*}.
 *   <li>{@code gold}: the field of gold labels, string or integer, stored or with docValues.
 *       Default: the output {@code confirmed} of the processor; then only documents with a value in
 *       the output {@code reviewed} have gold labels.
 *   <li>{@code predicted}: the field of labels to evaluate, best first; stored if multiValued.
 *       Default: the output {@code suggested} of the processor. {@code f.FIELD.scores} names the
 *       stored field of their scores.
 *   <li>{@code model}: instead of {@code predicted}, a bundle to run on the stored text.
 *   <li>{@code compare}: a second system, a bundle or else a field. {@code measures} (at most 200),
 *       {@code iterations} (1 to 1000000, default 10000) and {@code seed} (default 1) set how the
 *       two are compared.
 *   <li>{@code threshold}: labels with a higher score count as assigned, 0 to 1. A field without
 *       scores has no threshold. Default: all labels of a field; the decision rule of a model.
 *   <li>{@code labels}: the bundle whose numbers of training acts divide labels into groups.
 *       Default: the model of the processor.
 *   <li>{@code k}: cut-offs of rankings, 1 to 1000 each. {@code groups}: label groups. {@code
 *       perLabel}: {@code true}, {@code false} or a number of labels to report one by one.
 *   <li>{@code limit}: maximum number of matching documents, 1 to 10000000; more are refused.
 *       Default 100000, or 10000 with a model or a comparison.
 *   <li>{@code timeAllowed}: time limit in milliseconds, after which the response is partial; -1:
 *       no limit.
 * </ul>
 *
 * A wrong parameter is refused with HTTP 400 and its name.
 */
public final class EvaluateHandler extends LmtcHandler {
  /** Parameter between nodes: which phase of the evaluation a shard executes. */
  static final String PHASE = "lmtc.phase";

  private static final String COUNT = "count";
  private static final String EVALUATE = "evaluate";
  private static final String SHARD_RESPONSE = "shardEvaluation";
  private static final String MAX_CONCURRENT = "maxConcurrent";

  private int maxConcurrent = 2;
  private Semaphore running;

  @Override
  public void init(NamedList<?> args) {
    super.init(args);
    Object configured = args == null ? null : args.get(MAX_CONCURRENT);
    if (configured != null) {
      maxConcurrent =
          (int) RequestParams.integer(MAX_CONCURRENT, configured.toString(), 0, Integer.MAX_VALUE);
    }
    running = new Semaphore(maxConcurrent);
  }

  @Override
  public void handleRequestBody(SolrQueryRequest req, SolrQueryResponse rsp) throws IOException {
    rsp.setHttpCaching(false);
    try (ModelLeases leases = new ModelLeases(req.getCore())) {
      TimeBudget time = new TimeBudget(req);
      handle(req, rsp, new EvaluateParser(req, labelling(req.getCore()), leases).parse(), time);
    }
  }

  private void handle(
      SolrQueryRequest req, SolrQueryResponse rsp, EvaluateRequest request, TimeBudget time)
      throws IOException {
    if (req.getParams().getBool(ShardParams.IS_SHARD, false)) {
      EvaluationTally tally = new EvaluationTally(request);
      if (req.getParams().get(PHASE, EVALUATE).equals(COUNT)) {
        tally.addMatched(new DocumentScan(req).size());
      } else {
        evaluateLocally(req, rsp, tally, request, time);
      }
      rsp.add(SHARD_RESPONSE, tally.toShardResponse());
      return;
    }
    if (isRefused(req, rsp)) {
      return;
    }
    if (!running.tryAcquire()) {
      throw new SolrException(
          ErrorCode.TOO_MANY_REQUESTS,
          maxConcurrent
              + " evaluations are running, as many as the handler's setting '"
              + MAX_CONCURRENT
              + "' allows: try again later");
    }
    try {
      evaluate(req, rsp, request, time);
    } finally {
      running.release();
    }
  }

  private static void evaluate(
      SolrQueryRequest req, SolrQueryResponse rsp, EvaluateRequest request, TimeBudget time)
      throws IOException {
    EvaluationTally tally = new EvaluationTally(request);
    Optional<Shards> shards = Shards.of(req, rsp, time);
    if (shards.isPresent()) {
      // counted first: a request that is too large is refused before any shard evaluates
      EvaluationTally counted = new EvaluationTally(request);
      shards.get().send(COUNT, SHARD_RESPONSE).forEach(counted::merge);
      checkSize(counted.matched(), request);
      shards.get().send(EVALUATE, SHARD_RESPONSE).forEach(tally::merge);
    } else {
      evaluateLocally(req, rsp, tally, request, time);
    }
    boolean partial = SolrQueryResponse.isPartialResults(rsp.getResponseHeader());
    if (tally.matched() == 0 && !partial) {
      throw new SolrException(
          ErrorCode.BAD_REQUEST, "no document matches 'q' and 'fq': there is nothing to evaluate");
    }
    if (tally.evaluated() == 0 && !partial) {
      throw RequestParams.bad(
          EvaluateParser.GOLD,
          "names the field '"
              + request.gold().labels().getName()
              + "', but none of the "
              + tally.matched()
              + " matching documents has a value in '"
              + request.gold().marker().getName()
              + "'");
    }
    new EvaluationResponse(request, tally, time).write(rsp);
  }

  private static void evaluateLocally(
      SolrQueryRequest req,
      SolrQueryResponse rsp,
      EvaluationTally tally,
      EvaluateRequest request,
      TimeBudget time)
      throws IOException {
    DocumentScan documents = new DocumentScan(req);
    checkSize(documents.size(), request);
    tally.addMatched(documents.size());
    documents.read(
        request.fields(),
        batch -> {
          if (time.isExhausted()) {
            time.markPartial(
                rsp,
                "the time limit was reached after "
                    + (tally.evaluated() + tally.withoutGold())
                    + " of "
                    + documents.size()
                    + " documents");
            return false;
          }
          tally.add(batch);
          return true;
        });
  }

  private static void checkSize(long matched, EvaluateRequest request) {
    if (matched > request.limit()) {
      throw RequestParams.bad(
          EvaluateParser.LIMIT,
          "allows "
              + request.limit()
              + " documents, and "
              + matched
              + " match: narrow 'q' and 'fq', or raise it");
    }
  }

  @Override
  public String getDescription() {
    return "Compares labels of documents with gold labels";
  }

  @Override
  public Name getPermissionName(AuthorizationContext request) {
    return Name.READ_PERM;
  }
}
