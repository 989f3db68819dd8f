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
 * Holds labels of the documents that {@code q} and {@code fq} select against their gold labels.
 * Exact in SolrCloud: the same numbers however the documents are spread over shards.
 *
 * <pre class="prettyprint">
 * &lt;requestHandler name="/lmtc/evaluate" class="org.solrlmtc.plugin.evaluate.EvaluateHandler"&gt;
 *   &lt;str name="processor"&gt;lmtc&lt;/str&gt;      whose models, text fields and output fields to use
 *   &lt;int name="maxConcurrent"&gt;2&lt;/int&gt;     further evaluations are answered with 429
 *   &lt;lst name="defaults"&gt;                any parameter, such as
 *     &lt;int name="timeAllowed"&gt;300000&lt;/int&gt;
 *   &lt;/lst&gt;
 * &lt;/requestHandler&gt;
 * </pre>
 *
 * Parameters:
 *
 * <ul>
 *   <li>{@code gold}: the field of gold labels; {@code concepts}
 *   <li>{@code predicted}: the field of labels to evaluate, best first; the processor's output.
 *       {@code f.FIELD.scores} names the field of their scores
 *   <li>{@code model}: instead of {@code predicted}, a bundle to run on the documents' text
 *   <li>{@code compare}: a second system, a field or a bundle; {@code measures}, {@code iterations}
 *       and {@code seed} tell by what the two are compared
 *   <li>{@code labels}: the bundle whose training counts divide labels into groups; the processor's
 *       model
 *   <li>{@code k}, {@code threshold}, {@code groups}, {@code perLabel}: what is measured
 *   <li>{@code limit}, {@code timeAllowed}: how much work the request may cost
 * </ul>
 */
public final class EvaluateHandler extends LmtcHandler {
  /** Between nodes: which part of the work a shard is asked for. */
  static final String PHASE = "lmtc.phase";

  private static final String COUNT = "count";
  private static final String EVALUATE = "evaluate";
  private static final String SHARD_ANSWER = "shardEvaluation";
  private static final String MAX_CONCURRENT = "maxConcurrent";

  private int maxConcurrent = 2;
  private Semaphore running;

  @Override
  public void init(NamedList<?> args) {
    super.init(args);
    Object configured = args == null ? null : args.get(MAX_CONCURRENT);
    if (configured != null) {
      maxConcurrent =
          (int) RequestParams.whole(MAX_CONCURRENT, configured.toString(), 0, Integer.MAX_VALUE);
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
        evaluateHere(req, rsp, tally, request, time);
      }
      rsp.add(SHARD_ANSWER, tally.toShardAnswer());
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
      // counted first: a request that is too large is refused before anybody works on it
      EvaluationTally counted = new EvaluationTally(request);
      shards.get().ask(COUNT, SHARD_ANSWER).forEach(counted::merge);
      checkSize(counted.matched(), request);
      shards.get().ask(EVALUATE, SHARD_ANSWER).forEach(tally::merge);
    } else {
      evaluateHere(req, rsp, tally, request, time);
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
              + request.gold().getName()
              + "', in which none of the "
              + tally.matched()
              + " matching documents has a value");
    }
    new EvaluationResponse(request, tally, time).write(rsp);
  }

  private static void evaluateHere(
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
          if (time.isSpent()) {
            time.markPartial(
                rsp,
                "the time was up after "
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
    return "Evaluates the labels of documents against gold labels";
  }

  @Override
  public Name getPermissionName(AuthorizationContext request) {
    return Name.READ_PERM;
  }
}
