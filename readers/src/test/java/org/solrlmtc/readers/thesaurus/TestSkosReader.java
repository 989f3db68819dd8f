package org.solrlmtc.readers.thesaurus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Domain;
import org.solrlmtc.core.thesaurus.Edition;
import org.solrlmtc.core.thesaurus.Microthesaurus;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.core.thesaurus.ThesaurusException;
import org.solrlmtc.core.thesaurus.ThesaurusTsv;

class TestSkosReader {
  private static final String PREFIXES =
      """
      @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
      @prefix skosxl: <http://www.w3.org/2008/05/skos-xl#> .
      @prefix owl: <http://www.w3.org/2002/07/owl#> .
      @prefix dct: <http://purl.org/dc/terms/> .
      @prefix eu: <http://eurovoc.europa.eu/schema#> .
      @prefix euvoc: <http://publications.europa.eu/ontology/euvoc#> .
      @prefix status: <http://publications.europa.eu/resource/authority/concept-status/> .
      @prefix ev: <http://eurovoc.europa.eu/> .
      @prefix ex: <https://example.org/voc/> .
      """;

  /** The shape of the plain SKOS publication: domains are concepts, and nothing links to them. */
  private static final String PLAIN_EUROVOC =
      PREFIXES
          + """
          ev:100141 a skos:ConceptScheme ; owl:versionInfo "4.12" ; skos:prefLabel "EuroVoc"@en .
          ev:domains a skos:ConceptScheme ; skos:prefLabel "Eurovoc domains"@en .
          ev:100142 a skos:Concept ; skos:inScheme ev:domains ; skos:topConceptOf ev:domains ;
            skos:notation "04" ; skos:prefLabel "04 POLITICS"@en , "04 VIE POLITIQUE"@fr .
          ev:100163 a skos:ConceptScheme ; skos:notation "0406" ;
            skos:prefLabel "0406 political framework"@en , "0406 cadre politique"@fr ;
            skos:hasTopConcept ev:2 .
          ev:1 a skos:Concept ; skos:inScheme ev:100141 , ev:100163 ; skos:broader ev:2 ;
            skos:prefLabel "anarchism"@en , "anarchisme"@fr , "Translation expected"@ga ;
            skos:altLabel "libertarianism"@en , "libertaire"@fr .
          ev:2 a skos:Concept ; skos:inScheme ev:100141 ; skos:narrower ev:c_3 ;
            skos:prefLabel "political\u00a0ideology"@en , "doctrine politique"@fr , "idé-eolaíocht"@ga .
          ev:c_3 a skos:Concept ; skos:inScheme ev:100141 , ev:100163 ;
            skos:prefLabel "communism"@en .
          ev:4 a skos:Concept ; skos:inScheme ev:100141 ; skos:prefLabel "left"@en , "parti"@fr .
          """;

  private static final String XML =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
          xmlns:skos="http://www.w3.org/2004/02/skos/core#">
        <skos:Concept rdf:about="http://x/1">
          <skos:prefLabel xml:lang="en">idea</skos:prefLabel>
        </skos:Concept>
      </rdf:RDF>
      """;

  private static final Thesaurus POLITICS =
      new Thesaurus(
          new Edition("en", "4.12", "x.ttl"),
          List.of(new Domain("100142", "04", "POLITICS")),
          List.of(new Microthesaurus("100163", "0406", "political framework", "100142")),
          List.of(
              concept("1", "anarchism", List.of("libertarianism"), "2"),
              concept("2", "political ideology", List.of()),
              concept("c_3", "communism", List.of(), "2"),
              new Concept("4", "left", List.of(), List.of(), List.of(), true)));

  @TempDir private Path folder;

  private static Concept concept(String id, String name, List<String> others, String... broader) {
    return new Concept(id, name, others, List.of(broader), List.of("100163"), false);
  }

  private LoadedThesaurus read(String name, String content, String language) throws IOException {
    return Thesauri.read(Files.writeString(folder.resolve(name), content), language);
  }

  private String refusal(String name, String content) throws IOException {
    Path file = Files.writeString(folder.resolve(name), content);
    String message =
        assertThrows(ThesaurusException.class, () -> Thesauri.read(file, "en")).getMessage();
    assertTrue(message.startsWith(file + ": "), message);
    return message.substring(file.toString().length() + 2);
  }

  private static void assertSame(Thesaurus expected, Thesaurus actual) {
    assertEquals(ThesaurusTsv.toText(expected), ThesaurusTsv.toText(actual));
  }

  @Test
  void readsEuroVocAsPlainSkos() throws IOException {
    LoadedThesaurus loaded = read("x.ttl", PLAIN_EUROVOC, "en");
    assertSame(POLITICS, loaded.thesaurus());
    assertEquals(List.of(), loaded.notes());
  }

  @Test
  void readsEuroVocWithItsOwnClassesAndLabelObjects() throws IOException {
    String content =
        PREFIXES
            + """
            ev:1 skosxl:prefLabel ev:l1 , ev:l2 ; skosxl:altLabel ev:l3 , [ skosxl:literalForm "libre"@fr ] ;
              a eu:ThesaurusConcept , skos:Concept ; skos:inScheme ev:100141 , ev:100163 ; skos:broader ev:2 ;
              euvoc:status status:CURRENT .
            ev:l1 a skosxl:Label ; skosxl:literalForm "anarchism"@en ; euvoc:status status:DEPRECATED .
            ev:l2 a skosxl:Label ; skosxl:literalForm "anarchisme"@fr .
            ev:l3 a skosxl:Label ; skosxl:literalForm "libertarianism"@en .
            ev:2 a skos:Concept ; skos:inScheme ev:100141 , ev:100163 ; skos:prefLabel "political ideology"@en ;
              dct:identifier "2" ; skos:notation "2" .
            ev:c_3 a eu:Country ; skos:topConceptOf ev:100163 ; skos:broader ev:2 ;
              skosxl:prefLabel [ a skosxl:Label ; skosxl:literalForm "communism"@en ] .
            ev:4 a skos:Concept ; skos:inScheme ev:100141 ; skos:prefLabel "left"@en ; owl:deprecated true .
            ev:100163 a eu:MicroThesaurus , skos:ConceptScheme ; dct:identifier "100163" ;
              eu:domain ev:100142 ; skos:prefLabel "0406 political framework"@en .
            ev:domains a eu:MicroThesaurus , skos:ConceptScheme ; skos:prefLabel "Eurovoc domains"@en .
            ev:candidates a skos:ConceptScheme ; skos:prefLabel "Candidates"@en .
            ev:100142 a eu:Domain , euvoc:DomainEurovoc , eu:ThesaurusConcept , skos:Concept ;
              skos:inScheme ev:domains ; skos:prefLabel "04 POLITICS"@en .
            ev:100141 a eu:Thesaurus , skos:ConceptScheme ; owl:versionInfo "4.12" ; skos:prefLabel "EuroVoc"@en .
            """;
    LoadedThesaurus loaded = read("x.ttl", content, "en");
    assertSame(POLITICS, loaded.thesaurus());
    assertEquals(List.of(), loaded.notes());
  }

  @Test
  void statedDomainsAndStatusesCount() throws IOException {
    String content =
        PREFIXES
            + """
            ev:9 a eu:Domain ; skos:prefLabel "08 INTERNATIONAL"@en .
            ev:8 a eu:Domain ; skos:prefLabel "04 POLITICS"@en .
            ev:7 a skos:ConceptScheme ; skos:prefLabel "0406 framework"@en ; dct:subject ev:9 .
            ev:1 a skos:Concept ; skos:inScheme ev:7 ; skos:prefLabel "one"@en ; euvoc:status status:DEPRECATED .
            ev:2 a skos:Concept ; skos:inScheme ev:7 ; skos:prefLabel "two"@en ; owl:deprecated false .
            """;
    Thesaurus thesaurus = read("x.ttl", content, "en").thesaurus();
    assertEquals("9", thesaurus.microthesaurus("7").orElseThrow().domain());
    assertTrue(thesaurus.concept("1").orElseThrow().deprecated());
    assertTrue(!thesaurus.concept("2").orElseThrow().deprecated());
  }

  @Test
  void anotherLanguageFallsBackToEnglishWithANote() throws IOException {
    LoadedThesaurus loaded = read("x.ttl", PLAIN_EUROVOC, "FR");
    Thesaurus thesaurus = loaded.thesaurus();
    assertEquals("fr", thesaurus.edition().language());
    assertEquals("VIE POLITIQUE", thesaurus.domain("100142").orElseThrow().label());
    assertEquals(
        new Concept(
            "1", "anarchisme", List.of("libertaire"), List.of("2"), List.of("100163"), false),
        thesaurus.concept("1").orElseThrow());
    assertEquals("communism", thesaurus.concept("c_3").orElseThrow().descriptor());
    assertEquals(
        List.of(
            "concepts without a name in 'fr', under their English one: 1, such as"
                + " http://eurovoc.europa.eu/c_3"),
        loaded.notes());
  }

  @Test
  void aPlaceholderIsNoName() throws IOException {
    LoadedThesaurus loaded = read("x.ttl", PLAIN_EUROVOC, "ga");
    assertEquals("anarchism", loaded.thesaurus().concept("1").orElseThrow().descriptor());
  }

  @Test
  void aLanguageTheFileDoesNotHaveIsRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("x.ttl"), PLAIN_EUROVOC);
    ThesaurusException e = assertThrows(ThesaurusException.class, () -> Thesauri.read(file, "xx"));
    assertEquals(file + ": it has no names in 'xx'; its names are in en, fr, ga", e.getMessage());
  }

  @Test
  void namesPreferTheExactLanguageOverVariantsAndUntagged() throws IOException {
    String content =
        PREFIXES
            + """
            ex:a a skos:Concept ; skos:prefLabel "untagged" , "lorry"@en-GB , "truck"@EN , "camion"@fr .
            ex:b a skos:Concept ; skos:prefLabel "untagged" , "lift"@en-GB .
            ex:c a skos:Concept ; skos:prefLabel "first"@en , "second"@en .
            ex:d a skos:Concept ; skos:prefLabel "seul"@fr .
            [] a skos:Concept ; skos:prefLabel "anonymous"@en .
            """;
    LoadedThesaurus loaded = read("x.ttl", content, "en");
    assertEquals(
        List.of("truck", "lift", "first"),
        loaded.thesaurus().concepts().stream().map(Concept::descriptor).toList());
    assertEquals(
        List.of("second"), loaded.thesaurus().concept("c").orElseThrow().alternativeNames());
    assertEquals(
        List.of(
            "concepts without an address to take an id from, left out: 1",
            "concepts without a name in 'en' or English, left out: 1, such as"
                + " https://example.org/voc/d"),
        loaded.notes());
  }

  @Test
  void otherVocabulariesLoadWithSchemesAsMicrothesauri() throws IOException {
    String content =
        PREFIXES
            + """
            ex:animals a skos:ConceptScheme ; dct:title "Animals"@en .
            ex:plants a skos:ConceptScheme ; skos:notation "P" ; skos:prefLabel "2020 Plants"@en .
            <urn:x:cat> a skos:Concept ; skos:topConceptOf ex:animals ; skos:prefLabel "cat"@en .
            <https://example.org/voc#grass> a skos:Concept ; skos:inScheme ex:plants , ex:elsewhere ;
              skos:broader ex:unknown ; skos:prefLabel "grass"@en .
            <https://example.org/voc/moss/> a skos:Concept ; skos:prefLabel "moss"@en .
            """;
    LoadedThesaurus loaded = read("x.ttl", content, "en");
    Thesaurus thesaurus = loaded.thesaurus();
    assertEquals(
        List.of(
            new Microthesaurus("animals", "animals", "Animals", ""),
            new Microthesaurus("plants", "P", "2020 Plants", "")),
        List.copyOf(thesaurus.microthesauri()));
    assertEquals(
        List.of(
            new Concept("cat", "cat", List.of(), List.of(), List.of("animals"), false),
            new Concept("grass", "grass", List.of(), List.of(), List.of("plants"), false),
            new Concept("moss", "moss", List.of(), List.of(), List.of(), false)),
        List.copyOf(thesaurus.concepts()));
    assertEquals(
        List.of(
            "dropped references to an unknown broader concept: 1, such as grass ->"
                + " https://example.org/voc/unknown",
            "dropped references to an unknown scheme: 1, such as grass ->"
                + " https://example.org/voc/elsewhere"),
        loaded.notes());
  }

  @Test
  void aSingleSchemeIsNoMicrothesaurus() throws IOException {
    String content =
        PREFIXES
            + """
            ex:all a skos:ConceptScheme ; owl:versionInfo "7" ; skos:prefLabel "All"@en .
            ex:a a skos:Concept ; skos:inScheme ex:all ; skos:prefLabel "a"@en .
            """;
    LoadedThesaurus loaded = read("x.ttl", content, "en");
    assertEquals(List.of(), List.copyOf(loaded.thesaurus().microthesauri()));
    assertEquals("7", loaded.thesaurus().edition().version());
    assertEquals(List.of(), loaded.notes());
  }

  @Test
  void addressesWithTheSameEndStayWhole() throws IOException {
    String content =
        PREFIXES
            + """
            <http://a.org/x> a skos:Concept ; skos:prefLabel "one"@en ; skos:broader <http://b.org/x> .
            <http://b.org/x> a skos:Concept ; skos:prefLabel "two"@en .
            <http://b.org/y> a skos:Concept ; skos:prefLabel "three"@en ; skos:broader <http://a.org/x> .
            """;
    LoadedThesaurus loaded = read("x.ttl", content, "en");
    assertEquals(
        List.of("http://a.org/x", "http://b.org/x", "y"),
        loaded.thesaurus().concepts().stream().map(Concept::id).toList());
    assertEquals(
        List.of("http://a.org/x"), loaded.thesaurus().concept("y").orElseThrow().broader());
    assertEquals(1, loaded.notes().size());
  }

  @Test
  void aCycleIsShown() throws IOException {
    String message = refusal("x.ttl", PLAIN_EUROVOC + "ev:2 skos:broader ev:1 .");
    assertTrue(message.contains("2 > 1 > 2"), message);
  }

  @Test
  void aFileWithoutConceptsIsRefused() throws IOException {
    assertEquals("it describes no skos:Concept", refusal("x.ttl", PREFIXES));
  }

  @Test
  void brokenRdfIsRefusedWithTheLine() throws IOException {
    String turtle = refusal("x.ttl", PLAIN_EUROVOC.replace("ev:c_3 a", "ev:c_3 ;; a"));
    assertEquals(
        "line 22: it is not well-formed RDF: Expected an RDF value here, found ';'", turtle);
    String xml =
        refusal(
            "x.rdf",
            """
            <?xml version="1.0"?>
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description>
            </rdf:RDF>
            """);
    assertTrue(xml.startsWith("line 4: it is not well-formed RDF: "), xml);
  }

  @Test
  void turtleThatIsNotUtf8IsRefused() throws IOException {
    Path file = folder.resolve("x.ttl");
    Files.write(file, PLAIN_EUROVOC.getBytes(StandardCharsets.ISO_8859_1));
    ThesaurusException e = assertThrows(ThesaurusException.class, () -> Thesauri.read(file, "en"));
    assertEquals(file + ": it is not UTF-8; save it in that encoding", e.getMessage());
  }

  @Test
  void xmlThatIsNotInItsEncodingIsRefused() throws IOException {
    Path file = folder.resolve("x.rdf");
    Files.write(file, XML.replace("idea", "id\u00e9e").getBytes(StandardCharsets.ISO_8859_1));
    ThesaurusException e = assertThrows(ThesaurusException.class, () -> Thesauri.read(file, "en"));
    assertTrue(
        e.getMessage().startsWith(file + ": line 5: it is not well-formed RDF: "), e.getMessage());
  }

  @Test
  void xmlCutAnywhereIsRefused() throws IOException {
    String complete = XML.strip();
    for (int length = 60; length < complete.length(); length++) {
      String message = refusal("x.rdf", complete.substring(0, length));
      assertTrue(message.contains("it is not well-formed RDF: "), message);
    }
  }

  @Test
  void anExternalEntityIsRefused() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "secret words");
    String message =
        refusal(
            "x.rdf",
            """
            <?xml version="1.0"?>
            <!DOCTYPE rdf:RDF [<!ENTITY xxe SYSTEM "SECRET">]>
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
                xmlns:skos="http://www.w3.org/2004/02/skos/core#">
              <skos:Concept rdf:about="http://x/1">
                <skos:prefLabel xml:lang="en">&xxe;</skos:prefLabel>
              </skos:Concept>
            </rdf:RDF>
            """
                .replace("SECRET", secret.toUri().toString()));
    assertEquals(
        "line 2: it has a DOCTYPE, which is refused because entities declared there can read other"
            + " files or fill the memory; write the file without one",
        message);
  }

  @Test
  @Timeout(20)
  void anEntityExpansionIsRefused() throws IOException {
    StringBuilder bomb = new StringBuilder("<!DOCTYPE rdf:RDF [<!ENTITY e0 \"lol\">");
    for (int i = 1; i < 30; i++) {
      String tenfold = ("&e" + (i - 1) + ";").repeat(10);
      bomb.append("<!ENTITY e").append(i).append(" \"").append(tenfold).append("\">");
    }
    bomb.append(
        "]><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">&e29;</rdf:RDF>");
    assertTrue(refusal("x.rdf", bomb.toString()).contains("it has a DOCTYPE"));
  }

  @Test
  void anExternalDtdIsRefused() throws IOException {
    String message =
        refusal(
            "x.rdf",
            "<!DOCTYPE rdf:RDF SYSTEM \"http://localhost:1/x.dtd\"><rdf:RDF"
                + " xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"/>");
    assertTrue(message.contains("it has a DOCTYPE"), message);
  }

  @Test
  @Timeout(60)
  void aCollectionThatStallsTheParserIsRefused() throws IOException {
    String message = refusal("x.ttl", PREFIXES + "ev:1 skos:broader ( . )\n; skos:broader ev:2 .");
    assertEquals(
        "line 10: a collection, which begins with '(', holds something that is no value; correct it"
            + " or remove it",
        message);
    assertTrue(refusal("x.ttl", "<http://a/1> <http://b/p> ( .").startsWith("line 1: "));
  }

  @Test
  void aRelativeAddressWithInvalidCharactersIsRefusedBeforeItIsResolved() throws IOException {
    String message = refusal("x.ttl", PREFIXES + "<?" + "[ ".repeat(50) + "> a skos:Concept .");
    assertTrue(message.contains("characters that are not allowed in the address <?[ [ "), message);
    assertTrue(message.endsWith("...>"), message);
  }

  @Test
  void aSoundCollectionIsNoStall() throws IOException {
    String numbers = "1 ".repeat(50_000);
    String concept = "ev:1 a skos:Concept ; skos:prefLabel \"idea\"@en ; skos:member (";
    LoadedThesaurus read = read("x.ttl", PREFIXES + concept + numbers + ") .", "en");
    assertEquals(1, read.thesaurus().concepts().size());
  }

  @Test
  void bracketsNestedWithoutEndAreRefused() throws IOException {
    String message =
        refusal("x.ttl", PREFIXES + "ev:1 skos:broader " + "[ skos:broader ".repeat(500_000));
    assertEquals("its brackets are nested too deeply to be read", message);
  }

  @Test
  @Timeout(60)
  void aSmallFileThatUnpacksToMoreThanAThesaurusIsRefused() throws IOException {
    Path file = folder.resolve("bomb.rdf.gz");
    String name = "<skos:prefLabel xml:lang='en'>" + "x".repeat(1_000_000) + "</skos:prefLabel>";
    byte[] english = name.getBytes(StandardCharsets.US_ASCII);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(
          """
          <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
              xmlns:skos="http://www.w3.org/2004/02/skos/core#">
          <rdf:Description rdf:about="http://x/1"><skos:prefLabel xml:lang="fr">x</skos:prefLabel>
          """
              .getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; i < 100; i++) {
        out.write(english);
      }
    }
    ThesaurusException e = assertThrows(ThesaurusException.class, () -> Thesauri.read(file, "fr"));
    assertEquals(
        file
            + ": its names and addresses take more than 100 million characters, more than any"
            + " thesaurus needs",
        e.getMessage());
  }
}
