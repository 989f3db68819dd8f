package org.solrlmtc.cli.common;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where things are in the project. The root is the folder that the environment variable {@code
 * LMTC_HOME} names, else the one this program was built in; options of the commands replace single
 * folders.
 *
 * @param root the project's folder, absolute
 */
public record Layout(Path root) {
  public static final String ROOT_VARIABLE = "LMTC_HOME";

  public Layout {
    root = root.toAbsolutePath().normalize();
  }

  /** Finds the project. */
  public static Layout find() {
    String given = System.getenv(ROOT_VARIABLE);
    if (given != null && !given.isBlank()) {
      Layout layout = new Layout(Path.of(given));
      if (!layout.isProject()) {
        throw new UserError(
            ROOT_VARIABLE
                + "="
                + given
                + " is not the project's folder: it has no solr-home/solr.xml");
      }
      return layout;
    }
    for (Path folder = ownLocation(); folder != null; folder = folder.getParent()) {
      Layout layout = new Layout(folder);
      if (layout.isProject()) {
        return layout;
      }
    }
    throw new UserError("the project's folder is not found: set " + ROOT_VARIABLE + " to it");
  }

  /** The configset that cores and collections are made from. */
  public Path configset() {
    return root.resolve("conf").resolve("configset");
  }

  /** The default Solr home; its {@code lib} holds the plugin for every home. */
  public Path solrHome() {
    return root.resolve("solr-home");
  }

  /** The model bundles. */
  public Path models() {
    return root.resolve("onnx-models");
  }

  /** EuroVoc as it ships. */
  public Path euroVoc() {
    return root.resolve(Path.of("conf", "eurovoc", "eurovoc-en.tsv"));
  }

  /** A recipe that ships. */
  public Path recipe(String name) {
    return root.resolve(Path.of("conf", "recipes", name + ".yaml"));
  }

  /** The acts that ship. */
  public Path demoActs() {
    return root.resolve(Path.of("demo", "acts"));
  }

  /** The server program, beside the jars that its manifest names. */
  public Path serverJar() {
    return root.resolve(Path.of("server", "target", "lib", "lmtc-server.jar"));
  }

  private boolean isProject() {
    return Files.isRegularFile(solrHome().resolve("solr.xml"));
  }

  private static Path ownLocation() {
    try {
      return Path.of(Layout.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
