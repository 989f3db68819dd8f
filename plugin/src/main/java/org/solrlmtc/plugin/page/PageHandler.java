package org.solrlmtc.plugin.page;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.solr.handler.NestedRequestHandler;
import org.apache.solr.handler.RequestHandlerBase;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.request.SolrRequestHandler;
import org.apache.solr.response.SolrQueryResponse;
import org.apache.solr.security.AuthorizationContext;

/**
 * Serves the page to search, understand and correct labels, at {@code /solr/COLLECTION/lmtc/}.
 *
 * <pre class="prettyprint">{@code
 * <requestHandler name="/lmtc" class="org.solrlmtc.plugin.page.PageHandler"/>
 * }</pre>
 *
 * It has no settings. Solr asks it for paths below its own that have no handler, so {@code
 * /lmtc/classify} and the other handlers stay what they are. The page uses them, {@code /select},
 * {@code /get} and {@code /update} of the same collection, with the rights of the person who opens
 * it. The files need the permission {@code read}.
 */
public final class PageHandler extends RequestHandlerBase implements NestedRequestHandler {
  private static final String INDEX = "index.html";

  /** Without the slash at the end, relative links of the page would miss it. */
  private static final String WITHOUT_SLASH = "slash.html";

  private final Map<String, SolrRequestHandler> handlers = new ConcurrentHashMap<>();
  private final FileHandler withoutSlash =
      new FileHandler(PageFile.read(WITHOUT_SLASH).orElseThrow());

  /** The handler of a file; null, which leads to HTTP 404, when there is no such file. */
  @Override
  public SolrRequestHandler getSubHandler(String path) {
    String name = path.equals("/") ? INDEX : path.substring(1);
    SolrRequestHandler known = handlers.get(name);
    if (known != null) {
      return known;
    }
    Optional<PageFile> file = PageFile.read(name);
    file.ifPresent(found -> handlers.put(name, new FileHandler(found)));
    return handlers.get(name);
  }

  @Override
  public void handleRequestBody(SolrQueryRequest req, SolrQueryResponse rsp) {
    withoutSlash.handleRequestBody(req, rsp);
  }

  @Override
  public String getDescription() {
    return "The page to search, understand and correct labels";
  }

  @Override
  public Name getPermissionName(AuthorizationContext request) {
    return Name.READ_PERM;
  }
}
