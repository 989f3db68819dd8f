package org.solrlmtc.core.exactmatch;

import java.nio.file.Path;
import java.util.List;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.core.thesaurus.ThesaurusTsv;
import org.solrlmtc.fixtures.TinyThesaurus;

/** Scorers for tests. */
final class Names {
  private static final Path EUROVOC = Path.of("..", "conf", "eurovoc", "eurovoc-en.tsv");

  private Names() {}

  /** All of EuroVoc as it ships. */
  static ExactMatchScorer euroVoc(ExactMatchSettings settings) {
    return scorer(ThesaurusTsv.read(EUROVOC), settings);
  }

  /** Concepts 0, 1, ... of these names: the descriptor, then alternative names after bars. */
  static ExactMatchScorer scorer(ExactMatchSettings settings, String... names) {
    Concept[] concepts = new Concept[names.length];
    for (int i = 0; i < names.length; i++) {
      List<String> all = List.of(names[i].split("\\|"));
      concepts[i] =
          new Concept(
              String.valueOf(i),
              all.get(0),
              all.subList(1, all.size()),
              List.of(),
              List.of(),
              false);
    }
    return scorer(TinyThesaurus.of(concepts), settings);
  }

  private static ExactMatchScorer scorer(Thesaurus thesaurus, ExactMatchSettings settings) {
    List<String> ids = thesaurus.concepts().stream().map(Concept::id).toList();
    return new ExactMatchScorer(
        new LabelSet(ids, new int[ids.size()]), thesaurus, settings, PhraseFrequencies.NONE);
  }
}
