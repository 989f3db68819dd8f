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
  private final Map<String, SolrRequestHandler> handlers = new ConcurrentHashMap<>();
  private final FileHandler index = handler("index.html");

  /** Sends the browser from the address without a slash to the page, whose links need one. */
  private final FileHandler slash = handler("slash.html");

  /**
   * Sends the browser from {@code lmtc/lmtc/} to {@code lmtc/}: a node of SolrCloud that forwards a
   * request drops its slash, so that {@link #slash} is sent although there was one.
   */
  private final FileHandler up = handler("up.html");

  private static FileHandler handler(String name) {
    return new FileHandler(PageFile.read(name).orElseThrow());
  }

  /** The handler of a file; null, which leads to HTTP 404, when there is no such file. */
  @Override
  public SolrRequestHandler getSubHandler(String path) {
    if (path.equals("/lmtc/index.html")) {
      return up;
    }
    String name = path.substring(1);
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
    // the path in the context of the request never ends with a slash
    boolean hasSlash = req.getHttpSolrCall().getReq().getRequestURI().endsWith("/");
    (hasSlash ? index : slash).handleRequestBody(req, rsp);
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
