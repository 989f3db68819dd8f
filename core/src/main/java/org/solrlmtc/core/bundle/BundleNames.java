package org.solrlmtc.core.bundle;

import java.util.regex.Pattern;

/** Names of bundles and of their files: safe as one segment of any path. */
final class BundleNames {
  private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  private BundleNames() {}

  static void check(String what, String name) {
    if (!SAFE.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "the "
              + what
              + " '"
              + name
              + "' must be 1 to 100 letters, digits, '.', '_' or '-', and begin with a letter or"
              + " digit");
    }
  }
}
