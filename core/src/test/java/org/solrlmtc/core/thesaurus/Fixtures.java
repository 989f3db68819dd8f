package org.solrlmtc.core.thesaurus;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Where the repository's files and the data set's are; tests skip without the latter. */
final class Fixtures {
  private Fixtures() {}

  static Path shippedEuroVoc() {
    return repository().resolve("conf/eurovoc/eurovoc-en.tsv");
  }

  static Path corpus(String name) {
    String configured = System.getenv("LMTC_CORPUS");
    Path folder =
        configured != null
            ? Path.of(configured)
            : repository().resolveSibling("shared").resolve("eurlex57k");
    Path file = folder.resolve(name);
    Assumptions.assumeTrue(
        Files.isRegularFile(file), "no data set here: set LMTC_CORPUS to its folder");
    return file;
  }

  private static Path repository() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve("conf/eurovoc"))) {
      folder = folder.getParent();
    }
    return folder;
  }
}
