package org.solrlmtc.server;

import java.nio.file.Path;
import java.util.Properties;
import org.apache.solr.core.CoreContainer;
import org.apache.solr.servlet.CoreContainerProvider;

/**
 * Keeps Solr's container, or the reason why there is none. Solr itself only logs the reason, and
 * leaves Jetty running without Solr.
 */
final class ContainerProvider extends CoreContainerProvider {
  private CoreContainer container;
  private RuntimeException failure;

  @Override
  protected CoreContainer createCoreContainer(Path solrHome, Properties nodeProperties) {
    try {
      container = super.createCoreContainer(solrHome, nodeProperties);
      return container;
    } catch (RuntimeException e) {
      failure = e;
      throw e;
    }
  }

  /** The container after Jetty has started. */
  CoreContainer container() throws StartException {
    if (container == null) {
      throw new StartException(
          "Solr cannot start: "
              + (failure == null ? "see the log" : StartException.oneLine(failure)),
          failure);
    }
    return container;
  }
}
