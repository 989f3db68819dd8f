package org.solrlmtc.readers.thesaurus;

import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.util.Values;

/** The addresses EuroVoc uses beside SKOS; the older schema and the one of the EU vocabularies. */
final class EuroVocTerms {
  /** The scheme every EuroVoc concept belongs to. */
  static final String THESAURUS = "http://eurovoc.europa.eu/100141";

  /** The scheme of the domains, which plain SKOS publishes as concepts. */
  static final String DOMAINS = "http://eurovoc.europa.eu/domains";

  /** The name of an entry that is not translated yet. */
  static final String UNTRANSLATED = "Translation expected";

  static final IRI DOMAIN_CLASS = schema("Domain");
  static final IRI DOMAIN_CLASS_EUVOC = euvoc("DomainEurovoc");
  static final IRI MICROTHESAURUS_CLASS = schema("MicroThesaurus");
  static final IRI THESAURUS_CLASS = schema("Thesaurus");
  static final IRI CONCEPT_CLASS = schema("ThesaurusConcept");
  static final IRI COUNTRY_CLASS = schema("Country");

  static final IRI DOMAIN = schema("domain");
  static final IRI DOMAIN_EUVOC = euvoc("domain");
  static final IRI STATUS = euvoc("status");
  static final IRI STATUS_ADMS = Values.iri("http://www.w3.org/ns/adms#status");
  static final IRI DEPRECATED =
      Values.iri("http://publications.europa.eu/resource/authority/concept-status/DEPRECATED");

  private EuroVocTerms() {}

  private static IRI schema(String name) {
    return Values.iri("http://eurovoc.europa.eu/schema#", name);
  }

  private static IRI euvoc(String name) {
    return Values.iri("http://publications.europa.eu/ontology/euvoc#", name);
  }
}
