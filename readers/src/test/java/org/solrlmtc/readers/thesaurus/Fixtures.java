package org.solrlmtc.readers.thesaurus;

import java.nio.file.Path;
import org.solrlmtc.fixtures.Corpus;

/** Where the repository's files and the data set's are; tests skip without the latter. */
final class Fixtures {
  private Fixtures() {}

  static Path shippedEuroVoc() {
    return Path.of("..", "conf", "eurovoc", "eurovoc-en.tsv");
  }

  static Path corpus(String name) {
    return Corpus.file(name);
  }
}
