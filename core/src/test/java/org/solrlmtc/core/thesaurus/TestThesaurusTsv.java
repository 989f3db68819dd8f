package org.solrlmtc.core.thesaurus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestThesaurusTsv {
  private static final String SMALL =
      """
      lmtc-thesaurus\t1
      language\ten
      version\t2021-06-04
      source\ttest.json
      domain\t100142\t04\tPOLITICS
      microthesaurus\t100163\t0406\t100142\tpolitical framework
      microthesaurus\t7\tloose\t\tno domain
      concept\t10\t100163|7\t9\tten|10|X
      concept\t9\t\t\tnine
      deprecated\tc_1\t100163\t10|9\tgone \\| \\\\ \\t \\n \\r end|other
      end\t6
      """;

  private static Thesaurus read(String text) {
    return ThesaurusTsv.read(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String refusal(String text) {
    return assertThrows(ThesaurusException.class, () -> read(text)).getMessage();
  }

  @Test
  void readsEveryField() {
    Thesaurus thesaurus = read(SMALL);
    assertEquals(new Edition("en", "2021-06-04", "test.json"), thesaurus.edition());
    assertEquals(List.of(new Domain("100142", "04", "POLITICS")), List.copyOf(thesaurus.domains()));
    assertEquals(
        List.of(
            new Microthesaurus("100163", "0406", "political framework", "100142"),
            new Microthesaurus("7", "loose", "no domain", "")),
        List.copyOf(thesaurus.microthesauri()));
    assertEquals(
        List.of(
            new Concept(
                "10", "ten", List.of("10", "X"), List.of("9"), List.of("100163", "7"), false),
            new Concept("9", "nine", List.of(), List.of(), List.of(), false),
            new Concept(
                "c_1",
                "gone | \\ \t \n \r end",
                List.of("other"),
                List.of("10", "9"),
                List.of("100163"),
                true)),
        List.copyOf(thesaurus.concepts()));
  }

  @Test
  void writesWhatItRead() {
    assertEquals(SMALL, ThesaurusTsv.toText(read(SMALL)));
  }

  @Test
  void bytesDoNotDependOnTheOrderOfTheSource() {
    Thesaurus thesaurus = read(SMALL);
    List<Concept> reversed =
        thesaurus.concepts().stream()
            .map(
                c ->
                    new Concept(
                        c.id(),
                        c.descriptor(),
                        reverse(c.alternativeNames()),
                        reverse(c.broader()),
                        reverse(c.microthesauri()),
                        c.deprecated()))
            .toList();
    Thesaurus shuffled =
        new Thesaurus(
            thesaurus.edition(),
            thesaurus.domains(),
            reverse(List.copyOf(thesaurus.microthesauri())),
            reverse(reversed));
    assertEquals(SMALL, ThesaurusTsv.toText(shuffled));
  }

  private static <T> List<T> reverse(List<T> list) {
    List<T> copy = new ArrayList<>(list);
    Collections.reverse(copy);
    return copy;
  }

  @Test
  void aWindowsCheckoutReadsTheSame() {
    assertEquals(SMALL, ThesaurusTsv.toText(read(SMALL.replace("\n", "\r\n"))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "lmtc-thesaurus\\t1 # lmtc-thesaurus\\t2 # line 1: format version '2' is unknown; this"
            + " program reads 1",
        "language\\ten # language\\tenglish # line 2: 'english' is not a language tag such as en or"
            + " fr",
        "version\\t2021-06-04\\n # '' # line 3: starts with 'source' where 'version' is expected",
        "\\t04\\t # \\t # line 5: has 3 columns where domain takes 4",
        "\\t100142\\tpolitical # \\t99\\tpolitical # line 6: microthesaurus 100163 names the"
            + " unknown domain 99",
        "concept\\t10 # konzept\\t10 # line 8: starts with 'konzept' where domain, microthesaurus,"
            + " concept, deprecated or end is expected",
        "\\t9\\tten # \\t8\\tten # line 8: concept 10 names the unknown broader concept 8",
        "ten|10 # ten||10 # line 8: 'ten||10|X' has an empty value between separators",
        "concept\\t10 # concept\\t1|0 # line 8: '1|0' has a list where one value is expected",
        "\\tnine # \\t # line 9: the concept has no name",
        "concept\\t9\\t # concept\\t10\\t # line 9: concept 10 has the id 10, already taken",
        "concept\\t9\\t\\t # concept\\t9\\t\\t10 # line 8: concept 10 is broader than itself"
            + " through the cycle 10 > 9 > 10, where each names the next as broader; take one of"
            + " these relations out",
        "\\t # \\x # line 10: has a backslash before 'x'; write \\\\ for a backslash",
        "end\\t6 # end\\t7 # line 11: counts 7 entries, but 6 precede it",
        "end\\t6 # end\\t6\\nmore # line 12: follows the end line",
      })
  void refusesWithTheLine(String from, String to, String message) {
    // \t in the file is written as a tab, except where the escape itself is the matter
    boolean escapeItself = to.equals("\\x");
    String changed =
        escapeItself ? SMALL.replace("\\t", "\\x") : SMALL.replace(unescaped(from), unescaped(to));
    assertEquals(message, refusal(changed));
  }

  private static String unescaped(String text) {
    return text.replace("\\t", "\t").replace("\\n", "\n");
  }

  @Test
  void aFileCutAnywhereIsRefused() {
    for (int length = 0; length < SMALL.length(); length++) {
      String cut = SMALL.substring(0, length);
      String message = refusal(cut);
      assertTrue(message.startsWith("line ") && message.contains("cut short"), message);
    }
  }

  @Test
  void bytesThatAreNotUtf8AreRefusedWithTheLine() {
    byte[] bytes = SMALL.replace("nine", "n\u0001ne").getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = bytes[i] == 1 ? (byte) 0xff : bytes[i];
    }
    ThesaurusException e = assertThrows(ThesaurusException.class, () -> ThesaurusTsv.read(bytes));
    assertEquals("line 9: is not UTF-8", e.getMessage());
  }

  @Test
  void writingReplacesTheFileAndLeavesNothingBehind(@TempDir Path folder) throws Exception {
    Path target = folder.resolve("t.tsv");
    Files.writeString(target, "old");
    ThesaurusTsv.write(read(SMALL), target);
    assertEquals(SMALL, Files.readString(target));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(target), files.toList());
    }
  }

  @Test
  void aFailedWriteNamesTheFileAndLeavesNothingBehind(@TempDir Path folder) throws Exception {
    Path target = Files.createDirectories(folder.resolve("t.tsv/child")).getParent();
    ThesaurusException e =
        assertThrows(ThesaurusException.class, () -> ThesaurusTsv.write(read(SMALL), target));
    assertTrue(e.getMessage().startsWith(target + ": cannot be written"), e.getMessage());
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(target), files.toList());
    }
  }
}
