package org.solrlmtc.core.bundle;

import java.util.Objects;

/**
 * A file of a bundle as its manifest describes it.
 *
 * @param sha256 lower-case hexadecimal digest of the content
 */
public record BundleFile(long bytes, String sha256) {
  public BundleFile {
    Objects.requireNonNull(sha256, "sha256 is missing");
  }
}
