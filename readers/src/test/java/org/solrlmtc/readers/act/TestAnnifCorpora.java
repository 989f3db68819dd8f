package org.solrlmtc.readers.act;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.readers.act.source.ReadLimits;
import org.solrlmtc.readers.act.source.ReadProblem;

/** Corpora as Annif's users have them. */
class TestAnnifCorpora {
  private static final String TSV =
      "Tea in winter\t<http://example.org/onto/p1> <http://example.org/onto/p2>\n\nMilk\t\n";

  @TempDir Path folder;

  @Test
  void eachLineOfATsvIsATextWithItsSubjects() throws IOException {
    Reading plain = Reading.skipping(Reading.write(folder.resolve("docs.tsv"), TSV));
    assertEquals(List.of(), plain.messages());
    assertEquals(List.of("docs-1", "docs-3"), plain.ids());
    assertEquals(List.of("p1", "p2"), plain.acts().get(0).concepts());
    assertEquals("Tea in winter", plain.acts().get(0).act().header());
    assertEquals(List.of(), plain.acts().get(1).concepts());
    Path packed = Files.write(folder.resolve("docs.tsv.gz"), Reading.gzip(Reading.utf8(TSV)));
    assertEquals(
        plain.acts().stream().map(ActRecord::act).toList(),
        Reading.skipping(packed).acts().stream().map(ActRecord::act).toList());
  }

  @Test
  void aLineWithoutATabIsReportedAndTheOthersAreRead() throws IOException {
    Path file =
        Reading.write(
            folder.resolve("docs.tsv"), "no subjects\nTea\t<http://e.org/p1>\nMilk\tno address\n");
    Reading reading = Reading.skipping(file);
    assertEquals(List.of("docs-2"), reading.ids());
    assertEquals(
        List.of(
            file + ":1: the line must be a text, a tab, and the addresses of its subjects in <>",
            file + ":3: the line must be a text, a tab, and the addresses of its subjects in <>"),
        reading.messages());
  }

  @Test
  void eachRowOfACsvIsATextWithItsSubjects() throws IOException {
    Path file =
        Reading.write(
            folder.resolve("docs.csv"),
            "subject_uris,text,document_id\r\n<http://e.org/p1>,\"Tea, with \"\"milk\"\"\nand"
                + " sugar\",\r\nhttp://e.org/p2 http://e.org/p3,Milk,own\r\n");
    Reading reading = Reading.skipping(file);
    assertEquals(List.of(), reading.messages());
    assertEquals(List.of("docs-1", "own"), reading.ids());
    assertEquals("Tea, with \"milk\"\nand sugar", reading.acts().get(0).act().header());
    assertEquals(List.of("p2", "p3"), reading.acts().get(1).concepts());
  }

  @Test
  void anUnclosedQuotationMarkInACsvIsBoundedAndReported() throws IOException {
    Path file =
        Reading.write(
            folder.resolve("docs.csv"),
            "text,subject_uris\nTea,<http://e.org/p1>\n\"" + "x".repeat(100_000));
    Reading reading = Reading.skipping(new ReadLimits(10_000, 10, 200), file);
    assertEquals(List.of("docs-1"), reading.ids());
    assertEquals(1, reading.problems().size());
    assertTrue(reading.messages().get(0).contains("invalid CSV, not read further"));
    assertEquals(ReadProblem.Kind.DAMAGED, reading.problems().get(0).kind());
  }

  @Test
  void jsonLinesAreRead() throws IOException {
    Path file =
        Reading.write(
            folder.resolve("docs.jsonl"),
            """
            {"text": "Tea", "subjects": [{"uri": "http://example.org/onto/p1", "label": "tea"}]}
            {"text": "Milk", "document_id": "own", "subjects": []}
            {"text": "Cup", "subjects": [{"label": "cup"}]}
            {"text": "Pot", "subjects": [{}]}
            """);
    Reading reading = Reading.skipping(file);
    assertEquals(List.of("docs-1", "own", "docs-3"), reading.ids());
    assertEquals(List.of("p1"), reading.acts().get(0).concepts());
    assertEquals(
        List.of(
            file
                + ":3: the subjects [cup] have names only: put their vocabulary as subjects.tsv or"
                + " subjects.csv into the folder, or give their addresses",
            file + ":4: a subject must have a string 'uri' or 'label'"),
        reading.messages());
    Reading.write(folder.resolve("subjects.tsv"), "<http://example.org/onto/p9>\tcup\n");
    assertEquals(List.of("p9"), Reading.skipping(file).acts().get(2).concepts());
  }

  @Test
  void aFolderOfTextsHasItsSubjectsByAddressOrByName() throws IOException {
    Path texts = Files.createDirectory(folder.resolve("texts"));
    Reading.write(texts.resolve("a.txt"), "Tea\n\nHot.");
    Reading.write(texts.resolve("a.tsv"), "<http://example.org/onto/p1>\ttea\n");
    Reading.write(texts.resolve("a.key"), "ignored, the addresses are better\n");
    Reading.write(texts.resolve("b.txt"), "Milk\n\nCold.");
    Path names = Reading.write(texts.resolve("b.key"), "milk\nunicorn\n");
    Reading.write(texts.resolve("c.txt"), "Cup");
    Path vocabulary =
        Reading.write(
            folder.resolve("subjects.csv"),
            "uri,notation,label_en,label_fr\nhttp://example.org/onto/p2,,milk,lait\n");
    Reading reading = Reading.skipping(texts);
    assertEquals(List.of("a", "b", "c"), reading.ids());
    assertEquals(List.of("p1"), reading.acts().get(0).concepts());
    assertEquals(List.of("p2"), reading.acts().get(1).concepts());
    assertEquals(List.of(), reading.acts().get(2).concepts());
    assertEquals(
        List.of(
            names
                + ": the vocabulary "
                + vocabulary.toAbsolutePath()
                + " lacks the subjects [unicorn]"),
        reading.messages());
  }

  @Test
  void subjectsWithoutTheirTextAreReported() throws IOException {
    Reading.write(folder.resolve("a.txt"), "Tea");
    Path alone = Reading.write(folder.resolve("b.key"), "milk");
    Path vocabulary = Reading.write(folder.resolve("subjects.tsv"), "<http://e.org/p1>\ttea\n");
    Reading reading = Reading.skipping(folder);
    assertEquals(List.of("a"), reading.ids());
    assertEquals(
        List.of(alone.toString(), vocabulary.toString()),
        reading.problems().stream().map(ReadProblem::source).toList());
    assertEquals(
        List.of(ReadProblem.Kind.NOT_AN_ACT, ReadProblem.Kind.NOT_AN_ACT),
        reading.problems().stream().map(ReadProblem::kind).toList());
  }

  @Test
  void inAZipTextsAreReadAndFilesOfSubjectsAreReported() throws IOException {
    Path zip =
        Files.write(
            folder.resolve("a.zip"),
            Reading.zip(Map.of("t/a.txt", Reading.utf8("Tea"), "t/a.key", Reading.utf8("tea\n"))));
    Reading reading = Reading.skipping(zip);
    assertEquals(List.of("a"), reading.ids());
    assertEquals(
        List.of(zip + "!/t/a.key"), reading.problems().stream().map(ReadProblem::source).toList());
  }
}
