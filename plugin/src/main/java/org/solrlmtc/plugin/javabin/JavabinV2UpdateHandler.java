package org.solrlmtc.plugin.javabin;

import java.util.Map;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.handler.V2UpdateRequestHandler;
import org.apache.solr.handler.loader.ContentStreamLoader;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.update.processor.UpdateRequestProcessor;

/**
 * The same as {@link JavabinUpdateHandler} for Solr's V2 paths, {@code
 * /api/collections/COLLECTION/update/bin}.
 *
 * <pre class="prettyprint">{@code
 * <requestHandler name="update" class="org.solrlmtc.plugin.javabin.JavabinV2UpdateHandler" useParams="_UPDATE_JSON_DOCS"/>
 * }</pre>
 */
public final class JavabinV2UpdateHandler extends V2UpdateRequestHandler {
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
