package org.solrlmtc.readers.thesaurus;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.core.thesaurus.ThesaurusException;

class TestThesauri {
  private static final String TURTLE =
      """
      @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
      <http://x/1> a skos:Concept ; skos:prefLabel "I am title"@EN , "istituzione"@IT .
      """;
  private static final String XML =
      """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
          xmlns="http://www.w3.org/2004/02/skos/core#">
        <Concept rdf:about="http://x/1"><prefLabel xml:lang="en">I am title</prefLabel></Concept>
      </rdf:RDF>
      """;
  private static final String JSON =
      "{\"1\": {\"label\": \"I am title\", \"alt_labels\": [], \"parents\": []}}";
  private static final String TSV =
      "lmtc-thesaurus\t1\n"
          + "language\ten\n"
          + "version\tunknown\n"
          + "source\tx\n"
          + "concept\t1\t\t\tI am title\n"
          + "end\t1\n";

  @TempDir private Path folder;

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private static String refusal(Path file, String language) {
    String message =
        assertThrows(ThesaurusException.class, () -> Thesauri.read(file, language)).getMessage();
    assertTrue(message.startsWith(file + ": "), message);
    return message.substring(file.toString().length() + 2);
  }

  @Test
  void theFormIsDetectedFromTheContentNotTheName() throws IOException {
    List<String> contents =
        List.of(
            TURTLE,
            "# comment\n" + TURTLE,
            TURTLE.replace("@prefix", "PREFIX").replace("core#> .", "core#>"),
            "<http://x/1> a <http://www.w3.org/2004/02/skos/core#Concept> ;"
                + " <http://www.w3.org/2004/02/skos/core#prefLabel> \"I am title\"@en .",
            XML,
            "<?xml version=\"1.0\"?>\n" + XML,
            "\uFEFF" + XML,
            "<!-- comment -->\n" + XML,
            JSON,
            "\n " + JSON,
            TSV);
    for (String content : contents) {
      Thesaurus thesaurus = Thesauri.read(file("any.txt", content), "en").thesaurus();
      assertEquals("I am title", thesaurus.concept("1").orElseThrow().descriptor(), content);
    }
  }

  @Test
  void packedFilesAreUnpacked() throws IOException {
    for (String content : List.of(TURTLE, XML, JSON, TSV)) {
      Path gzip = folder.resolve("gzip");
      try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(gzip))) {
        out.write(content.getBytes(StandardCharsets.UTF_8));
      }
      assertEquals(1, Thesauri.read(gzip, "en").thesaurus().concepts().size());
      Path zip = zip("folder/", "folder/x", content);
      assertEquals(1, Thesauri.read(zip, "en").thesaurus().concepts().size());
    }
  }

  private Path zip(String... namesAndContent) throws IOException {
    Path zip = folder.resolve("zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      String content = namesAndContent[namesAndContent.length - 1];
      for (String name : Arrays.copyOf(namesAndContent, namesAndContent.length - 1)) {
        out.putNextEntry(new ZipEntry(name));
        if (!name.endsWith("/")) {
          out.write(content.getBytes(StandardCharsets.UTF_8));
        }
      }
    }
    return zip;
  }

  @Test
  void aZipOfSeveralFilesIsRefused() throws IOException {
    assertEquals(
        "a zip must hold exactly one file, the thesaurus; unpack it and name the file to read",
        refusal(zip("a", "b", TURTLE), "en"));
  }

  @Test
  void packedFilesCutShortAreRefused() throws IOException {
    Path whole = folder.resolve("x.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(whole))) {
      out.write(TSV.getBytes(StandardCharsets.UTF_8));
    }
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = folder.resolve("cut.gz");
    Files.write(cut, Arrays.copyOf(bytes, bytes.length / 2));
    assertEquals("the file is cut short; fetch it again", refusal(cut, "en"));
    byte[] zip = Files.readAllBytes(zip("x", TURTLE));
    Files.write(cut, Arrays.copyOf(zip, zip.length / 2));
    assertTrue(refusal(cut, "en").startsWith("the packed file is damaged ("));
  }

  @Test
  void aSmallPackedFileThatFillsTheMemoryIsRefused() throws IOException {
    Path bomb = folder.resolve("bomb.gz");
    byte[] zeros = new byte[1 << 20];
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(bomb))) {
      out.write("lmtc-thesaurus\t1\n".getBytes(StandardCharsets.UTF_8));
      for (int i = 0; i < 64; i++) {
        out.write(zeros);
      }
    }
    assertEquals(
        "it is longer than 64 MB unpacked, more than any thesaurus needs", refusal(bomb, "en"));
  }

  @Test
  void whatIsNoThesaurusIsRefused() throws IOException {
    for (String content : List.of("", "hello", "a,b,c", "\0\1")) {
      assertTrue(
          refusal(file("x", content), "en")
              .startsWith("the content is not a thesaurus in a known form"));
    }
    assertEquals("there is no such file", refusal(folder.resolve("missing"), "en"));
  }

  @Test
  void theCompactFormMustBeInTheLanguageAskedFor() throws IOException {
    assertEquals(
        "its names are in 'en', not in 'fr'; convert EuroVoc's SKOS file to get that language",
        refusal(file("x.tsv", TSV), "fr"));
    assertTrue(
        refusal(file("x.json", JSON), "Klingon").contains("'klingon' is not a language tag"));
  }

  @Test
  void theLocaleOfTheMachineDoesNotMatter() throws IOException {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("tr-TR"));
    try {
      Path skos = file("x.ttl", TURTLE);
      assertEquals(
          "istituzione",
          Thesauri.read(skos, "IT").thesaurus().concept("1").orElseThrow().descriptor());
      Path target = folder.resolve("out.tsv");
      Thesauri.convert(List.of(skos), "EN", target);
      assertEquals(TSV.replace("source\tx", "source\tx.ttl"), Files.readString(target));
      assertTrue(
          refusal(file("x.rdf", "<!DOCTYPE x [<!ENTITY a \"b\">]>" + XML), "en")
              .contains("it has a DOCTYPE"));
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void convertingJoinsTwoFilesAndGivesTheSameBytesAgain() throws IOException {
    Path structure = file("new.json", TestDatasetThesaurusReader.EDITION);
    Path names = file("old.json", TestDatasetThesaurusReader.DATASET);
    Path target = folder.resolve("out.tsv");
    LoadedThesaurus loaded = Thesauri.convert(List.of(structure, names), "en", target);
    assertEquals("trade", loaded.thesaurus().concept("1").orElseThrow().descriptor());
    byte[] written = Files.readAllBytes(target);
    Path again = folder.resolve("again.tsv");
    Thesauri.convert(List.of(target), "en", again);
    assertArrayEquals(written, Files.readAllBytes(again));
  }

  @Test
  void convertingTakesOneOrTwoFiles() throws IOException {
    Path file = file("x.json", JSON);
    for (List<Path> files : List.of(List.<Path>of(), List.of(file, file, file))) {
      ThesaurusException e =
          assertThrows(
              ThesaurusException.class,
              () -> Thesauri.convert(files, "en", folder.resolve("out.tsv")));
      assertTrue(e.getMessage().startsWith("give one thesaurus file, or two"), e.getMessage());
    }
  }
}
