package org.solrlmtc.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.solrlmtc.core.bundle.BundleManifest;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;

/** The same model in two versions, which replace each other in a models folder. */
final class SwappedBundle {
  private final Path folder;
  private final Path spare;
  private String id;
  private String spareId;

  /**
   * Writes both versions.
   *
   * @param home parent of their folders
   */
  SwappedBundle(ModelBundle bundle, Path home) throws IOException {
    String name = bundle.manifest().name();
    this.folder = home.resolve("models").resolve(name);
    this.spare = home.resolve("spare").resolve(name);
    this.id = copy(bundle, folder, "");
    this.spareId = copy(bundle, spare, "-swapped");
  }

  private static String copy(ModelBundle bundle, Path target, String suffix) throws IOException {
    BundleManifest manifest = bundle.manifest();
    try (BundleWriter writer = new BundleWriter(target, bundle.labels(), bundle.thesaurus())) {
      for (String name : bundle.ownFiles()) {
        Files.copy(bundle.file(name), writer.file(name));
      }
      return writer
          .finish(
              manifest.version() + suffix,
              manifest.method(),
              manifest.settings(),
              manifest.decision(),
              manifest.provenance(),
              manifest.quality(),
              Optional.ofNullable(manifest.reference()))
          .id();
    }
  }

  /** The folder of the current version. */
  Path folder() {
    return folder;
  }

  /** Replaces the current version by the other one; returns the id of the new version. */
  String swap() throws IOException {
    Path aside = spare.resolveSibling(".aside");
    Files.move(folder, aside, StandardCopyOption.ATOMIC_MOVE);
    Files.move(spare, folder, StandardCopyOption.ATOMIC_MOVE);
    Files.move(aside, spare, StandardCopyOption.ATOMIC_MOVE);
    String former = id;
    id = spareId;
    spareId = former;
    return id;
  }
}
