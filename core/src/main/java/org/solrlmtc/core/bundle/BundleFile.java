package org.solrlmtc.core.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.solrlmtc.core.io.Sha256;

/**
 * A file of a bundle as its manifest describes it.
 *
 * @param sha256 lower-case hexadecimal digest of the content
 */
public record BundleFile(long bytes, String sha256) {
  public BundleFile {
    Objects.requireNonNull(sha256, "sha256 is missing");
  }

  /** Describes a file on disk. */
  static BundleFile of(Path file) throws IOException {
    return new BundleFile(Files.size(file), Sha256.of(file));
  }
}
