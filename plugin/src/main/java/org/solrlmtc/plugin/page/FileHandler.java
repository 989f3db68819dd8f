package org.solrlmtc.plugin.page;

import java.util.Arrays;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.util.ContentStreamBase;
import org.apache.solr.handler.RequestHandlerBase;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.response.RawResponseWriter;
import org.apache.solr.response.SolrQueryResponse;
import org.apache.solr.security.AuthorizationContext;

/** Sends a file, or nothing but HTTP 304 when the browser has it already. */
@SuppressWarnings("deprecation") // ContentStreamBase: what Solr 9 sends files with
final class FileHandler extends RequestHandlerBase {
  /** The page loads nothing from elsewhere and has neither script nor style in its HTML. */
  private static final String SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

  private static final byte[] NOTHING = {};

  private final PageFile file;

  FileHandler(PageFile file) {
    this.file = file;
  }

  @Override
  public void handleRequestBody(SolrQueryRequest req, SolrQueryResponse rsp) {
    ModifiableSolrParams params = new ModifiableSolrParams(req.getParams());
    params.set(CommonParams.WT, "raw");
    req.setParams(params);
    rsp.addHttpHeader("ETag", file.tag());
    // a new version of the plugin must not meet files of the old one: ask every time
    rsp.addHttpHeader("Cache-Control", "no-cache");
    rsp.addHttpHeader("Content-Security-Policy", SECURITY_POLICY);
    rsp.addHttpHeader("X-Content-Type-Options", "nosniff");
    rsp.addHttpHeader("Referrer-Policy", "no-referrer");
    boolean known = isKnown(req);
    ContentStreamBase.ByteArrayStream body =
        new ContentStreamBase.ByteArrayStream(
            known ? NOTHING : file.content(), "page", file.type());
    rsp.add(RawResponseWriter.CONTENT, body);
    if (known) {
      rsp.setException(new NotModifiedException());
    }
  }

  private boolean isKnown(SolrQueryRequest req) {
    if (req.getHttpSolrCall() == null) {
      return false;
    }
    String known = req.getHttpSolrCall().getReq().getHeader("If-None-Match");
    // a server that compresses marks the tag as weak, or adds a suffix to it
    String tag = file.tag().substring(1, file.tag().length() - 1);
    return known != null && Arrays.stream(known.split(",")).anyMatch(one -> one.contains(tag));
  }

  /** In Solr 9, a handler sets the HTTP status by an exception only. */
  private static final class NotModifiedException extends SolrException {
    private static final long serialVersionUID = 1L;

    NotModifiedException() {
      super(304, "not modified", null);
    }
  }

  @Override
  public String getDescription() {
    return "A file of the page";
  }

  @Override
  public Name getPermissionName(AuthorizationContext request) {
    return Name.READ_PERM;
  }
}
