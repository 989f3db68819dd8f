package org.solrlmtc.core.exactmatch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the offsets of some phrases in a text. {@link PhraseTrie} has already found that they
 * occur, faster but without offsets.
 */
final class PhrasePlaces {
  private final List<Phrase> phrases;
  private final PhraseAnalyzer analyzer;
  private final Map<String, List<Integer>> byFirstTerm = new HashMap<>();

  /**
   * @param wanted indexes in the dictionary of the phrases to find
   */
  PhrasePlaces(List<Phrase> phrases, Collection<Integer> wanted, PhraseAnalyzer analyzer) {
    this.phrases = phrases;
    this.analyzer = analyzer;
    for (int phrase : wanted) {
      byFirstTerm
          .computeIfAbsent(phrases.get(phrase).terms().get(0), term -> new ArrayList<>())
          .add(phrase);
    }
  }

  /** Receives the occurrences of phrases. */
  interface Visitor {
    void phrase(int phrase, int start, int end);
  }

  void forEach(String text, Visitor visitor) {
    List<PhraseAnalyzer.Word> words = analyzer.words(text);
    for (int at = 0; at < words.size(); at++) {
      for (int phrase : byFirstTerm.getOrDefault(words.get(at).term(), List.of())) {
        int last = at + phrases.get(phrase).terms().size() - 1;
        if (matches(phrases.get(phrase).terms(), words, at)) {
          visitor.phrase(phrase, words.get(at).start(), words.get(last).end());
        }
      }
    }
  }

  private static boolean matches(List<String> terms, List<PhraseAnalyzer.Word> words, int at) {
    if (at + terms.size() > words.size()) {
      return false;
    }
    for (int i = 0; i < terms.size(); i++) {
      if (!terms.get(i).equals(words.get(at + i).term())) {
        return false;
      }
    }
    return true;
  }
}
