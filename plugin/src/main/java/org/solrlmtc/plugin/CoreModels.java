package org.solrlmtc.plugin;

import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.solr.core.CloseHook;
import org.apache.solr.core.SolrCore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelBundle;

/**
 * The models a core has open. Each bundle is opened once, however many processors and handlers use
 * it, and closed with the core.
 */
final class CoreModels {
  private static final Logger log = LoggerFactory.getLogger(MethodHandles.lookup().lookupClass());

  /** System property that names the folder of model bundles. */
  static final String FOLDER_PROPERTY = "lmtc.models.dir";

  private static final Map<SolrCore, CoreModels> BY_CORE = new WeakHashMap<>();

  private final Path folder;
  private final Map<String, Model> open = new LinkedHashMap<>();
  private boolean closed;

  private CoreModels(Path folder) {
    this.folder = folder;
  }

  static CoreModels of(SolrCore core) {
    synchronized (BY_CORE) {
      return BY_CORE.computeIfAbsent(core, CoreModels::register);
    }
  }

  private static CoreModels register(SolrCore core) {
    String folder = System.getProperty(FOLDER_PROPERTY);
    CoreModels models =
        new CoreModels(
            folder != null
                ? Path.of(folder)
                : Path.of(core.getCoreContainer().getSolrHome(), "models"));
    core.addCloseHook(
        new CloseHook() {
          @Override
          public void postClose(SolrCore closedCore) {
            models.close();
            synchronized (BY_CORE) {
              BY_CORE.remove(closedCore);
            }
          }
        });
    return models;
  }

  /**
   * The model of this name, opened and checked if it is not open yet.
   *
   * @throws BundleException when there is no such bundle or it is not usable
   */
  synchronized Model get(String name) {
    if (closed) {
      throw new BundleException("the core is closing: its models are no longer available");
    }
    Model model = open.get(name);
    if (model == null) {
      model = new Model(ModelBundle.open(folder, name));
      open.put(name, model);
    }
    return model;
  }

  /** The models open now, in the order they were opened. */
  synchronized List<Model> open() {
    return new ArrayList<>(open.values());
  }

  /** Names of all bundles of the models folder, open or not, sorted. */
  List<String> names() {
    return ModelBundle.names(folder);
  }

  private synchronized void close() {
    closed = true;
    for (Model model : open.values()) {
      try {
        model.close();
      } catch (RuntimeException e) {
        log.warn("closing model {} failed", model.id(), e);
      }
    }
    open.clear();
  }
}
