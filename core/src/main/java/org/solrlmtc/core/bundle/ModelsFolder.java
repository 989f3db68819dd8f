package org.solrlmtc.core.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds bundles by name in the folder that holds them. */
public final class ModelsFolder {
  private ModelsFolder() {}

  /**
   * The folder of a bundle.
   *
   * @throws BundleException naming the existing bundles if this one is missing
   */
  static Path locate(Path modelsFolder, String name) {
    checkName(name);
    Path folder = modelsFolder.resolve(name);
    if (!Files.isRegularFile(folder.resolve(ModelBundle.MANIFEST))) {
      Optional<Path> former = BundleWriter.formerVersion(folder);
      if (former.isPresent()) {
        throw new ReplacedBundleException(
            folder
                + " is being replaced: try again; if no program writes it, move "
                + former.get()
                + " back to it");
      }
      List<String> existing = names(modelsFolder);
      throw new BundleException(
          "there is no model bundle '"
              + name
              + "' in "
              + modelsFolder
              + (existing.isEmpty()
                  ? ", nor any other bundle"
                  : "; there are: " + String.join(", ", existing)));
    }
    return folder;
  }

  /**
   * Checks that a name is valid for a bundle, so that it cannot lead out of the models folder.
   *
   * @throws BundleException describing valid names
   */
  public static void checkName(String name) {
    try {
      BundleNames.check("bundle name", name);
    } catch (IllegalArgumentException e) {
      throw new BundleException(e.getMessage(), e);
    }
  }

  /** Maximum number of bytes of a bundle. */
  public static long maxBytes() {
    return (long) BundleCheck.MAX_MEGABYTES.read() << 20;
  }

  /** Names of the folders with a manifest, sorted. */
  public static List<String> names(Path modelsFolder) {
    if (!Files.isDirectory(modelsFolder)) {
      throw new BundleException("the models folder " + modelsFolder + " does not exist");
    }
    try (Stream<Path> entries = Files.list(modelsFolder)) {
      return entries
          .filter(entry -> Files.isRegularFile(entry.resolve(ModelBundle.MANIFEST)))
          .map(entry -> entry.getFileName().toString())
          .filter(name -> !name.startsWith("."))
          .sorted()
          .collect(Collectors.toList());
    } catch (IOException e) {
      throw new BundleException("cannot list the models folder " + modelsFolder, e);
    }
  }
}
