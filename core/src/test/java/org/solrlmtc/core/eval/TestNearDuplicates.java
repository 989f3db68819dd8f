package org.solrlmtc.core.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.eval.NearDuplicates.Match;

class TestNearDuplicates {
  private static final LegalAct KNOWN =
      new LegalAct(
          "1",
          "Regulation",
          "fixing refunds, 1 May 1999",
          "REGULATION No 1/1999",
          ",\nWhereas the refund was fixed at 10,5 %;",
          List.of("The refund shall be EUR 11.", "It enters into force on 2 May."),
          "ANNEX 1");

  private static NearDuplicates known() {
    NearDuplicates duplicates = new NearDuplicates();
    duplicates.add(KNOWN, List.of("10", "20"));
    return duplicates;
  }

  @Test
  void numbersPunctuationCaseAndOtherZonesDoNotMatter() {
    LegalAct repeated =
        new LegalAct(
            "2",
            "Decision",
            "another title",
            "REGULATION No 7/2000",
            "whereas  the Refund was fixed at 3 %",
            List.of("The refund shall be EUR", "12. It enters into force on 30 May"),
            "");
    assertEquals(Match.SAME_TEXT_AND_LABELS, known().match(repeated, List.of("20", "10")));
    assertEquals(Match.SAME_TEXT, known().match(repeated, List.of("10")));
  }

  @Test
  void anotherWordOrAnotherPlaceOfItMatters() {
    LegalAct june =
        new LegalAct("2", "", "", "", KNOWN.recitals(), List.of("The refund shall be EUR 11."), "");
    assertEquals(Match.NONE, known().match(june, List.of("10", "20")));
    assertEquals(
        Match.NONE,
        known()
            .match(
                new LegalAct(
                    "3", "", "", "", "Whereastherefund was fixed at;", KNOWN.articles(), ""),
                List.of("10", "20")));
  }

  @Test
  void actsWithoutTextRepeatNothing() {
    NearDuplicates duplicates = new NearDuplicates();
    LegalAct empty = new LegalAct("1", "", "title", "header", ",", List.of("1."), "annex");
    duplicates.add(empty, List.of("10"));
    assertEquals(Match.NONE, duplicates.match(empty, List.of("10")));
  }

  @Test
  void findsTheKnownNumberInTheCorpus() throws IOException {
    Path corpus = corpus();
    assumeTrue(
        Files.exists(corpus.resolve("train.jsonl.gz")),
        "no corpus at " + corpus + ": set LMTC_CORPUS");
    NearDuplicates duplicates = new NearDuplicates();
    forEachAct(corpus.resolve("train.jsonl.gz"), duplicates::add);
    Map<Match, Integer> found = new EnumMap<>(Match.class);
    forEachAct(
        corpus.resolve("dev.jsonl.gz"),
        (act, labels) -> found.merge(duplicates.match(act, labels), 1, Integer::sum));
    assertEquals(
        Map.of(
            Match.NONE, 6000 - 1015, Match.SAME_TEXT, 1015 - 734, Match.SAME_TEXT_AND_LABELS, 734),
        found);
  }

  private static Path corpus() {
    String set = System.getenv("LMTC_CORPUS");
    if (set != null) {
      return Path.of(set);
    }
    Path root = Path.of("").toAbsolutePath();
    while (root.getParent() != null && !Files.exists(root.resolve("tests/independent"))) {
      root = root.getParent();
    }
    return root.resolveSibling("shared").resolve("eurlex57k");
  }

  private static void forEachAct(Path file, BiConsumer<LegalAct, List<String>> sink)
      throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file));
        MappingIterator<JsonNode> lines =
            new ObjectMapper().readerFor(JsonNode.class).readValues(in)) {
      while (lines.hasNext()) {
        JsonNode act = lines.next();
        sink.accept(
            new LegalAct(
                act.path("celex_id").asText(),
                act.path("type").asText(),
                act.path("title").asText(),
                act.path("header").asText(),
                act.path("recitals").asText(),
                strings(act.path("main_body")),
                act.path("attachments").asText()),
            strings(act.path("concepts")));
      }
    }
  }

  private static List<String> strings(JsonNode array) {
    List<String> strings = new ArrayList<>();
    array.forEach(element -> strings.add(element.asText()));
    return strings;
  }
}
