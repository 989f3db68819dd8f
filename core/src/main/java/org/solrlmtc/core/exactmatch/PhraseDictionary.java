package org.solrlmtc.core.exactmatch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Thesaurus;

/** The names to search for, and which of them are part of longer ones. */
final class PhraseDictionary {
  private final List<Phrase> phrases;

  /** For each phrase the longer phrases that contain it: "import" is part of "import licence". */
  private final int[][] longer;

  PhraseDictionary(
      LabelSet labels, Thesaurus thesaurus, ExactMatchSettings settings, PhraseAnalyzer analyzer) {
    // a set: two names of a concept may have the same analysed words
    Set<Phrase> found = new LinkedHashSet<>();
    for (int label = 0; label < labels.size(); label++) {
      Concept concept = thesaurus.concept(labels.id(label)).orElseThrow();
      add(found, label, concept.descriptor(), false, settings, analyzer);
      if (settings.alternativeNames()) {
        for (String name : concept.alternativeNames()) {
          add(found, label, name, true, settings, analyzer);
        }
      }
    }
    phrases = List.copyOf(found);
    longer = longerPhrases(phrases);
  }

  private static void add(
      Set<Phrase> phrases,
      int label,
      String name,
      boolean alternative,
      ExactMatchSettings settings,
      PhraseAnalyzer analyzer) {
    List<String> terms = analyzer.terms(name);
    // a name of punctuation only has no word
    if (name.length() >= settings.minNameLength() && !terms.isEmpty()) {
      phrases.add(new Phrase(label, terms, alternative));
    }
  }

  private static int[][] longerPhrases(List<Phrase> phrases) {
    Map<List<String>, List<Integer>> byTerms = new HashMap<>();
    for (int p = 0; p < phrases.size(); p++) {
      byTerms.computeIfAbsent(phrases.get(p).terms(), key -> new ArrayList<>()).add(p);
    }
    List<List<Integer>> longer = new ArrayList<>();
    phrases.forEach(phrase -> longer.add(new ArrayList<>()));
    for (int p = 0; p < phrases.size(); p++) {
      List<String> terms = phrases.get(p).terms();
      for (int length = 1; length < terms.size(); length++) {
        for (int from = 0; from + length <= terms.size(); from++) {
          for (int part : byTerms.getOrDefault(terms.subList(from, from + length), List.of())) {
            longer.get(part).add(p);
          }
        }
      }
    }
    return longer.stream()
        .map(list -> list.stream().mapToInt(Integer::intValue).distinct().toArray())
        .toArray(int[][]::new);
  }

  List<Phrase> phrases() {
    return phrases;
  }

  int[] longerThan(int phrase) {
    return longer[phrase];
  }
}
