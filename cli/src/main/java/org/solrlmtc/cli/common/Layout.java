package org.solrlmtc.cli.common;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The folders of the project, or of the unpacked zip, which has no server. The root is the
 * environment variable {@code LMTC_HOME}, else the folder this program was built in. Options of the
 * commands override single folders.
 *
 * @param root the project folder, absolute
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
                + " is not the project folder: it has no solr-home/solr.xml, nor a zip's bin/lmtc");
      }
      return layout;
    }
    for (Path folder = ownLocation(); folder != null; folder = folder.getParent()) {
      Layout layout = new Layout(folder);
      if (layout.isProject()) {
        return layout;
      }
    }
    throw new UserError("the project folder was not found: set " + ROOT_VARIABLE + " to its path");
  }

  /** The configset that cores and collections are made from. */
  public Path configset() {
    return root.resolve("conf").resolve("configset");
  }

  /** The default Solr home; its {@code lib} has the plugin for all Solr homes. */
  public Path solrHome() {
    return isZip() ? root : root.resolve("solr-home");
  }

  /** The model bundles. */
  public Path models() {
    return root.resolve(isZip() ? "models" : "onnx-models");
  }

  /** The shipped edition of EuroVoc. */
  public Path euroVoc() {
    return root.resolve(Path.of("conf", "eurovoc", "eurovoc-en.tsv"));
  }

  /** A recipe: a YAML file, or a shipped one by its name. */
  public Path recipe(String given) {
    Path file = Path.of(given);
    return Files.isRegularFile(file) || given.endsWith(".yaml")
        ? file
        : root.resolve(Path.of("conf", "recipes", given + ".yaml"));
  }

  /** The shipped search space of a recipe. */
  public Path searchSpace(String recipe) {
    return root.resolve(Path.of("conf", "search", recipe + ".yaml"));
  }

  /** A shipped plan of a reproduction. */
  public Path reproductionPlan(String name) {
    return root.resolve(Path.of("conf", "reproduce", name + ".yaml"));
  }

  /** All shipped recipes. */
  public Path recipes() {
    return root.resolve(Path.of("conf", "recipes"));
  }

  /** The demo acts. */
  public Path demoActs() {
    return root.resolve(Path.of("demo", "acts"));
  }

  /**
   * The server program, in one folder with the jars on its class path.
   *
   * @throws UserError when it is missing, with the way out
   */
  public Path serverJar() {
    if (isZip()) {
      throw new UserError(
          "this installation from the zip has no Solr of its own: name yours with --url where a"
              + " command takes it, or use ./lmtc of the source code");
    }
    Path jar = root.resolve(Path.of("server", "target", "lib", "lmtc-server.jar"));
    if (!Files.isRegularFile(jar)) {
      throw new UserError("the server program " + jar + " is missing: build it with 'mvn package'");
    }
    return jar;
  }

  private boolean isProject() {
    return isZip() || Files.isRegularFile(root.resolve(Path.of("solr-home", "solr.xml")));
  }

  /** Whether it is the unpacked zip. */
  private boolean isZip() {
    return Files.isRegularFile(root.resolve(Path.of("bin", "lmtc")));
  }

  private static Path ownLocation() {
    try {
      return Path.of(Layout.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
