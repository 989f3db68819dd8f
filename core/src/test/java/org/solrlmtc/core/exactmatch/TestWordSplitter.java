package org.solrlmtc.core.exactmatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.fixtures.Corpus;

/** Words are those of Lucene's analysis, however unusual the text. */
class TestWordSplitter {
  private static final String[] PIECES = {
    "a",
    "B",
    "ies",
    "x",
    "1",
    "23",
    ".",
    ",",
    ";",
    ":",
    "'",
    "_",
    "-",
    "/",
    "(",
    ")",
    "\"",
    "#",
    "*",
    " ",
    " ",
    " ",
    "\n",
    "\t",
    "\r\n",
    "\u000b",
    "\u007f",
    "\u0000",
    "\u00a0",
    "\u2009",
    "\u0301",
    "\u200d",
    "\u00ad",
    "\u2019",
    "\u00c9",
    "\u0130",
    "\u00df",
    "\u05d0",
    "\u05f4",
    "\u30a2",
    "\u4e00",
    "\ufe0f",
    "\u20e3",
    "\ud83d\ude00",
    "\ud83c\uddea",
    "\ud800",
    "\u0e01",
    "\uac00"
  };

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Council Regulation (EEC) No 1408/71 of 14.6.1971, p. 2.",
        "1,000.5 1;2 1:2 a:b a.b a,b a;b it's 'quoted' ''x'' a..b a.1 1.a e.g. U.S.A.",
        "snake_case _x x_ _ __ 1_2",
        "fish-and-chips / milk (powder) 50% & more",
        "policies glasses gas ss us"
      })
  void knowsTheRulesOfAscii(String text) {
    assertWords(text, new PhraseAnalyzer(Stemming.NONE));
    assertWords(text, new PhraseAnalyzer(Stemming.PLURALS));
  }

  @ParameterizedTest
  @EnumSource(Stemming.class)
  void agreesWithLuceneOnRandomText(Stemming stemming) {
    Random random = new Random(11);
    PhraseAnalyzer analyzer = new PhraseAnalyzer(stemming);
    for (int i = 0; i < 30_000; i++) {
      StringBuilder text = new StringBuilder();
      int pieces = random.nextInt(12);
      // mostly ASCII, or a mixture
      int kinds = random.nextBoolean() ? 28 : PIECES.length;
      for (int piece = 0; piece < pieces; piece++) {
        text.append(PIECES[random.nextInt(kinds)]);
      }
      assertWords(text.toString(), analyzer);
    }
  }

  @Test
  void splitsLongWordsAsLuceneDoes() {
    PhraseAnalyzer analyzer = new PhraseAnalyzer(Stemming.PLURALS);
    for (int length : new int[] {254, 255, 256, 257, 600}) {
      assertWords("a " + "x".repeat(length) + " b", analyzer);
      assertWords("(" + "1".repeat(length) + ")", analyzer);
    }
  }

  @Test
  void agreesWithLuceneOnActsOfTheCorpus() throws Exception {
    PhraseAnalyzer analyzer = new PhraseAnalyzer(Stemming.PLURALS);
    int words = 0;
    for (LegalAct act : Corpus.acts(Corpus.file("dev.jsonl.gz"), 2_000)) {
      for (String section : ZoneSelection.FULL.sections(act)) {
        words += assertWords(section, analyzer);
      }
    }
    assertTrue(words > 500_000, "only " + words + " words were compared");
  }

  private static int assertWords(String text, PhraseAnalyzer analyzer) {
    List<String> words = new ArrayList<>();
    analyzer.forEachTerm(text, (chars, length) -> words.add(new String(chars, 0, length)));
    assertEquals(analyzer.terms(text), words, () -> "words of '" + text + "'");
    return words.size();
  }
}
