package org.solrlmtc.core.text.pieces;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Where pretrained models are: in a folder that a recipe names by its path, or in the user's cache
 * by name.
 */
public final class PretrainedFolder {
  /** Environment variable with the folder of the cache. */
  public static final String VARIABLE = "LMTC_PRETRAINED";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

  private PretrainedFolder() {}

  /** The cache of this user. */
  public static Path cache() {
    return cache(System.getenv());
  }

  static Path cache(Map<String, String> environment) {
    String given = environment.getOrDefault(VARIABLE, "");
    return given.isBlank()
        ? Path.of(System.getProperty("user.home"), ".cache", "solr-lmtc")
        : Path.of(given).toAbsolutePath();
  }

  /**
   * Finds a model.
   *
   * @param given the name of a model in the cache, or the path of a folder
   * @throws IllegalArgumentException saying how to get it, if it is absent
   */
  public static Path find(String given) {
    return find(given, cache());
  }

  static Path find(String given, Path cache) {
    Path path;
    try {
      path = Path.of(given);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("'" + given + "' is no path of a folder", e);
    }
    boolean isName = NAME.matcher(given).matches();
    if (isName && Files.isDirectory(cache.resolve(path))) {
      return cache.resolve(path);
    }
    if (!given.isBlank() && Files.isDirectory(path)) {
      return path;
    }
    throw new IllegalArgumentException(
        isName
            ? "the pretrained model '"
                + given
                + "' is not in "
                + cache
                + ": get it with ./lmtc pretrained fetch "
                + given
                + ", or name a folder; ./lmtc pretrained list shows all names"
            : "there is no folder '" + given + "' of a pretrained model: correct the path");
  }
}
