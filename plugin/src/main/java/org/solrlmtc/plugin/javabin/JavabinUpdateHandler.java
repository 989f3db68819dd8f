package org.solrlmtc.plugin.javabin;

import java.util.Map;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.handler.UpdateRequestHandler;
import org.apache.solr.handler.loader.ContentStreamLoader;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.update.processor.UpdateRequestProcessor;

/**
 * Solr's update handler, which checks javabin before it is read. A damaged update gets HTTP 400.
 * Solr's own handler allocates what a damaged size states, and the server exits.
 *
 * <pre class="prettyprint">{@code
 * <requestHandler name="/update" class="org.solrlmtc.plugin.javabin.JavabinUpdateHandler" useParams="_UPDATE">
 *   <int name="maxMegabytes">64</int>
 * </requestHandler>
 * }</pre>
 *
 * <ul>
 *   <li>{@code maxMegabytes}: how large a document can be, in MB: its javabin, and 16 bytes per
 *       value. Lists of ids to delete count as a document. 0, the default: a sixteenth of the Java
 *       heap.
 * </ul>
 *
 * All other settings, and other formats, are those of Solr's handler.
 */
public final class JavabinUpdateHandler extends UpdateRequestHandler {
  private CheckingLoader loader;

  @Override
  protected Map<String, ContentStreamLoader> createDefaultLoaders(NamedList<?> args) {
    Map<String, ContentStreamLoader> loaders = super.createDefaultLoaders(args);
    loader = CheckingLoader.install(super.newLoader(null, null), loaders, args);
    return loaders;
  }

  @Override
  protected ContentStreamLoader newLoader(SolrQueryRequest req, UpdateRequestProcessor processor) {
    return loader;
  }
}
