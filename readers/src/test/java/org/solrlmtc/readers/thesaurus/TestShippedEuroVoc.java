package org.solrlmtc.readers.thesaurus;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.util.Statements;
import org.eclipse.rdf4j.model.util.Values;
import org.eclipse.rdf4j.model.vocabulary.OWL;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.SKOS;
import org.eclipse.rdf4j.rio.RDFWriter;
import org.eclipse.rdf4j.rio.rdfxml.RDFXMLWriter;
import org.eclipse.rdf4j.rio.turtle.TurtleWriter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Domain;
import org.solrlmtc.core.thesaurus.HierarchyPaths;
import org.solrlmtc.core.thesaurus.Microthesaurus;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.core.thesaurus.ThesaurusTsv;

class TestShippedEuroVoc {
  private static Thesaurus shipped;

  @TempDir private Path folder;

  @BeforeAll
  static void read() {
    shipped = Thesauri.read(Fixtures.shippedEuroVoc(), "en").thesaurus();
  }

  @Test
  void theShippedFileHasAllOfEuroVoc() {
    assertEquals(21, shipped.domains().size());
    assertEquals(127, shipped.microthesauri().size());
    assertEquals(7_318, shipped.concepts().size());
    assertEquals("2021-06-04", shipped.edition().version());
    assertEquals(
        List.of("4826"),
        shipped.concepts().stream().filter(Concept::deprecated).map(Concept::id).toList());
    assertTrue(
        shipped.concepts().stream()
            .allMatch(concept -> concept.deprecated() || !concept.microthesauri().isEmpty()));
    for (Microthesaurus micro : shipped.microthesauri()) {
      String code = shipped.domain(micro.domain()).orElseThrow().code();
      assertTrue(micro.notation().matches(code + "[0-9]{2}"), micro.toString());
    }
  }

  @Test
  void theShippedFileHasPathsForFacets() {
    HierarchyPaths paths = new HierarchyPaths(shipped);
    assertEquals(List.of("0/20", "1/20/2016", "2/20/2016/1309"), paths.byDomain(List.of("1309")));
    assertEquals(List.of("0/614", "1/614/1309"), paths.byBroader(List.of("1309")));
    assertEquals(
        8,
        paths.byBroader(List.of("2543")).stream().filter(path -> path.endsWith("/2543")).count());
  }

  @Test
  void isWhatTheConversionOfTheDataSetsFilesGives() throws IOException {
    Path target = folder.resolve("eurovoc-en.tsv");
    LoadedThesaurus loaded =
        Thesauri.convert(
            List.of(Fixtures.corpus("eurovoc_2021_en.json"), Fixtures.corpus("eurovoc_en.json")),
            "en",
            target);
    assertArrayEquals(Files.readAllBytes(Fixtures.shippedEuroVoc()), Files.readAllBytes(target));
    assertEquals(
        List.of(
            "concepts with another name in eurovoc_2021_en.json: 29",
            "concepts only eurovoc_2021_en.json has, with its names: 138",
            "concepts only eurovoc_en.json has, now deprecated: 1",
            "concepts of eurovoc_en.json that are domains, omitted: 21"),
        loaded.notes());
  }

  @Test
  void theFrenchNamesAreThoseOfTheSameEdition() throws IOException {
    Path file = Path.of("..", "conf", "configset", "lang", "eurovoc-fr.tsv");
    Thesaurus french = Thesauri.read(file, "fr").thesaurus();
    assertEquals(
        List.of("4826"),
        shipped.concepts().stream()
            .map(Concept::id)
            .filter(id -> french.concept(id).isEmpty())
            .toList());
    assertEquals(
        shipped.microthesauri().stream().map(Microthesaurus::notation).sorted().toList(),
        french.microthesauri().stream().map(Microthesaurus::notation).sorted().toList());
    assertTrue(Files.size(file) < 1 << 20, "ZooKeeper takes no larger file by default");
    Path converted = folder.resolve("eurovoc-fr.tsv");
    Thesauri.convert(List.of(Fixtures.corpus("eurovoc_2021_fr_names.json")), "fr", converted);
    assertArrayEquals(Files.readAllBytes(converted), Files.readAllBytes(file));
  }

  @Test
  void namesEveryLabelOfTheDataSetAsTheDataSetDoes() throws IOException {
    List<String> labels = Files.readAllLines(Fixtures.corpus("labels.tsv"));
    for (String line : labels.subList(1, labels.size())) {
      String[] columns = line.split("\t");
      assertEquals(columns[1], shipped.concept(columns[0]).orElseThrow().descriptor());
    }
    assertEquals(4_271, labels.size() - 1);
  }

  @Test
  void survivesTheConversionThroughSkos() throws IOException {
    Path xml = folder.resolve("eurovoc.rdf");
    try (OutputStream out = Files.newOutputStream(xml)) {
      writeSkos(new RDFXMLWriter(out));
    }
    Path turtle = folder.resolve("eurovoc.ttl");
    try (OutputStream out = Files.newOutputStream(turtle)) {
      writeSkos(new TurtleWriter(out));
    }
    for (Path file : List.of(xml, turtle)) {
      LoadedThesaurus loaded = Thesauri.read(file, "en");
      assertEquals(List.of(), loaded.notes());
      String source = "source\t" + file.getFileName() + "\n";
      assertEquals(
          ThesaurusTsv.toText(shipped).replaceFirst("source\t.*\n", source),
          ThesaurusTsv.toText(loaded.thesaurus()));
    }
  }

  /** In the shape of the plain SKOS publication. */
  private static void writeSkos(RDFWriter writer) {
    writer.startRDF();
    IRI all = Values.iri(EuroVocTerms.THESAURUS);
    write(writer, all, RDF.TYPE, SKOS.CONCEPT_SCHEME);
    write(writer, all, OWL.VERSIONINFO, Values.literal(shipped.edition().version()));
    for (Domain domain : shipped.domains()) {
      IRI subject = address(domain.id());
      write(writer, subject, RDF.TYPE, SKOS.CONCEPT);
      write(writer, subject, SKOS.IN_SCHEME, Values.iri(EuroVocTerms.DOMAINS));
      names(writer, subject, SKOS.PREF_LABEL, domain.code() + " " + domain.label());
    }
    for (Microthesaurus micro : shipped.microthesauri()) {
      IRI subject = address(micro.id());
      write(writer, subject, RDF.TYPE, SKOS.CONCEPT_SCHEME);
      names(writer, subject, SKOS.PREF_LABEL, micro.notation() + " " + micro.label());
    }
    for (Concept concept : shipped.concepts()) {
      IRI subject = address(concept.id());
      write(writer, subject, RDF.TYPE, SKOS.CONCEPT);
      write(writer, subject, SKOS.IN_SCHEME, all);
      concept
          .microthesauri()
          .forEach(micro -> write(writer, subject, SKOS.IN_SCHEME, address(micro)));
      concept.broader().forEach(above -> write(writer, subject, SKOS.BROADER, address(above)));
      names(writer, subject, SKOS.PREF_LABEL, concept.descriptor());
      concept.alternativeNames().forEach(name -> names(writer, subject, SKOS.ALT_LABEL, name));
    }
    writer.endRDF();
  }

  private static IRI address(String id) {
    return Values.iri("http://eurovoc.europa.eu/", id);
  }

  private static void names(RDFWriter writer, IRI subject, IRI predicate, String name) {
    write(writer, subject, predicate, Values.literal(name, "en"));
    write(writer, subject, predicate, Values.literal(name + " (fr)", "fr"));
  }

  private static void write(RDFWriter writer, IRI subject, IRI predicate, Value object) {
    writer.handleStatement(Statements.statement(subject, predicate, object, null));
  }
}
