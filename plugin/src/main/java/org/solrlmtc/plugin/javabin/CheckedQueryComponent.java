package org.solrlmtc.plugin.javabin;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Base64;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.params.CursorMarkParams;
import org.apache.solr.handler.component.QueryComponent;
import org.apache.solr.handler.component.ResponseBuilder;

/**
 * Solr's query component, which checks the parameter {@code cursorMark} before it is read: it is
 * javabin, and Solr allocates what a damaged size in it states. By its name it serves all search
 * handlers of a core.
 *
 * <pre class="prettyprint">{@code
 * <searchComponent name="query" class="org.solrlmtc.plugin.javabin.CheckedQueryComponent"/>
 * }</pre>
 */
public final class CheckedQueryComponent extends QueryComponent {
  private static final long MAX_BYTES = 1 << 20;

  @Override
  public void prepare(ResponseBuilder rb) throws IOException {
    String cursor = rb.req.getParams().get(CursorMarkParams.CURSOR_MARK_PARAM);
    if (cursor != null && !cursor.equals(CursorMarkParams.CURSOR_MARK_START)) {
      check(cursor);
    }
    super.prepare(rb);
  }

  private static void check(String cursor) throws IOException {
    try {
      byte[] bytes = Base64.getDecoder().decode(cursor);
      JavabinScanner scanner = new JavabinScanner(new ByteArrayInputStream(bytes), MAX_BYTES);
      scanner.version();
      scanner.value(scanner.tag());
    } catch (IllegalArgumentException | SolrException e) {
      throw new SolrException(
          ErrorCode.BAD_REQUEST,
          "the parameter cursorMark must be * or the nextCursorMark of a former answer: "
              + e.getMessage(),
          e);
    }
  }
}
