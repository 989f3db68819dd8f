package org.solrlmtc.core.exactmatch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells where some phrases stand in a text. {@link PhraseMatcher} has found them already, faster
 * but without offsets.
 */
final class PhrasePlaces {
  private final List<Phrase> phrases;
  private final PhraseAnalyzer analyzer;
  private final Map<String, List<Integer>> byFirstTerm = new HashMap<>();

  /**
   * @param sought places in the dictionary of the phrases to find
   */
  PhrasePlaces(List<Phrase> phrases, Collection<Integer> sought, PhraseAnalyzer analyzer) {
    this.phrases = phrases;
    this.analyzer = analyzer;
    for (int phrase : sought) {
      byFirstTerm
          .computeIfAbsent(phrases.get(phrase).terms().get(0), term -> new ArrayList<>())
          .add(phrase);
    }
  }

  /** Hears of a phrase in the text. */
  interface Visitor {
    void phrase(int phrase, int start, int end);
  }

  void forEach(String text, Visitor visitor) {
    List<PhraseAnalyzer.Word> words = analyzer.words(text);
    for (int at = 0; at < words.size(); at++) {
      for (int phrase : byFirstTerm.getOrDefault(words.get(at).term(), List.of())) {
        int last = at + phrases.get(phrase).terms().size() - 1;
        if (stands(phrases.get(phrase).terms(), words, at)) {
          visitor.phrase(phrase, words.get(at).start(), words.get(last).end());
        }
      }
    }
  }

  private static boolean stands(List<String> terms, List<PhraseAnalyzer.Word> words, int at) {
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
