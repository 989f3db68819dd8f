package org.solrlmtc.readers.thesaurus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Domain;
import org.solrlmtc.core.thesaurus.Microthesaurus;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.core.thesaurus.ThesaurusException;
import org.solrlmtc.fixtures.RealFiles;

/** Vocabularies beside EuroVoc: concept groups, JSON-LD, Annif's. */
class TestVocabularies {
  private static final String PREFIXES =
      """
      @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
      @prefix iso: <http://purl.org/iso25964/skos-thes#> .
      @prefix uno: <http://vocabularies.unesco.org/ontology#> .
      @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
      @prefix : <http://example.org/onto/> .
      """;
  private static final Concept TEA =
      new Concept("tea", "tea", List.of(), List.of(), List.of("hot"), false);

  @TempDir Path folder;

  @Test
  void collectionsAreMicrothesauriAndGroupsOfThemDomains() throws IOException {
    LoadedThesaurus loaded =
        read(
            "a.ttl",
            PREFIXES
                + """
                :drinks a iso:ConceptGroup ; skos:prefLabel "drinks"@en ; iso:subGroup :hot .
                :cold a skos:OrderedCollection ; rdfs:label "cold drinks"@en ; iso:superGroup :drinks .
                :hot a skos:Collection ; skos:prefLabel "hot drinks"@en ; skos:member :tea , :lost .
                :none a skos:Collection ; skos:member :tea .
                [ a skos:Collection ; skos:member :tea ] .
                :tea a skos:Concept ; skos:prefLabel "tea"@en .
                """);
    Thesaurus thesaurus = loaded.thesaurus();
    assertEquals(
        List.of(new Domain("drinks", "drinks", "drinks")), List.copyOf(thesaurus.domains()));
    assertEquals(
        List.of(
            new Microthesaurus("hot", "hot", "hot drinks", "drinks"),
            new Microthesaurus("cold", "cold", "cold drinks", "drinks")),
        List.copyOf(thesaurus.microthesauri()));
    assertEquals(List.of(TEA), List.copyOf(thesaurus.concepts()));
    assertEquals(
        List.of(
            "collections and concept groups without a name, left out: 1, such as"
                + " http://example.org/onto/none",
            "collections and concept groups without an address, left out: 1"),
        loaded.notes());
  }

  @Test
  void groupsAboveConceptsInTheHierarchyAreRead() throws IOException {
    LoadedThesaurus loaded =
        read(
            "a.ttl",
            PREFIXES
                + """
                :drinks a uno:Domain ; skos:prefLabel "drinks"@en ; skos:narrower :hot .
                :hot a uno:MicroThesaurus ; skos:prefLabel "hot drinks"@en ; skos:narrower :tea .
                :tea a skos:Concept ; skos:prefLabel "tea"@en ; skos:broader :hot .
                :water a skos:Concept ; skos:prefLabel "water"@en ; skos:broader :drinks .
                """);
    assertEquals(TEA, loaded.thesaurus().concept("tea").orElseThrow());
    assertEquals("drinks", loaded.thesaurus().microthesaurus("hot").orElseThrow().domain());
    assertEquals(
        List.of(
            "members of a group of groups, without that: 1, such as http://example.org/onto/water"),
        loaded.notes());
  }

  @Test
  void groupsBesideSeveralSchemesAreNamed() throws IOException {
    LoadedThesaurus loaded =
        read(
            "a.ttl",
            PREFIXES
                + """
                :s1 a skos:ConceptScheme ; skos:prefLabel "one"@en .
                :s2 a skos:ConceptScheme ; skos:prefLabel "two"@en .
                :hot a skos:Collection ; skos:prefLabel "hot"@en ; skos:member :tea .
                :tea a skos:Concept ; skos:prefLabel "tea"@en ; skos:inScheme :s1 .
                """);
    assertEquals(List.of("s1"), loaded.thesaurus().concept("tea").orElseThrow().microthesauri());
    assertEquals(
        List.of(
            "collections and concept groups beside the schemes, left out: 1, such as"
                + " http://example.org/onto/hot"),
        loaded.notes());
  }

  @Test
  void jsonLdIsRead() throws IOException {
    String content =
        """
        {"@context": {"skos": "http://www.w3.org/2004/02/skos/core#",
            "prefLabel": {"@id": "skos:prefLabel", "@container": "@language"},
            "broader": {"@id": "skos:broader", "@type": "@id"}},
         "@graph": [
          {"@id": "http://example.org/onto/tea", "@type": "skos:Concept",
           "prefLabel": {"en": "tea", "fr": "thé"}},
          {"@id": "http://example.org/onto/green", "@type": "skos:Concept",
           "prefLabel": {"en": "green tea"}, "broader": "http://example.org/onto/tea"}]}
        """;
    Thesaurus thesaurus = read("a.jsonld", content).thesaurus();
    assertEquals("tea", thesaurus.concept("tea").orElseThrow().descriptor());
    assertEquals(List.of("tea"), thesaurus.concept("green").orElseThrow().broader());
    String expanded =
        """
        [{"@id": "http://example.org/onto/tea",
          "@type": ["http://www.w3.org/2004/02/skos/core#Concept"],
          "http://www.w3.org/2004/02/skos/core#prefLabel": [{"@language": "en", "@value": "tea"}]}]
        """;
    assertEquals(1, read("b.json", expanded).thesaurus().concepts().size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"@context\": \"http://example.org/context\", \"@graph\": []} | its JSON-LD context is at"
            + " an address, which is not fetched; write the context into the file",
        "{\"@context\": \"file:///etc/hostname\", \"@graph\": []} | its JSON-LD context is at an"
            + " address, which is not fetched; write the context into the file",
        "{\"@context\": {\"a\": | it is not well-formed RDF: Could not parse JSONLD",
      })
  void jsonLdThatCannotBeUsedIsRefused(String content, String reason) throws IOException {
    Path file = write("a.jsonld", content);
    ThesaurusException refused =
        assertThrows(ThesaurusException.class, () -> Thesauri.read(file, "en"));
    assertEquals(file + ": " + reason, refused.getMessage());
  }

  @Test
  void vocabulariesOfAnnifAreRead() throws IOException {
    Thesaurus tsv =
        read(
                "a.tsv",
                "<http://example.org/onto/tea>\ttea\r\n<http://example.org/x/milk>\tmilk\t7\n")
            .thesaurus();
    assertEquals(List.of("tea", "milk"), tsv.concepts().stream().map(Concept::id).toList());
    Path csv =
        write(
            "a.csv",
            "uri,notation,label_en,label_fr\nhttp://example.org/onto/tea,,\"tea, hot\",thé\n"
                + "http://example.org/onto/milk,,,lait\n");
    LoadedThesaurus english = Thesauri.read(csv, "en");
    assertEquals("tea, hot", english.thesaurus().concept("tea").orElseThrow().descriptor());
    assertEquals(List.of("concepts without a name in 'en', left out: 1"), english.notes());
    assertEquals(2, Thesauri.read(csv, "fr").thesaurus().concepts().size());
    ThesaurusException refused =
        assertThrows(ThesaurusException.class, () -> Thesauri.read(csv, "fi"));
    assertEquals(csv + ": it has no names in 'fi'; its names are in en, fr", refused.getMessage());
  }

  @Test
  void aBadLineOfAVocabularyIsNamed() throws IOException {
    Path tsv = write("a.tsv", "<http://example.org/tea>\ttea\nmilk\n");
    ThesaurusException refused =
        assertThrows(ThesaurusException.class, () -> Thesauri.read(tsv, "en"));
    assertEquals(
        tsv + ": line 2: it must be <address>, a tab and the name of the concept",
        refused.getMessage());
  }

  @Test
  void realVocabulariesAreRead() {
    Path skos = RealFiles.folder("skos");
    Thesaurus unesco = Thesauri.read(skos.resolve("simple-unesco-thesaurus.ttl"), "en").thesaurus();
    assertEquals(95, unesco.microthesauri().size() + unesco.domains().size());
    assertTrue(
        unesco.microthesauri().stream().noneMatch(group -> group.domain().isEmpty()),
        "a microthesaurus without its domain");
    LoadedThesaurus yso = Thesauri.read(skos.resolve("yso-archaeology.rdf"), "fi");
    assertTrue(yso.notes().toString().contains("collections and concept groups without a name"));
    Path annif = RealFiles.folder("annif");
    assertEquals(
        names(Thesauri.read(annif.resolve("subjects.tsv"), "fi")),
        names(Thesauri.read(annif.resolve("subjects.csv"), "fi")));
  }

  private static List<String> names(LoadedThesaurus loaded) {
    return loaded.thesaurus().concepts().stream()
        .map(concept -> concept.id() + " " + concept.descriptor())
        .toList();
  }

  private LoadedThesaurus read(String name, String content) throws IOException {
    return Thesauri.read(write(name, content), "en");
  }

  private Path write(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }
}
