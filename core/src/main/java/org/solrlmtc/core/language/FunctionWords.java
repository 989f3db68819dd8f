package org.solrlmtc.core.language;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.bg.BulgarianAnalyzer;
import org.apache.lucene.analysis.cz.CzechAnalyzer;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.el.GreekAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.hu.HungarianAnalyzer;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;

/** Recognises text of a language by its function words, at a fraction of a detector's cost. */
final class FunctionWords {
  private static final Map<String, Supplier<CharArraySet>> LISTS =
      Map.ofEntries(
          Map.entry("bg", BulgarianAnalyzer::getDefaultStopSet),
          Map.entry("cs", CzechAnalyzer::getDefaultStopSet),
          Map.entry("da", DanishAnalyzer::getDefaultStopSet),
          Map.entry("de", GermanAnalyzer::getDefaultStopSet),
          Map.entry("el", GreekAnalyzer::getDefaultStopSet),
          Map.entry("en", EnglishAnalyzer::getDefaultStopSet),
          Map.entry("es", SpanishAnalyzer::getDefaultStopSet),
          Map.entry("fi", FinnishAnalyzer::getDefaultStopSet),
          Map.entry("fr", FrenchAnalyzer::getDefaultStopSet),
          Map.entry("hu", HungarianAnalyzer::getDefaultStopSet),
          Map.entry("it", ItalianAnalyzer::getDefaultStopSet),
          Map.entry("nl", DutchAnalyzer::getDefaultStopSet),
          Map.entry("pt", PortugueseAnalyzer::getDefaultStopSet),
          Map.entry("ro", RomanianAnalyzer::getDefaultStopSet),
          Map.entry("sv", SwedishAnalyzer::getDefaultStopSet));

  /**
   * The share of function words from which a text is certainly of the language. English acts have a
   * third; in German, French and Dutch ones at most a tenth of the words are English function words
   * as well.
   */
  private static final double CERTAIN_SHARE = 0.2;

  /** One such word in a short text may be by chance. */
  private static final int MIN_WORDS = 2;

  private final List<CharArraySet> sets;

  FunctionWords(List<String> languages) {
    this.sets =
        languages.stream().filter(LISTS::containsKey).map(code -> LISTS.get(code).get()).toList();
  }

  /** Whether the text is certainly of one of the languages. */
  boolean recognise(CharSequence text) {
    if (sets.isEmpty()) {
      return false;
    }
    char[] lower = new char[text.length()];
    int[] found = new int[sets.size()];
    int words = 0;
    int start = 0;
    for (int at = 0; at <= lower.length; at++) {
      if (at < lower.length && Character.isLetter(text.charAt(at))) {
        lower[at] = Character.toLowerCase(text.charAt(at));
      } else {
        if (at > start) {
          words++;
          for (int i = 0; i < found.length; i++) {
            found[i] += sets.get(i).contains(lower, start, at - start) ? 1 : 0;
          }
        }
        start = at + 1;
      }
    }
    for (int count : found) {
      if (count >= MIN_WORDS && count >= CERTAIN_SHARE * words) {
        return true;
      }
    }
    return false;
  }
}
