package org.solrlmtc.plugin.evaluate;

import java.util.Optional;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.response.SolrQueryResponse;
import org.apache.solr.search.QueryLimits;
import org.apache.solr.search.QueryLimitsExceededException;
import org.solrlmtc.plugin.api.RequestParams;

/**
 * The time limit of a request. Solr creates its own limit before it adds the handler's defaults,
 * and would ignore a {@code timeAllowed} among them. This class reads it. As in Solr, -1 means no
 * limit.
 */
final class TimeBudget {
  private final SolrQueryRequest req;
  private final Optional<Long> allowedMillis;

  TimeBudget(SolrQueryRequest req) {
    this.req = req;
    this.allowedMillis =
        new RequestParams(req.getParams())
            .integer(CommonParams.TIME_ALLOWED, -1, Long.MAX_VALUE)
            .filter(millis -> millis >= 0);
  }

  boolean isExhausted() {
    return remainingMillis().filter(millis -> millis <= 0).isPresent()
        || QueryLimits.getCurrentLimits().shouldExit();
  }

  /** Empty when there is no limit. */
  Optional<Long> remainingMillis() {
    return allowedMillis.map(millis -> millis - (long) req.getRequestTimer().getTime());
  }

  /**
   * Marks the response as partial, as Solr does.
   *
   * @throws QueryLimitsExceededException when the request does not allow partial results
   */
  void markPartial(SolrQueryResponse rsp, String detail) {
    if (SolrQueryRequest.disallowPartialResults(req.getParams())) {
      throw new QueryLimitsExceededException(detail);
    }
    rsp.setPartialResults(req);
    rsp.addPartialResponseDetail(detail);
  }
}
