package org.solrlmtc.plugin.evaluate;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.params.ShardParams;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.response.SolrQueryResponse;
import org.apache.solr.security.AuthorizationContext;
import org.solrlmtc.core.decide.DecisionSettings;
import org.solrlmtc.plugin.api.LmtcHandler;
import org.solrlmtc.plugin.api.RequestMemory;
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
 *   <long name="maxLimit">1000000</long>
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
 *       further ones get HTTP 429. The parts of evaluations that another node sends to this core
 *       are counted separately, with the same maximum. Default 2.
 *   <li>{@code maxLimit}: the largest {@code limit} that a request can ask for, 1 or more. Default
 *       1000000.
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
 *   <li>{@code limit}: maximum number of matching documents, 1 to {@code maxLimit}; more are
 *       refused. Default 100000, or 10000 with a model or a comparison.
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

  /** Setting: the largest {@code limit} that a request can ask for. */
  static final String MAX_LIMIT = "maxLimit";

  private int maxConcurrent = 2;
  private long maxLimit = 1_000_000;
  private Semaphore running;

  /**
   * For requests with {@code isShard}. Anyone can send them, so they are limited as well; but a
   * request must not wait for its own part on this core.
   */
  private Semaphore runningForShards;

  @Override
  public void init(NamedList<?> args) {
    super.init(args);
    maxConcurrent = (int) setting(args, MAX_CONCURRENT, 0, Integer.MAX_VALUE, maxConcurrent);
    maxLimit = setting(args, MAX_LIMIT, 1, Long.MAX_VALUE, maxLimit);
    running = new Semaphore(maxConcurrent);
    runningForShards = new Semaphore(maxConcurrent);
  }

  private static long setting(
      NamedList<?> args, String name, long min, long max, long defaultValue) {
    Object configured = args == null ? null : args.get(name);
    return configured == null
        ? defaultValue
        : RequestParams.integer(name, configured.toString(), min, max);
  }

  @Override
  public void handleRequestBody(SolrQueryRequest req, SolrQueryResponse rsp) throws IOException {
    rsp.setHttpCaching(false);
    if (isRefused(req, rsp)) {
      return;
    }
    boolean isShard = req.getParams().getBool(ShardParams.IS_SHARD, false);
    Semaphore permits = isShard ? runningForShards : running;
    if (!permits.tryAcquire()) {
      throw new SolrException(
          ErrorCode.TOO_MANY_REQUESTS,
          maxConcurrent
              + " evaluations are running"
              + (isShard ? " for other nodes" : "")
              + ", as many as the handler's setting '"
              + MAX_CONCURRENT
              + "' allows: try again later");
    }
    try (ModelLeases leases = new ModelLeases(req.getCore());
        RequestMemory.Reservation memory = RequestMemory.reserve()) {
      TimeBudget time = new TimeBudget(req);
      EvaluateRequest request =
          new EvaluateParser(req, labelling(req.getCore()), leases, maxLimit).parse();
      EvaluationTally tally = new EvaluationTally(request, memory);
      if (isShard) {
        evaluateShard(req, rsp, tally, request, time);
      } else {
        evaluate(req, rsp, tally, request, time);
      }
    } finally {
      permits.release();
    }
  }

  private static void evaluateShard(
      SolrQueryRequest req,
      SolrQueryResponse rsp,
      EvaluationTally tally,
      EvaluateRequest request,
      TimeBudget time)
      throws IOException {
    if (req.getParams().get(PHASE, EVALUATE).equals(COUNT)) {
      tally.addMatched(new DocumentScan(req).size());
    } else {
      evaluateLocally(req, rsp, tally, request, time);
    }
    rsp.add(SHARD_RESPONSE, tally.toShardResponse());
  }

  private void evaluate(
      SolrQueryRequest req,
      SolrQueryResponse rsp,
      EvaluationTally tally,
      EvaluateRequest request,
      TimeBudget time)
      throws IOException {
    Optional<Shards> shards = Shards.of(req, rsp, time, getPluginInfo().name);
    if (shards.isPresent()) {
      // counted first: a request that is too large is refused before any shard evaluates
      long matched =
          shards.get().send(COUNT, SHARD_RESPONSE).stream()
              .mapToLong(EvaluationTally::matched)
              .sum();
      checkSize(matched, request);
      tally.reserve(matched);
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
    tally.reserve(documents.size());
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
              + " match: narrow 'q' and 'fq', or raise it (up to the handler's setting '"
              + MAX_LIMIT
              + "')");
    }
  }

  @Override
  protected Map<String, String> parameters() {
    return Map.ofEntries(
        Map.entry("q", "the documents; default *:*"),
        Map.entry("fq", "filters of the documents"),
        Map.entry(EvaluateParser.GOLD, "the field of gold labels; default: confirmed labels"),
        Map.entry(EvaluateParser.PREDICTED, "the field of labels; default: suggested labels"),
        Map.entry(MODEL, "a bundle to run on the stored text, instead of predicted"),
        Map.entry(EvaluateParser.COMPARE, "a second system: a bundle or a field"),
        Map.entry(DecisionSettings.THRESHOLD, "labels with a higher score count as assigned"),
        Map.entry(EvaluateParser.LABELS, "the bundle that divides labels into groups"),
        Map.entry(EvaluateParser.KS, "cut-offs of rankings; default 1,3,5,10"),
        Map.entry(EvaluateParser.GROUPS, "label groups; default all,frequent,few,zero"),
        Map.entry(EvaluateParser.PER_LABEL, "true, or the number of labels to report one by one"),
        Map.entry(EvaluateParser.MEASURES, "the measures that compare two systems"),
        Map.entry(EvaluateParser.ITERATIONS, "iterations of the randomization test"),
        Map.entry(EvaluateParser.SEED, "random seed; default 1"),
        Map.entry(EvaluateParser.LIMIT, "maximum number of matching documents"),
        Map.entry("timeAllowed", "time limit in milliseconds"));
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
