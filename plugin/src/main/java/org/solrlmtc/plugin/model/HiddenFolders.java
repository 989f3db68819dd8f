package org.solrlmtc.plugin.model;

import java.io.File;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.solrlmtc.core.bundle.BundleException;

/**
 * Hides where the server keeps its files: messages about bundles reach readers, who need the names
 * of bundle and file only. The log has the whole message.
 *
 * @param models the models folder
 */
record HiddenFolders(Path models) {
  private static final Logger log = LoggerFactory.getLogger(MethodHandles.lookup().lookupClass());

  /**
   * Runs work on bundles.
   *
   * @throws BundleException of the work, without paths of the server
   */
  <T> T hide(Supplier<T> work) {
    try {
      return work.get();
    } catch (BundleException e) {
      String shown = hide(e.getMessage());
      if (shown.equals(e.getMessage())) {
        throw e;
      }
      log.warn("a bundle cannot be used: {}", e.getMessage());
      throw new BundleException(shown, e);
    }
  }

  private String hide(String message) {
    String shown = hide(message, models.toString(), "the models folder");
    shown = hide(shown, models.toAbsolutePath().normalize().toString(), "the models folder");
    return hide(shown, System.getProperty("java.io.tmpdir"), "the folder for temporary files");
  }

  private static String hide(String message, String folder, String name) {
    return message.replace(folder + File.separator, "").replace(folder, name);
  }
}
