package org.solrlmtc.readers.act;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.readers.act.source.ReadProblem;

/** One act in every form it comes in is the same act. */
class TestActForms {
  private static final byte[] JSON = Reading.fixture("32031R0901.json");
  private static final String ON_ONE_LINE =
      new String(JSON, StandardCharsets.UTF_8).replace("\n", " ").strip();

  @TempDir Path folder;

  @Test
  void everyJsonFormGivesTheSameAct() throws IOException {
    Path pretty = Files.write(folder.resolve("act.json"), JSON);
    LegalAct act = Reading.skipping(pretty).onlyAct();
    assertEquals("32031R0901", act.id());
    assertEquals("Regulation", act.type());
    assertTrue(act.title().endsWith("lighthouse biscuits"), "one line, without its line feed");
    assertEquals(3, act.articles().size());

    byte[] lines = Reading.utf8("\n" + ON_ONE_LINE + "\r\n \r\n" + ON_ONE_LINE + "\r\n");
    Map<String, byte[]> forms = new TreeMap<>();
    forms.put("lines.jsonl", lines);
    forms.put("lines.jsonl.gz", Reading.gzip(lines));
    forms.put("pretty.json.gz", Reading.gzip(JSON));
    forms.put("marked.json", concat(new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF}, JSON));
    forms.put("acts.zip", Reading.zip(Map.of("dataset/dev/act.json", JSON)));
    forms.put("gz-in.zip", Reading.zip(Map.of("lines.jsonl.gz", Reading.gzip(lines))));
    forms.put("no-extension", JSON);
    for (Map.Entry<String, byte[]> form : forms.entrySet()) {
      Path file = Files.write(folder.resolve(form.getKey()), form.getValue());
      Reading reading = Reading.skipping(file);
      assertEquals(List.of(), reading.messages(), form.getKey());
      assertEquals(
          form.getKey().contains("lin") || form.getKey().contains("gz-in") ? 2 : 1,
          reading.acts().size(),
          form.getKey());
      reading.acts().forEach(record -> assertEquals(act, record.act(), form.getKey()));
    }
    assertEquals(
        Reading.skipping(folder).acts().stream().map(ActRecord::act).distinct().toList(),
        List.of(act));
  }

  @Test
  void uriAndConceptsAreInTheRecord() throws IOException {
    ActRecord record =
        Reading.skipping(Files.write(folder.resolve("act.json"), JSON)).acts().get(0);
    assertEquals("http://example.org/cellar/lighthouse-biscuits", record.uri());
    assertEquals(List.of("901", "17"), record.concepts());
  }

  @Test
  void sourcesNameFileLineAndEntry() throws IOException {
    Path single = Files.write(folder.resolve("act.json"), JSON);
    Path lines = Reading.write(folder.resolve("a.jsonl"), "\n" + ON_ONE_LINE + "\n" + ON_ONE_LINE);
    Path zip =
        Files.write(
            folder.resolve("acts.zip"),
            Reading.zip(
                new TreeMap<>(
                    Map.of("dev/b.json", JSON, "dev/lines.jsonl", Files.readAllBytes(lines)))));
    assertEquals(List.of(single.toString()), Reading.skipping(single).sources());
    assertEquals(List.of(lines + ":2", lines + ":3"), Reading.skipping(lines).sources());
    assertEquals(
        List.of(zip + "!/dev/b.json", zip + "!/dev/lines.jsonl:2", zip + "!/dev/lines.jsonl:3"),
        Reading.skipping(zip).sources());
  }

  @Test
  void aMainBodyMayBeOneString() throws IOException {
    Path file =
        Reading.write(folder.resolve("a.json"), "{\"celex_id\": \"x\", \"main_body\": \"All.\"}");
    assertEquals(List.of("All."), Reading.skipping(file).onlyAct().articles());
  }

  @Test
  void missingAndNullFieldsAreEmpty() throws IOException {
    Path file =
        Reading.write(
            folder.resolve("a.json"),
            "{\"celex_id\": \"x\", \"header\": \"H\", \"recitals\": null, \"other\": [1]}");
    assertEquals(
        new LegalAct("x", "", "", "H", "", List.of(), ""), Reading.skipping(file).onlyAct());
  }

  @Test
  void formexGivesTheZonesOfTheJson() throws IOException {
    LegalAct expected = Reading.skipping(Files.write(folder.resolve("a.json"), JSON)).onlyAct();
    Path formex = Files.createDirectory(folder.resolve("formex"));
    Files.write(formex.resolve("L_2031100EN.01000101.xml"), Reading.fixture("formex.xml"));
    Files.write(formex.resolve("L_2031100EN.01000201.xml"), Reading.fixture("formex-annex.xml"));
    Path manifest =
        Files.write(
            formex.resolve("L_2031100EN.01000101.doc.xml"), Reading.fixture("formex-manifest.xml"));
    Reading reading = Reading.skipping(formex);
    assertEquals(expected, reading.acts().get(0).act());
    assertEquals(1, reading.acts().size());
    assertEquals(1, reading.problems().size());
    assertEquals(ReadProblem.Kind.NOT_AN_ACT, reading.problems().get(0).kind());
    assertEquals(manifest.toString(), reading.problems().get(0).source());
  }

  @Test
  void anAnnexOfAnotherPublicationIsAnActOfItsOwn() throws IOException {
    String annex =
        new String(Reading.fixture("formex-annex.xml"), StandardCharsets.UTF_8)
            .replace("L_2031100EN", "L_2031200EN");
    Files.write(folder.resolve("a.xml"), Reading.fixture("formex.xml"));
    Reading.write(folder.resolve("b.xml"), annex);
    Reading reading = Reading.skipping(folder);
    assertEquals(List.of("32031R0901", "b"), reading.ids());
    assertEquals(
        "ANNEX\nMarks\nBiscuit Mark\nRound R\nSquare S", reading.acts().get(1).act().attachments());
    assertTrue(reading.acts().get(0).act().attachments().endsWith("p. 9."));
  }

  @Test
  void consolidatedFormexIsRead() throws IOException {
    String formex =
        """
        <CONS.ACT><INFO.CONSLEG CONSLEG.REF="2031R0901" START.DATE="20320101"/>
        <CONS.DOC><TITLE><TI><P>Regulation on biscuits</P></TI></TITLE>
        <ENACTING.TERMS><ARTICLE><TI.ART>Article 1</TI.ART><ALINEA>Text.</ALINEA></ARTICLE>
        </ENACTING.TERMS>
        <CONS.ANNEX><TITLE><TI>ANNEX I</TI></TITLE><P>Tail.</P></CONS.ANNEX></CONS.DOC></CONS.ACT>
        """;
    assertEquals(
        new LegalAct(
            "02031R0901-20320101",
            "Regulation",
            "Regulation on biscuits",
            "Regulation on biscuits",
            "",
            List.of("Text."),
            "ANNEX I\nTail."),
        Reading.skipping(Reading.write(folder.resolve("c.xml"), formex)).onlyAct());
  }

  @Test
  void modernHtmlGivesTheZonesOfTheJsonWithoutTheHeadOfThePage() throws IOException {
    LegalAct expected = Reading.skipping(Files.write(folder.resolve("a.json"), JSON)).onlyAct();
    assertEquals(
        expected,
        Reading.skipping(Files.write(folder.resolve("page"), Reading.fixture("modern.html")))
            .onlyAct());
  }

  @Test
  void htmlFromBeforeTheClassPrefixIsReadTheSameWay() throws IOException {
    String modern = new String(Reading.fixture("modern.html"), StandardCharsets.UTF_8);
    Path with = Reading.write(folder.resolve("with.html"), modern);
    Path without = Reading.write(folder.resolve("without.html"), modern.replace("\"oj-", "\""));
    assertEquals(Reading.skipping(with).onlyAct(), Reading.skipping(without).onlyAct());
  }

  @Test
  void oldHtmlGivesTheZonesOfTheJson() throws IOException {
    LegalAct expected = Reading.skipping(Files.write(folder.resolve("a.json"), JSON)).onlyAct();
    assertEquals(
        expected,
        Reading.skipping(Files.write(folder.resolve("page"), Reading.fixture("old.html")))
            .onlyAct());
  }

  @Test
  void upperCaseActsOfTheSeventiesAreDivided() throws IOException {
    String page =
        """
        <html><body><div id="TexteOnly"><txt_te>
        <p>DECISION ON TEA</p><p>THE COUNCIL OF TEA ,</p><p>HAVING REGARD TO THE POT ;</p>
        <p>WHEREAS IT IS FIVE ,</p><p>HAS DECIDED AS FOLLOWS :</p><p>SOLE ARTICLE</p>
        <p>TEA IS SERVED .</p><p>DONE AT THE TABLE , 5 MAY 1971 .</p></txt_te></div></body></html>
        """;
    assertEquals(
        new LegalAct(
            "31971D0005",
            "Decision",
            "DECISION ON TEA",
            "DECISION ON TEA\nTHE COUNCIL OF TEA",
            "HAVING REGARD TO THE POT ;\nWHEREAS IT IS FIVE ,",
            List.of("TEA IS SERVED ."),
            "DONE AT THE TABLE , 5 MAY 1971 ."),
        Reading.skipping(Reading.write(folder.resolve("CELEX_31971D0005_EN_TXT.html"), page))
            .onlyAct());
  }

  @Test
  void latin1HtmlIsReadAsItDeclares() throws IOException {
    String page =
        "<html><head><meta http-equiv='Content-Type' content='text/html; charset=ISO-8859-1'>"
            + "</head><body><p>Whereas caf\u00e9 is \u2018good\u2019,</p></body></html>";
    Path file = Files.write(folder.resolve("p.html"), page.getBytes("windows-1252"));
    assertEquals(
        "Whereas caf\u00e9 is \u2018good\u2019,", Reading.skipping(file).onlyAct().recitals());
  }

  @Test
  void everyFormIsUnderstoodUnderTheTurkishLocale() throws IOException {
    List<String> names = List.of("32031R0901.json", "formex.xml", "modern.html", "old.html");
    for (String name : names) {
      Files.write(folder.resolve(name), Reading.fixture(name));
    }
    List<ActRecord> expected = Reading.skipping(folder).acts();
    Locale before = Locale.getDefault();
    Locale.setDefault(new Locale("tr", "TR"));
    try {
      assertEquals(names.size(), expected.size());
      assertEquals(expected, Reading.skipping(folder).acts());
    } finally {
      Locale.setDefault(before);
    }
  }

  private static byte[] concat(byte[] a, byte[] b) {
    byte[] all = new byte[a.length + b.length];
    System.arraycopy(a, 0, all, 0, a.length);
    System.arraycopy(b, 0, all, a.length, b.length);
    return all;
  }
}
