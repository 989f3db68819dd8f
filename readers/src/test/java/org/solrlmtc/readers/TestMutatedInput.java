package org.solrlmtc.readers;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.core.thesaurus.ThesaurusException;
import org.solrlmtc.fixtures.Mutator;
import org.solrlmtc.readers.act.ActStream;
import org.solrlmtc.readers.act.DamagePolicy;
import org.solrlmtc.readers.thesaurus.Thesauri;

/**
 * Mutated acts and thesauri of every format. An act is read or reported, a thesaurus is read or
 * refused with a {@link ThesaurusException}; nothing else is thrown, and nothing hangs. {@code
 * -Pfuzz} reads many more cases than the build.
 */
class TestMutatedInput {
  private static final int CASES = Integer.getInteger("fuzz.cases", 100);
  private static final Duration HANG = Duration.ofMinutes(1);
  private static final long MAX_CPU_NANOS = Duration.ofSeconds(5).toNanos();

  private static final List<String> PIECES =
      List.of(
          "<",
          "</",
          "<!--",
          "<![CDATA[",
          "<!DOCTYPE html>",
          "&#0;",
          "&amp;",
          "<h1><div>",
          "<table><tr><td>",
          "<p>ELI: ",
          "<LIST><YEAR>",
          "<NO.DOC>",
          "<NOTE>",
          "<ANNEX>",
          "{",
          "[",
          "\"",
          "\\u00",
          "1e99999",
          "( . ) ",
          "( ",
          "[ ",
          "\"\"\"",
          "@prefix : <x> .\n",
          " ; ",
          "<x> <y> <z> .\n",
          "\t",
          "\n",
          "\r",
          "\u0000",
          "\uFEFF",
          "\u00e9");

  private static final String TURTLE =
      """
      @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
      @prefix ev: <http://eurovoc.europa.eu/> .
      ev:100141 a skos:ConceptScheme ; skos:prefLabel "EuroVoc"@en .
      ev:1 a skos:Concept ; skos:inScheme ev:100141 ; skos:broader ev:2 ;
        skos:prefLabel "anarchism"@en , "anarchisme"@fr ; skos:member ( ev:1 ev:2 [ ] "x" 1 ) .
      ev:2 a skos:Concept ; skos:inScheme ev:100141 ; skos:prefLabel "ideology"@en .
      """;

  private static final String RDF_XML =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
          xmlns:skos="http://www.w3.org/2004/02/skos/core#">
        <skos:Concept rdf:about="http://x/1">
          <skos:prefLabel xml:lang="en">idea</skos:prefLabel>
          <skos:broader rdf:resource="http://x/2"/>
        </skos:Concept>
        <skos:Concept rdf:about="http://x/2"><skos:prefLabel xml:lang="en">thought</skos:prefLabel>
        </skos:Concept>
      </rdf:RDF>
      """;

  private static final String DATASET =
      """
      {"1": {"label": "milk", "alt_labels": ["cow's milk"], "parents": ["2"]},
       "2": {"label": "food", "alt_labels": [], "parents": []}}
      """;

  @TempDir Path folder;

  private interface Reading {
    void read(Path file) throws IOException;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "32031R0901.json",
        "acts.jsonl",
        "acts.jsonl.gz",
        "acts.zip",
        "formex.xml",
        "formex-annex.xml",
        "modern.html",
        "old.html"
      })
  void aMutatedActIsReadOrReported(String name) throws IOException {
    fuzz(name, seedAct(name), TestMutatedInput::readActs);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x.ttl", "x.rdf", "x.json", "x.tsv", "x.ttl.gz"})
  void aMutatedThesaurusIsReadOrRefused(String name) throws IOException {
    fuzz(name, seedThesaurus(name), TestMutatedInput::readThesaurus);
  }

  private void fuzz(String name, byte[] seed, Reading reading) throws IOException {
    Path file = Files.write(folder.resolve(name), seed);
    reading.read(file);
    for (int i = 0; i < CASES; i++) {
      byte[] mutated = new Mutator(i, PIECES).mutate(seed);
      Files.write(file, mutated);
      String mutation = "mutation " + i + " of " + name;
      try {
        long nanos =
            assertTimeoutPreemptively(
                HANG,
                () -> {
                  reading.read(file);
                  return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                },
                mutation);
        assertTrue(nanos < MAX_CPU_NANOS, mutation + " took " + nanos / 1_000_000 + " ms");
      } catch (RuntimeException e) {
        throw new AssertionError(mutation, e);
      }
    }
  }

  private static void readActs(Path file) throws IOException {
    try (ActStream acts = ActStream.open(List.of(file), DamagePolicy.skip(problem -> {}))) {
      acts.forEachRemaining(act -> {});
      assertTrue(acts.delivered() + acts.damaged() + acts.notActs() > 0, "nothing is reported");
    }
  }

  private static void readThesaurus(Path file) {
    try {
      Thesauri.read(file, "en");
    } catch (ThesaurusException e) {
      assertTrue(e.getMessage().startsWith(file.toString()), e.getMessage());
    }
  }

  private static byte[] seedAct(String name) throws IOException {
    byte[] json = fixture("32031R0901.json");
    String line = new String(json, StandardCharsets.UTF_8).replaceAll("\\s+", " ") + "\n";
    return switch (name) {
      case "acts.jsonl" -> line.repeat(3).getBytes(StandardCharsets.UTF_8);
      case "acts.jsonl.gz" -> gzip(line.repeat(3));
      case "acts.zip" -> zip("a.json", json, "b.html", fixture("old.html"));
      default -> fixture(name);
    };
  }

  private byte[] seedThesaurus(String name) throws IOException {
    return switch (name) {
      case "x.ttl" -> TURTLE.getBytes(StandardCharsets.UTF_8);
      case "x.rdf" -> RDF_XML.getBytes(StandardCharsets.UTF_8);
      case "x.json" -> DATASET.getBytes(StandardCharsets.UTF_8);
      case "x.ttl.gz" -> gzip(TURTLE);
      default -> compact();
    };
  }

  private byte[] compact() throws IOException {
    Path turtle = Files.writeString(folder.resolve("seed.ttl"), TURTLE);
    Path target = folder.resolve("seed.tsv");
    Thesauri.convert(List.of(turtle), "en", target);
    return Files.readAllBytes(target);
  }

  private static byte[] fixture(String name) throws IOException {
    try (InputStream in = TestMutatedInput.class.getResourceAsStream("/acts/" + name)) {
      return in.readAllBytes();
    }
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static byte[] zip(String name, byte[] content, String other, byte[] otherContent)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(bytes)) {
      out.putNextEntry(new ZipEntry(name));
      out.write(content);
      out.putNextEntry(new ZipEntry(other));
      out.write(otherContent);
    }
    return bytes.toByteArray();
  }
}
