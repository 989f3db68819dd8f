package org.solrlmtc.readers.act;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.readers.act.source.DamagedInput;
import org.solrlmtc.readers.act.source.Origin;
import org.solrlmtc.readers.act.source.ReadLimits;
import org.solrlmtc.readers.act.xml.FormexReader;

class TestHostileInput {
  private static final String TOO_LARGE =
      "the act is larger than the limit of 20,000,000 bytes: raise maxActBytes (--max-act-bytes) to"
          + " read it";

  @TempDir Path folder;

  @Test
  void entityExpansionIsRefused() throws IOException {
    StringBuilder laughs = new StringBuilder("<?xml version=\"1.0\"?>\n<!DOCTYPE ACT [\n");
    laughs.append("<!ENTITY a0 \"ha\">\n");
    for (int i = 1; i < 30; i++) {
      String previous = "&a" + (i - 1) + ";";
      laughs.append("<!ENTITY a" + i + " \"" + previous + previous + "\">\n");
    }
    laughs.append("]>\n<ACT><P>&a29;</P></ACT>");
    assertRefused(laughs.toString());
  }

  @Test
  void externalEntitiesAreRefusedAndNeverRead() throws IOException {
    Path secret = Reading.write(folder.resolve("secret.txt"), "the secret");
    assertRefused(
        "<!DOCTYPE ACT [<!ENTITY x SYSTEM \"" + secret.toUri() + "\">]><ACT><P>&x;</P></ACT>");
    assertRefused("<!DOCTYPE ACT SYSTEM \"" + secret.toUri() + "\"><ACT><P>x</P></ACT>");
  }

  @Test
  void aDocumentTypeHiddenBehindALongPrologIsRefusedByTheParser() throws IOException {
    String comment = "<!--" + "x".repeat(1 << 17) + "-->";
    Path secret = Reading.write(folder.resolve("secret.txt"), "the secret");
    String xml =
        comment
            + "<!DOCTYPE ACT [<!ENTITY x SYSTEM \""
            + secret.toUri()
            + "\">]><ACT><P>&x;</P></ACT>";
    Reading reading = Reading.skipping(Reading.write(folder.resolve("act.xml"), xml));
    assertEquals(List.of(), reading.acts());
    assertEquals(1, reading.problems().size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE ACT [<!ENTITY x \"boom\">]><ACT><P>&x;</P></ACT>",
        "<!DOCTYPE ACT SYSTEM \"file:///etc/passwd\"><ACT><P>x</P></ACT>",
        "<ACT><P>&undeclared;</P></ACT>"
      })
  void theParserItselfRefusesDocumentTypesAndEntities(String xml) {
    Origin origin = new Origin("act.xml", "act.xml");
    DamagedInput e = assertThrows(DamagedInput.class, () -> FormexReader.read(origin, xml));
    assertTrue(e.problem().source().startsWith("act.xml:"), e.problem().source());
  }

  @Test
  void entitiesDeclaredInHtmlAreLeftAsText() throws IOException {
    Path secret = Reading.write(folder.resolve("secret.txt"), "the secret");
    String html =
        "<!DOCTYPE html [<!ENTITY x SYSTEM \""
            + secret.toUri()
            + "\">]><html><body><p>Whereas &x; is,</p></body></html>";
    Reading reading = Reading.skipping(Reading.write(folder.resolve("act.html"), html));
    assertFalse(reading.acts().toString().contains("the secret"));
  }

  @Test
  void anActOf50MegabytesIsReportedInLittleMemoryAndTheNextOneRead() throws Exception {
    Path lines = folder.resolve("acts.jsonl");
    try (OutputStream out = Files.newOutputStream(lines)) {
      out.write(Reading.utf8(Reading.line("a") + "\n"));
      writeLargeAct(out, 50_000_000);
      out.write(Reading.utf8("\n" + Reading.line("b") + "\n"));
    }
    Path xml = folder.resolve("act.xml");
    try (OutputStream out = Files.newOutputStream(xml)) {
      out.write(Reading.utf8("<ACT><P>"));
      fill(out, 50_000_000);
      out.write(Reading.utf8("</P></ACT>"));
    }
    assertEquals(
        List.of("a", "b", lines + ":2: " + TOO_LARGE, xml + ": " + TOO_LARGE),
        readInSmallJvm(lines, xml));
  }

  @Test
  void theLimitCanBeRaised() throws IOException {
    Path lines = folder.resolve("acts.jsonl");
    try (OutputStream out = Files.newOutputStream(lines)) {
      writeLargeAct(out, 3000);
    }
    ReadLimits small = new ReadLimits(2000, 10, 10);
    assertEquals(
        List.of(
            lines
                + ":1: the act is larger than the limit of 2,000 bytes: raise maxActBytes"
                + " (--max-act-bytes) to read it"),
        Reading.skipping(small, lines).messages());
    assertEquals(List.of("large"), Reading.skipping(new ReadLimits(4000, 10, 10), lines).ids());
  }

  @Test
  void aPrettyPrintedActMayNotExceedTheLimitEither() throws IOException {
    Path file =
        Reading.write(
            folder.resolve("act.json"),
            "{\n\"celex_id\": \"x\",\n\"main_body\": [\n" + "\"text\",\n".repeat(500) + "\"\"]}");
    assertEquals(
        List.of(
            file
                + ": the act is larger than the limit of 2,000 bytes: raise maxActBytes"
                + " (--max-act-bytes) to read it"),
        Reading.skipping(new ReadLimits(2000, 10, 10), file).messages());
  }

  @Test
  void aGzipBombIsStopped() throws IOException {
    Path bomb = folder.resolve("bomb.jsonl.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(bomb))) {
      out.write(Reading.utf8(Reading.line("a") + "\n"));
      writeLargeAct(out, 200_000_000);
    }
    Reading reading = Reading.skipping(bomb);
    assertEquals(List.of("a"), reading.ids());
    assertEquals(1, reading.problems().size());
    assertTrue(
        reading.messages().get(0).startsWith(bomb + ":2: expands to more than 64,000,000 bytes"),
        reading.messages().get(0));
  }

  @Test
  void aZipBombIsStopped() throws IOException {
    byte[] zeros = new byte[19_000_000];
    Arrays.fill(zeros, (byte) ' ');
    zeros[0] = '{';
    Map<String, byte[]> entries = new TreeMap<>();
    for (int i = 0; i < 8; i++) {
      entries.put(i + ".json", zeros);
    }
    Path bomb = Files.write(folder.resolve("bomb.zip"), Reading.zip(entries));
    Reading reading = Reading.skipping(bomb);
    assertEquals(List.of(), reading.acts());
    String last = reading.messages().get(reading.messages().size() - 1);
    assertTrue(last.contains("3.json"), last);
    assertTrue(last.contains("raise maxExpansion"), last);
    assertEquals(4, reading.problems().size(), "what follows is not read");
  }

  @Test
  void aCutZipBombIsStoppedToo() throws IOException {
    byte[] zeros = new byte[100_000_000];
    byte[] zip = Reading.zip(Map.of("a.txt", zeros));
    Path bomb = Files.write(folder.resolve("bomb.zip"), Arrays.copyOf(zip, zip.length - 30));
    List<String> messages = Reading.skipping(bomb).messages();
    String last = messages.get(messages.size() - 1);
    assertTrue(last.contains("raise maxExpansion"), last);
  }

  @Test
  void aZipOfTooManyEntriesIsStopped() throws IOException {
    Map<String, byte[]> entries = new HashMap<>();
    for (int i = 0; i < 11; i++) {
      entries.put(i + ".json", Reading.utf8(Reading.line("a" + i)));
    }
    Path zip = Files.write(folder.resolve("acts.zip"), Reading.zip(entries));
    Reading reading = Reading.skipping(new ReadLimits(1000, 10, 10), zip);
    assertEquals(10, reading.acts().size());
    assertEquals(
        List.of(
            zip + ": holds more than 10 entries and is not read further: raise maxArchiveEntries"),
        reading.messages());
  }

  @Test
  void entryNamesThatClimbOutOfTheArchiveTouchNothing() throws IOException {
    Path inner = Files.createDirectory(folder.resolve("inner"));
    Map<String, byte[]> entries = new TreeMap<>();
    entries.put("../escaped.html", Reading.utf8("<p>Whereas it climbs,</p>"));
    entries.put("/absolute.html", Reading.utf8("<p>Whereas it is absolute,</p>"));
    entries.put("forged\n2.html", Reading.utf8("<p>Whereas it forges,</p>"));
    Path zip = Files.write(inner.resolve("acts.zip"), Reading.zip(entries));
    Reading reading = Reading.skipping(zip);
    assertEquals(List.of("escaped", "absolute", "forged?2"), reading.ids());
    assertEquals(zip + "!/forged?2.html", reading.sources().get(2));
    assertFalse(Files.exists(folder.resolve("escaped.html")));
  }

  @Test
  void anArchiveInsideAnArchiveIsRefused() throws IOException {
    byte[] inner = Reading.zip(Map.of("a.json", Reading.utf8(Reading.line("a"))));
    Path zip = Files.write(folder.resolve("outer.zip"), Reading.zip(Map.of("inner.zip", inner)));
    assertEquals(
        List.of(
            zip + "!/inner.zip: an archive inside an archive is not read: unpack the outer one"),
        Reading.skipping(zip).messages());
  }

  @Test
  void aMemberOfAGzipMayEndAnywhere() throws IOException {
    byte[] last = Reading.gzip(Reading.utf8(Reading.line("b") + "\n"));
    int overhead = Reading.gzip(Reading.utf8(padded(0)), 0).length;
    Path file = folder.resolve("acts.jsonl.gz");
    for (int end = (1 << 13) - 40; end <= (1 << 13) + 40; end++) {
      byte[] first = Reading.gzip(Reading.utf8(padded(end - overhead)), 0);
      Files.write(file, first);
      Files.write(file, last, StandardOpenOption.APPEND);
      Reading reading = Reading.skipping(file);
      assertEquals(List.of("a", "b"), reading.ids(), end + ": " + reading.messages());
    }
  }

  private static String padded(int spaces) {
    return Reading.line("a") + " ".repeat(spaces) + "\n";
  }

  @Test
  void deepNestingNeitherOverflowsNorStalls() throws IOException {
    int depth = 200_000;
    Path json =
        Reading.write(
            folder.resolve("a.jsonl"),
            "{\"celex_id\": " + "[".repeat(depth) + "\n" + Reading.line("a"));
    Path html =
        Reading.write(
            folder.resolve("b.html"), "<html><body>" + "<div>x".repeat(depth) + "<p>Whereas,</p>");
    Path xml =
        Reading.write(
            folder.resolve("c.xml"),
            "<ACT>" + "<LIST>".repeat(depth) + "deep" + "</LIST>".repeat(depth) + "</ACT>");
    Path akomaNtoso =
        Reading.write(
            folder.resolve("e.xml"),
            "<akomaNtoso><body>"
                + "<section>".repeat(depth)
                + "deep"
                + "</section>".repeat(depth)
                + "</body></akomaNtoso>");
    Path braces =
        Reading.write(
            folder.resolve("f.html"),
            "<html><body><p>COM(2031) 43 final</p><p>"
                + "} ".repeat(depth)
                + "x</p><p>Whereas tea,</p></body></html>");
    Path years =
        Reading.write(
            folder.resolve("d.xml"),
            "<ACT><P>text</P><BIB.INSTANCE>"
                + "<LIST>".repeat(depth)
                + "<YEAR>1999</YEAR>".repeat(depth)
                + "</LIST>".repeat(depth)
                + "</BIB.INSTANCE></ACT>");
    assertTimeout(
        Duration.ofSeconds(60),
        () -> {
          assertEquals(List.of("a"), Reading.skipping(json).ids());
          assertEquals(List.of("b"), Reading.skipping(html).ids());
          assertEquals(List.of("deep"), Reading.skipping(xml).onlyAct().articles());
          assertEquals(List.of("text"), Reading.skipping(years).onlyAct().articles());
          assertEquals(List.of("deep"), Reading.skipping(akomaNtoso).onlyAct().articles());
          assertEquals(List.of("52031DC0043"), Reading.skipping(braces).ids());
        });
  }

  private void assertRefused(String xml) throws IOException {
    Path file = Reading.write(folder.resolve("act.xml"), xml);
    assertEquals(
        List.of(
            file
                + ": XML with a document type declaration (<!DOCTYPE ACT>) is refused, since it can"
                + " declare entities: remove it"),
        Reading.skipping(file).messages());
  }

  private static void writeLargeAct(OutputStream out, int size) throws IOException {
    out.write(Reading.utf8("{\"celex_id\": \"large\", \"header\": \""));
    fill(out, size);
    out.write(Reading.utf8("\"}"));
  }

  private static void fill(OutputStream out, int size) throws IOException {
    byte[] block = new byte[1000];
    Arrays.fill(block, (byte) 'x');
    for (int i = 0; i < size; i += block.length) {
      out.write(block);
    }
  }

  /** Reads in a JVM whose whole heap is little larger than the act. */
  private static List<String> readInSmallJvm(Path... files) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx56m",
            "-cp",
            System.getProperty("java.class.path"),
            PrintActs.class.getName());
    for (Path file : files) {
      builder.command().add(file.toString());
    }
    Process process = builder.redirectErrorStream(true).start();
    List<String> lines = process.inputReader().lines().toList();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    return lines;
  }

  /** Prints the ids of the acts in the given files, then the problems. */
  static final class PrintActs {
    public static void main(String[] files) {
      Reading reading = Reading.skipping(Arrays.stream(files).map(Path::of).toArray(Path[]::new));
      reading.ids().forEach(System.out::println);
      reading.messages().forEach(System.out::println);
    }
  }
}
