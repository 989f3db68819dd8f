package org.solrlmtc.readers.act;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.readers.act.source.ReadProblem;

class TestDamagedInput {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"celex_id\": \"x\", \"header\": \"a\" | invalid JSON: the object is cut short before its"
            + " end",
        "{\"celex_id\": \"x\", oops} | invalid JSON at column 19: Unexpected character ('o' (code"
            + " 111)): was expecting double-quote to start field name",
        "{\"celex_id\": \"x\", \"header\": \"a\"} {} | invalid JSON: more text follows the end of"
            + " the act's object",
        "{\"header\": \"a\"} | field 'celex_id' is missing or empty",
        "{\"celex_id\": null, \"header\": \"a\"} | field 'celex_id' is missing or empty",
        "{\"celex_id\": 7, \"header\": \"a\"} | field 'celex_id' must be a string, not a number",
        "{\"celex_id\": \"x\", \"header\": [\"a\"]} | field 'header' must be a string, not an"
            + " array",
        "{\"celex_id\": \"x\", \"main_body\": {}} | field 'main_body' must be a list of strings,"
            + " not an object",
        "{\"celex_id\": \"x\", \"main_body\": [\"a\", 5]} | field 'main_body[1]' must be a string,"
            + " not a number",
        "{\"celex_id\": \"x\", \"header\": \"a\", \"concepts\": [3]} | field 'concepts[0]' must be"
            + " a string, not a number",
        "{\"celex_id\": \"x\"} | act x has no text: all its zones are empty",
        "{\"celex_id\": \"x\", \"title\": \"t\", \"header\": \" \", \"main_body\": [\"\"]} | act x"
            + " has no text: all its zones are empty",
        "{} | a JSON object without any field of an act (celex_id, uri, type, concepts, title,"
            + " header, recitals, main_body, attachments)",
        "17 | an act must be a JSON object, not a number",
        "nonsense | invalid JSON at column 9: Unrecognized token 'nonsense': was expecting (JSON"
            + " String, Number, Array, Object or token 'null', 'true' or 'false')",
      })
  void oneBadLineIsReportedWithItsNumberAndTheOthersAreRead(String bad, String reason)
      throws IOException {
    Path file =
        Reading.write(
            folder.resolve("acts.jsonl"),
            Reading.line("a") + "\n" + bad + "\n" + Reading.line("b") + "\n");
    Reading reading = Reading.skipping(file);
    assertEquals(List.of("a", "b"), reading.ids());
    assertEquals(List.of(file + ":2: " + reason), reading.messages());
    assertEquals(ReadProblem.Kind.DAMAGED, reading.problems().get(0).kind());
  }

  @Test
  void aBadFirstLineDoesNotHideTheOthers() throws IOException {
    for (String bad : List.of("{\"celex_id\": \"x\", \"hea", "nonsense", "\"text\"")) {
      Path file =
          Reading.write(folder.resolve("acts.jsonl"), bad + "\n" + Reading.line("a") + "\n");
      Reading reading = Reading.skipping(file);
      assertEquals(List.of("a"), reading.ids(), bad);
      assertEquals(List.of(file + ":1"), reading.problems().stream().map(p -> p.source()).toList());
    }
  }

  @Test
  void badLinesAtTheBeginningDoNotHideTheOthers() throws IOException {
    Path file =
        Reading.write(
            folder.resolve("acts.jsonl"),
            "{\"celex_id\": \"x\", \"hea\nder\": \"y\"}\n" + Reading.line("a") + "\n");
    Reading reading = Reading.skipping(file);
    assertEquals(List.of("a"), reading.ids());
    assertEquals(
        List.of(file + ":1", file + ":2"),
        reading.problems().stream().map(ReadProblem::source).toList());
  }

  @Test
  void aFatalPolicyStopsAtTheBadLineAfterTheGoodOnes() throws IOException {
    Path file =
        Reading.write(
            folder.resolve("acts.jsonl"), Reading.line("a") + "\n{}\n" + Reading.line("b") + "\n");
    List<ReadProblem> heard = new ArrayList<>();
    try (ActStream acts = ActStream.open(List.of(file), DamagePolicy.fatal(heard::add))) {
      assertEquals("a", acts.next().act().id());
      DamagedRecordException e = assertThrows(DamagedRecordException.class, acts::hasNext);
      assertEquals(file + ":2", e.problem().source());
      assertTrue(e.getMessage().startsWith(file + ":2: "), e.getMessage());
      assertEquals(List.of(e.problem()), heard);
      assertFalse(acts.hasNext(), "the stream is closed");
      assertEquals(1, acts.delivered());
      assertEquals(1, acts.damaged());
    }
  }

  @Test
  void anErrorInsideAPrettyPrintedActIsReportedAtItsLine() throws IOException {
    Path file =
        Reading.write(folder.resolve("act.json"), "\n{\n  \"celex_id\": \"x\",\n\n  oops\n}\n");
    List<String> messages = Reading.skipping(file).messages();
    assertEquals(1, messages.size());
    assertTrue(messages.get(0).startsWith(file + ":5: invalid JSON at column 3"), messages.get(0));
  }

  @Test
  void malformedUtf8IsReportedWithLineAndByteAndNotReplaced() throws IOException {
    byte[] bad = Reading.line("b\u00e9").getBytes(StandardCharsets.ISO_8859_1);
    byte[] lines =
        concat(Reading.utf8(Reading.line("a") + "\n"), bad, Reading.utf8("\n" + Reading.line("c")));
    Path file = Files.write(folder.resolve("acts.jsonl"), lines);
    Reading reading = Reading.skipping(file);
    assertEquals(List.of("a", "c"), reading.ids());
    assertEquals(List.of(file + ":2: not valid UTF-8 at byte 16 of the line"), reading.messages());

    byte[] html = concat(Reading.utf8("<html>\n<p>Whereas "), new byte[] {(byte) 0xFF});
    Path page = Files.write(folder.resolve("page.html"), html);
    assertEquals(
        List.of(page + ":2: not valid UTF-8 at byte 12 of the line"),
        Reading.skipping(page).messages());

    byte[] xml =
        concat(Reading.utf8("<ACT>\n<P>x"), new byte[] {(byte) 0xFF}, Reading.utf8("</P></ACT>"));
    Path formex = Files.write(folder.resolve("act.xml"), xml);
    assertEquals(
        List.of(formex + ":2: not valid UTF-8 at byte 5 of the line"),
        Reading.skipping(formex).messages());
  }

  @Test
  void aGzipCutAnywhereGivesItsCompleteActsAndIsReported() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      lines.append(Reading.line("act" + i * 7919)).append('\n');
    }
    byte[] whole = Reading.gzip(Reading.utf8(lines.toString()));
    Path file = folder.resolve("acts.jsonl.gz");
    Path after = Reading.write(folder.resolve("next.jsonl"), Reading.line("next"));
    for (int cut = 1; cut < whole.length; cut++) {
      byte[] piece = Arrays.copyOf(whole, cut);
      Files.write(file, piece);
      Reading reading = Reading.skipping(file, after);
      long complete = readable(piece).chars().filter(c -> c == '}').count();
      assertEquals(complete + 1, reading.acts().size(), "cut at " + cut);
      assertEquals("next", reading.ids().get((int) complete), "reading goes on behind the cut");
      assertEquals(1, reading.problems().size(), "cut at " + cut);
      String source = reading.problems().get(0).source();
      assertTrue(
          Set.of(file + "", file + ":" + complete, file + ":" + (complete + 1)).contains(source),
          source);
    }
  }

  private static String readable(byte[] gzip) {
    StringBuilder text = new StringBuilder();
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
      for (int b = in.read(); b >= 0; b = in.read()) {
        text.append((char) b);
      }
      throw new AssertionError("the gzip is whole");
    } catch (IOException e) {
      return text.toString();
    }
  }

  @Test
  void anActWhoseLineFeedAloneIsCutIsNotLost() throws IOException {
    // stored, not compressed: the cut falls on a chosen byte
    byte[] plain = Reading.utf8(Reading.line("a") + "\n" + Reading.line("b") + "\n");
    byte[] gzip = Reading.gzip(plain, 0);
    int trailer = 8;
    Path file =
        Files.write(folder.resolve("a.jsonl.gz"), Arrays.copyOf(gzip, gzip.length - trailer - 1));
    Reading reading = Reading.skipping(file);
    assertEquals(List.of("a", "b"), reading.ids());
    assertEquals(
        List.of(
            file + ":2: the compressed data ends too early: the file is cut short, fetch it again"),
        reading.messages());
  }

  @Test
  void aFlippedByteInAGzipIsReported() throws IOException {
    byte[] gzip = Reading.gzip(Reading.utf8(Reading.line("a") + "\n"), 0);
    gzip[40] ^= 1;
    Reading reading = Reading.skipping(Files.write(folder.resolve("a.jsonl.gz"), gzip));
    assertFalse(reading.problems().isEmpty());
  }

  @Test
  void aDamagedLaterMemberOfAGzipIsNotItsEnd() throws IOException {
    byte[] first = Reading.gzip(Reading.utf8(Reading.line("a") + "\n"));
    byte[] second = Reading.gzip(Reading.utf8(Reading.line("b") + "\n"));
    Path file = Files.write(folder.resolve("a.jsonl.gz"), concat(first, second));
    assertEquals(List.of("a", "b"), Reading.skipping(file).ids());
    second[0] = 0;
    Files.write(file, concat(first, second));
    Reading reading = Reading.skipping(file);
    assertEquals(List.of("a"), reading.ids());
    assertEquals(
        List.of(
            file
                + ":2: the compressed data is damaged (unreadable bytes after the end of the gzip"
                + " data): fetch it again"),
        reading.messages());
  }

  @Test
  void aZipCutAnywhereGivesItsCompleteActsAndIsReported() throws IOException {
    Map<String, byte[]> entries = new TreeMap<>();
    for (int i = 10; i < 20; i++) {
      entries.put("dev/" + i + ".json", Reading.utf8(Reading.line("act" + i * 7919)));
    }
    byte[] whole = Reading.zip(entries);
    Path file = folder.resolve("acts.zip");
    int before = 0;
    for (int cut = 30; cut < whole.length; cut += 7) {
      Files.write(file, Arrays.copyOf(whole, cut));
      Reading reading = Reading.skipping(file);
      assertTrue(reading.acts().size() >= before, "a longer piece holds no fewer acts");
      before = reading.acts().size();
      assertFalse(reading.problems().isEmpty(), "cut at " + cut);
      assertTrue(reading.messages().get(0).startsWith(file.toString()));
    }
    assertEquals(10, before, "when only the directory is cut, every act is there");
  }

  @Test
  void aFlippedByteInAZipEntryIsReportedWithTheEntry() throws IOException {
    Map<String, byte[]> entries = new TreeMap<>();
    entries.put("a.json", Reading.utf8(Reading.line("a")));
    entries.put("b.json", Reading.utf8(Reading.line("b")));
    byte[] zip = Reading.zip(entries, 0);
    int text = new String(zip, StandardCharsets.ISO_8859_1).indexOf("Text of a");
    zip[text] ^= 1;
    Path file = Files.write(folder.resolve("acts.zip"), zip);
    Reading reading = Reading.skipping(file);
    assertEquals("b", reading.ids().get(reading.ids().size() - 1));
    assertEquals(1, reading.problems().size());
    assertTrue(reading.messages().get(0).startsWith(file + "!/a.json"), reading.messages().get(0));
    assertTrue(reading.messages().get(0).contains("wrong checksum"));
  }

  @Test
  void aZipEntryThatCannotBeOpenedDoesNotHideTheOthers() throws IOException {
    Map<String, byte[]> entries = new TreeMap<>();
    entries.put("a.json", Reading.utf8(Reading.line("a")));
    entries.put("b.json", Reading.utf8(Reading.line("b")));
    byte[] zip = Reading.zip(entries);
    int secondHeader = new String(zip, StandardCharsets.ISO_8859_1).indexOf("PK\3\4", 4);
    zip[secondHeader] = 'X';
    Path file = Files.write(folder.resolve("acts.zip"), zip);
    Reading reading = Reading.skipping(file);
    assertEquals(List.of("a"), reading.ids());
    assertEquals(1, reading.problems().size());
    assertEquals(file + "!/b.json", reading.problems().get(0).source());
  }

  @Test
  void reasonsAreOneShortLineWhateverTheyQuote() throws IOException {
    Path file =
        Reading.write(
            folder.resolve("a.json"), "{\"celex_id\": \"forged\\nline" + "x".repeat(9999) + "\"}");
    String reason = Reading.skipping(file).problems().get(0).reason();
    assertTrue(reason.startsWith("act forged?linexxx"), reason);
    assertTrue(reason.length() < 600, reason);
  }

  @ParameterizedTest
  @CsvSource({"empty.jsonl, ''", "blank.json, ' '", "empty.xml, ''", "notes.txt, ''"})
  void anEmptyFileIsReported(String name, String content) throws IOException {
    Path file = Reading.write(folder.resolve(name), content);
    assertEquals(List.of(file + ": is empty"), Reading.skipping(file).messages());
    assertEquals(ReadProblem.Kind.DAMAGED, Reading.skipping(file).problems().get(0).kind());
  }

  @Test
  void anEmptyFolderAndAnEmptyZipAreReported() throws IOException {
    Path zip = Files.write(folder.resolve("empty.zip"), Reading.zip(Map.of()));
    assertEquals(List.of(zip + ": holds no act"), Reading.skipping(zip).messages());
    Files.delete(zip);
    assertEquals(List.of(folder + ": holds no act"), Reading.skipping(folder).messages());
  }

  @Test
  void aMissingPathIsRefusedBeforeAnythingIsRead() {
    Path missing = folder.resolve("missing.jsonl");
    NoSuchFileException e =
        assertThrows(
            NoSuchFileException.class,
            () -> ActStream.open(List.of(folder, missing), DamagePolicy.skip(p -> {})));
    assertEquals(missing + ": no such file or folder", e.getMessage());
  }

  @Test
  void strayFilesOfAFolderAreReportedAsNoActsAndHiddenOnesIgnored() throws IOException {
    Path deep = Files.createDirectories(folder.resolve("b/c"));
    Files.createDirectory(folder.resolve(".git"));
    Reading.write(folder.resolve(".git/config.json"), Reading.line("hidden"));
    Reading.write(folder.resolve(".DS_Store"), "\u0000");
    Path readme = Reading.write(folder.resolve("README.md"), "# Acts");
    Path thesaurus =
        Reading.write(folder.resolve("b/eurovoc.json"), "{\"1005\": {\"label\": \"x\"}}");
    Path page = Reading.write(folder.resolve("index.html"), "<html><body>Hello</body></html>");
    Path pom = Reading.write(folder.resolve("pom.xml"), "<project/>");
    Reading.write(folder.resolve("z.json"), Reading.line("z"));
    Reading.write(deep.resolve("b.json"), Reading.line("b"));
    Reading.write(folder.resolve("a.json"), Reading.line("a"));

    List<ReadProblem> problems = new ArrayList<>();
    List<ActRecord> acts = new ArrayList<>();
    try (ActStream stream = ActStream.open(List.of(folder), DamagePolicy.fatal(problems::add))) {
      stream.forEachRemaining(acts::add);
      assertEquals(4, stream.notActs());
      assertEquals(0, stream.damaged());
    }
    assertEquals(List.of("a", "b", "z"), acts.stream().map(r -> r.act().id()).toList());
    assertEquals(
        List.of(readme + "", thesaurus + "", page + "", pom + ""),
        problems.stream().map(ReadProblem::source).toList());
    assertTrue(problems.stream().allMatch(p -> p.kind() == ReadProblem.Kind.NOT_AN_ACT));
  }

  @Test
  void aStrayFileTheUserNamesIsDamage() throws IOException {
    Path readme = Reading.write(folder.resolve("README.md"), "# Acts");
    Reading reading = Reading.skipping(readme);
    assertEquals(
        List.of(readme + ": is neither JSON nor XML nor HTML nor a text (.txt)"),
        reading.messages());
    assertEquals(ReadProblem.Kind.DAMAGED, reading.problems().get(0).kind());
  }

  @Test
  void aLinkToAFolderIsReportedAndNotFollowed() throws IOException {
    Reading.write(folder.resolve("a.json"), Reading.line("a"));
    Path link = Files.createSymbolicLink(folder.resolve("circle"), folder);
    Reading reading = Reading.skipping(folder);
    assertEquals(List.of("a"), reading.ids());
    assertEquals(
        List.of(link + ": is a link to a folder and is not followed: name the folder"),
        reading.messages());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[]                | a JSON list of acts is not read: write one act per line instead",
        "<ACT><P>x</ACT>   | invalid XML",
        "<ACT><P> </P></ACT> | act page has no text: all its zones are empty",
        "<html></html>     | act page has no text: all its zones are empty",
        "<akomaNtoso/>     | act page has no text: all its zones are empty",
        "<lawDocument/>    | <lawDocument> is the root of neither a Formex act",
      })
  void unreadableContentIsReportedWithTheReason(String content, String reason) throws IOException {
    Path file = Reading.write(folder.resolve("page.html"), content);
    Reading reading = Reading.skipping(file);
    assertEquals(1, reading.problems().size());
    assertTrue(reading.messages().get(0).contains(": " + reason), reading.messages().get(0));
    assertEquals(ReadProblem.Kind.DAMAGED, reading.problems().get(0).kind());
  }

  @Test
  void utf16IsRefusedByName() throws IOException {
    Path file =
        Files.write(
            folder.resolve("a.json"),
            ("\uFEFF" + Reading.line("a")).getBytes(StandardCharsets.UTF_16LE));
    assertEquals(
        List.of(file + ": is written in UTF-16: convert it to UTF-8"),
        Reading.skipping(file).messages());
  }

  private static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
