package org.solrlmtc.plugin.javabin;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.util.ContentStream;
import org.apache.solr.common.util.ContentStreamBase;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.handler.UpdateRequestHandler;
import org.apache.solr.handler.loader.ContentStreamLoader;
import org.apache.solr.handler.loader.JavabinLoader;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.response.SolrQueryResponse;
import org.apache.solr.update.processor.UpdateRequestProcessor;

/** Solr's choice of a loader by path and content type, with javabin checked before it is read. */
@SuppressWarnings("deprecation") // ContentStream: the only access to a body in Solr 9
final class CheckingLoader extends ContentStreamLoader {
  private static final String PATH = "path";
  private static final String JAVABIN = "application/javabin";

  private final ContentStreamLoader solr;
  private final ContentStreamLoader javabin;

  private CheckingLoader(ContentStreamLoader solr, long maxBytes) {
    this.solr = solr;
    // a body can contain further bodies, which are checked as well
    this.javabin =
        new JavabinLoader(this) {
          @Override
          public void load(
              SolrQueryRequest req,
              SolrQueryResponse rsp,
              ContentStream stream,
              UpdateRequestProcessor processor)
              throws Exception {
            try {
              super.load(req, rsp, checked(stream, maxBytes), processor);
            } catch (RuntimeException e) {
              // Solr wraps what is wrong with a body within a body
              throw e.getCause() instanceof SolrException refused ? refused : e;
            }
          }
        };
  }

  /**
   * Puts a loader that checks in the place of Solr's.
   *
   * @param solr chooses a loader
   * @param loaders of a handler, by content type
   * @param args of the handler
   */
  static CheckingLoader install(
      ContentStreamLoader solr, Map<String, ContentStreamLoader> loaders, NamedList<?> args) {
    CheckingLoader loader = new CheckingLoader(solr, JavabinLimit.bytes(args));
    loaders.put(JAVABIN, loader.javabin);
    return loader;
  }

  @Override
  public void load(
      SolrQueryRequest req,
      SolrQueryResponse rsp,
      ContentStream stream,
      UpdateRequestProcessor processor)
      throws Exception {
    boolean binary = UpdateRequestHandler.BIN_PATH.equals(req.getContext().get(PATH));
    (binary ? javabin : solr).load(req, rsp, stream, processor);
  }

  private static ContentStream checked(ContentStream stream, long maxBytes) {
    ContentStreamBase checked =
        new ContentStreamBase() {
          @Override
          public InputStream getStream() throws IOException {
            return new CheckedJavabin(stream.getStream(), maxBytes);
          }
        };
    checked.setContentType(stream.getContentType());
    checked.setName(stream.getName());
    checked.setSize(stream.getSize());
    checked.setSourceInfo(stream.getSourceInfo());
    return checked;
  }
}
