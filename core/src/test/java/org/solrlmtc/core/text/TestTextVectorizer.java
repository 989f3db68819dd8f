package org.solrlmtc.core.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.act.ActReading;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.ZoneSelection;

class TestTextVectorizer {
  private static final NgramSettings WORDS =
      new NgramSettings(List.of(ZoneSelection.FULL), 1, true);

  /** Knows milk, standing in 9 of 99 acts, and cheese, in 99. */
  private final TextVectorizer vectorizer =
      new TextVectorizer(WORDS, NgramVocabulary.of(names("milk cheese"), new int[] {9, 99}, 99));

  private static LegalAct text(String text) {
    return LegalAct.ofText("a", text);
  }

  private static long[] names(String text) {
    Set<Long> names = new LinkedHashSet<>();
    new Ngrams(WORDS).forEach(text(text), (words, hash, start, end) -> names.add(hash));
    return names.stream().mapToLong(Long::longValue).toArray();
  }

  @Test
  void valuesAreDampedCountsTimesIdfScaledToLengthOne() {
    ActVector vector = vectorizer.newVector();
    vectorizer.vectorize(text("Milk and cheese and cheese, cheese!"), vector);
    assertEquals(2, vector.size());
    double milk = 1 + Math.log(10);
    double cheese = 1 + Math.log(3);
    double length = Math.hypot(milk, cheese);
    assertEquals(0, vector.feature(0));
    assertEquals(milk / length, vector.value(0), 1e-3);
    assertEquals(1, vector.feature(1));
    assertEquals(cheese / length, vector.value(1), 1e-3);
  }

  @Test
  void aNamespaceCountsByItsWeight() {
    NgramSettings weighted =
        new NgramSettings(
            List.of(ZoneSelection.FULL, ZoneSelection.parse("H")),
            List.of(1.0, 3.0),
            NgramSettings.Normalisation.ACT,
            1,
            true,
            ActReading.RAW);
    LegalAct act = new LegalAct("a", "", "", "milk", "", List.of(), "");
    Set<Long> names = new LinkedHashSet<>();
    new Ngrams(weighted).forEach(act, (words, hash, start, end) -> names.add(hash));
    TextVectorizer both =
        new TextVectorizer(
            weighted,
            NgramVocabulary.of(
                names.stream().mapToLong(Long::longValue).toArray(), new int[] {9, 9}, 99));
    ActVector vector = both.newVector();
    both.vectorize(act, vector);
    assertEquals(1 / Math.sqrt(10), vector.value(0), 1e-6);
    assertEquals(3 / Math.sqrt(10), vector.value(1), 1e-6);
  }

  /** Lengths of the parts of a vector: of the text, and of the header. */
  private static double[] lengths(NgramSettings.Normalisation normalisation, int words) {
    NgramSettings settings =
        new NgramSettings(
            List.of(ZoneSelection.parse("R"), ZoneSelection.parse("H")),
            List.of(1.0, 2.0),
            normalisation,
            1,
            true,
            ActReading.RAW);
    String recitals =
        java.util.stream.IntStream.range(0, words)
            .mapToObj(i -> "w" + (char) ('a' + i % 26) + (char) ('a' + i / 26))
            .collect(Collectors.joining(" "));
    LegalAct act = new LegalAct("a", "", "", "milk", recitals, List.of(), "");
    Set<Long> names = new LinkedHashSet<>();
    new Ngrams(settings).forEach(act, (count, hash, start, end) -> names.add(hash));
    TextVectorizer both =
        new TextVectorizer(
            settings,
            NgramVocabulary.of(
                names.stream().mapToLong(Long::longValue).toArray(), new int[words + 1], 99));
    ActVector vector = both.newVector();
    both.vectorize(act, vector);
    double squares = 0;
    for (int i = 0; i < words; i++) {
      squares += vector.value(i) * vector.value(i);
    }
    return new double[] {Math.sqrt(squares), vector.value(words)};
  }

  @Test
  void aHeaderCountsAlikeInLongActsOnlyIfZonesAreNormalised() {
    for (int words : new int[] {1, 10, 500}) {
      double[] byZone = lengths(NgramSettings.Normalisation.ZONE, words);
      assertEquals(1 / Math.sqrt(5), byZone[0], 1e-6);
      assertEquals(2 / Math.sqrt(5), byZone[1], 1e-6);
      double[] byAct = lengths(NgramSettings.Normalisation.ACT, words);
      assertEquals(2 / Math.sqrt(4 + words), byAct[1], 1e-6);
    }
    double[] empty = lengths(NgramSettings.Normalisation.ZONE, 0);
    assertEquals(1, empty[1], 1e-6, "an empty zone takes no part");
  }

  @Test
  void aVectorHoldsNothingOfThePreviousAct() {
    ActVector vector = vectorizer.newVector();
    vectorizer.vectorize(text("milk milk cheese"), vector);
    vectorizer.vectorize(text("cheese"), vector);
    assertEquals(1, vector.size());
    assertEquals(1, vector.feature(0));
    assertEquals(1, vector.value(0));
  }

  @Test
  void anActWithNoKnownWordIsEmpty() {
    ActVector vector = vectorizer.newVector();
    vectorizer.vectorize(text("butter"), vector);
    assertEquals(0, vector.size());
    vectorizer.vectorize(text(""), vector);
    assertEquals(0, vector.size());
  }

  @Test
  void wordsCountedMoreThanAThousandTimesAreDampedToo() {
    ActVector vector = vectorizer.newVector();
    vectorizer.vectorize(text("cheese ".repeat(5000) + "milk"), vector);
    double ratio = vector.value(0) / vector.value(1);
    assertEquals((1 + Math.log(5000)) / (1 + Math.log(10)), ratio, 1e-3);
  }

  @Test
  void manyFeaturesFit() {
    String text =
        java.util.stream.IntStream.range(0, 5000)
            .mapToObj(i -> Integer.toString(i, 36).replaceAll("[0-9]", "é"))
            .collect(Collectors.joining(" "));
    long[] names = names(text);
    TextVectorizer many =
        new TextVectorizer(WORDS, NgramVocabulary.of(names, new int[names.length], 1));
    ActVector vector = many.newVector();
    many.vectorize(text(text), vector);
    assertEquals(names.length, vector.size());
  }
}
