package org.solrlmtc.plugin.update;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import javax.servlet.http.HttpServletRequest;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.request.SolrQueryRequest;
import org.solrlmtc.core.io.OneLine;

/**
 * Refuses writes that a page of another site makes a person's browser send. A browser adds the
 * person's credentials to them by itself, and Solr does not look where a request comes from. Only
 * browsers send the headers {@code Sec-Fetch-Site} and {@code Origin}, and no page can change them:
 * requests without them pass.
 */
public final class CrossSiteRequests {
  /** Origins whose pages may write, separated by commas; {@code *} for all. */
  static final String PROPERTY = "lmtc.origins";

  private static final Set<String> OWN = Set.of("same-origin", "none");

  private CrossSiteRequests() {}

  /**
   * Checks a request that would change something.
   *
   * @throws SolrException with HTTP 403 if a browser sent it for a page of another origin
   */
  public static void refuse(SolrQueryRequest req) {
    if (req.getHttpSolrCall() == null) {
      return; // not from a client: a log is replayed, for example
    }
    HttpServletRequest http = req.getHttpSolrCall().getReq();
    String origin = http.getHeader("Origin");
    String site = http.getHeader("Sec-Fetch-Site");
    if (isAllowed(origin) || (site == null ? isOwn(origin, req) : OWN.contains(site))) {
      return;
    }
    throw new SolrException(
        ErrorCode.FORBIDDEN,
        OneLine.of(
            "a page of another origin ("
                + (origin == null ? site : origin)
                + ") may not write here: name that origin in the system property "
                + PROPERTY
                + " if it may"));
  }

  private static boolean isAllowed(String origin) {
    Set<String> allowed =
        Arrays.stream(System.getProperty(PROPERTY, "").split(","))
            .map(String::strip)
            .collect(Collectors.toSet());
    return allowed.contains("*") || origin != null && allowed.contains(origin);
  }

  /**
   * Without TLS, browsers send no {@code Sec-Fetch-Site}, except to the same machine. A node of
   * SolrCloud that forwards a request keeps its {@code Origin}, so that of every live node is
   * known.
   */
  private static boolean isOwn(String origin, SolrQueryRequest req) {
    if (origin == null) {
      return true;
    }
    String authority = origin.replaceFirst("^https?://", "").toLowerCase(Locale.ROOT);
    String host = req.getHttpSolrCall().getReq().getHeader("Host");
    if (host != null && authority.equals(host.toLowerCase(Locale.ROOT))) {
      return true;
    }
    return req.getCoreContainer().isZooKeeperAware()
        && req.getCoreContainer().getZkController().getClusterState().getLiveNodes().stream()
            .anyMatch(node -> node.toLowerCase(Locale.ROOT).startsWith(authority + "_"));
  }
}
