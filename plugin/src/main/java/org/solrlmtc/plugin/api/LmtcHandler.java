package org.solrlmtc.plugin.api;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.solr.api.Api;
import org.apache.solr.api.ApiBag;
import org.apache.solr.client.solrj.SolrRequest.SolrRequestType;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.core.SolrCore;
import org.apache.solr.handler.RequestHandlerBase;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.response.SolrQueryResponse;
import org.apache.solr.util.circuitbreaker.CircuitBreakerRegistry;
import org.apache.solr.util.circuitbreaker.CircuitBreakerUtils;
import org.solrlmtc.plugin.update.LabellingConfig;
import org.solrlmtc.plugin.update.LmtcUpdateProcessorFactory;

/**
 * Base class of the request handlers. They use the models, text fields and output fields of a
 * labelling processor, so that these are configured once. The setting {@code <str
 * name="processor">} names that processor; default {@code lmtc}. Without such a processor every
 * request is refused.
 */
public abstract class LmtcHandler extends RequestHandlerBase {
  public static final String MODEL = "model";

  private static final String PROCESSOR = "processor";

  private String processor = "lmtc";

  @Override
  public void init(NamedList<?> args) {
    super.init(args);
    // a wrong system property is reported now, not by the first request
    RequestMemory.limit();
    if (args != null && args.get(PROCESSOR) != null) {
      processor = args.get(PROCESSOR).toString();
    }
  }

  /**
   * The configuration of the labelling processor.
   *
   * @throws SolrException when the core has no such processor
   */
  protected final LabellingConfig labelling(SolrCore core) {
    return processor(core).config();
  }

  /** The labelling processor. */
  final LmtcUpdateProcessorFactory processor(SolrCore core) {
    if (core.getUpdateProcessors().get(processor) instanceof LmtcUpdateProcessorFactory factory) {
      return factory;
    }
    throw new SolrException(
        ErrorCode.SERVER_ERROR,
        getClass().getSimpleName()
            + " uses the models and fields of the update processor '"
            + processor
            + "', but there is no "
            + LmtcUpdateProcessorFactory.class.getSimpleName()
            + " with that name: add it to solrconfig.xml, or name another one in the handler's"
            + " setting 'processor'");
  }

  /** The parameters of the handler, with their descriptions. */
  protected abstract Map<String, String> parameters();

  /** Also at {@code /api/c/COLLECTION/lmtc/...}, and described by {@code _introspect} there. */
  @Override
  public final Boolean registerV2() {
    return Boolean.TRUE;
  }

  @Override
  public final Collection<Api> getApis() {
    HandlerSpec spec =
        new HandlerSpec(
            getPluginInfo().name, getDescription(), List.of("GET", "POST"), parameters());
    return List.of(new ApiBag.ReqHandlerToApi(this, spec));
  }

  /** Whether a circuit breaker of the core refuses queries now; the response then has the error. */
  protected static boolean isRefused(SolrQueryRequest req, SolrQueryResponse rsp) {
    CircuitBreakerRegistry breakers = req.getCore().getCircuitBreakerRegistry();
    return breakers.isEnabled(SolrRequestType.QUERY)
        && CircuitBreakerUtils.reportErrorIfBreakersTripped(
            rsp, breakers.checkTripped(SolrRequestType.QUERY));
  }
}
