package org.solrlmtc.readers.thesaurus;

import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.util.Values;
import org.eclipse.rdf4j.model.vocabulary.SKOS;

/** The addresses by which vocabularies group their concepts, beside schemes. */
final class GroupTerms {
  static final IRI SUB_GROUP = iso("subGroup");
  static final IRI SUPER_GROUP = iso("superGroup");

  private static final Set<Value> CLASSES =
      Set.of(
          SKOS.COLLECTION,
          SKOS.ORDERED_COLLECTION,
          iso("ConceptGroup"),
          iso("ThesaurusArray"),
          // UNESCO's
          Values.iri("http://vocabularies.unesco.org/ontology#MicroThesaurus"),
          Values.iri("http://vocabularies.unesco.org/ontology#Domain"));

  private GroupTerms() {}

  static boolean isGroup(Value type) {
    return CLASSES.contains(type);
  }

  private static IRI iso(String name) {
    return Values.iri("http://purl.org/iso25964/skos-thes#", name);
  }
}
