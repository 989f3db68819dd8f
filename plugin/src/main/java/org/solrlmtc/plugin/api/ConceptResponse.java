package org.solrlmtc.plugin.api;

import java.util.List;
import java.util.Objects;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.SimpleOrderedMap;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Domain;
import org.solrlmtc.core.thesaurus.Microthesaurus;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.core.thesaurus.ThesaurusNames;

/** Writes entries of a thesaurus into a response, with their names in one language. */
record ConceptResponse(ThesaurusNames names) {
  private static final String ID = "id";
  private static final String LABEL = "label";

  /** A concept with its surroundings, one step in each direction. */
  NamedList<Object> concept(Concept concept) {
    Thesaurus thesaurus = names.thesaurus();
    NamedList<Object> result = reference(concept);
    if (!names.languageOf(concept).equals(names.language())) {
      result.add(Languages.PARAMETER, names.languageOf(concept));
    }
    result.add("alternativeNames", names.alternativeNames(concept));
    if (concept.deprecated()) {
      result.add("deprecated", true);
    }
    result.add(
        "microthesauri",
        concept.microthesauri().stream()
            .map(id -> thesaurus.microthesaurus(id).orElseThrow())
            .map(micro -> entry(micro.notation(), names.label(micro)))
            .toList());
    result.add("domains", thesaurus.domainsOf(concept).stream().map(this::reference).toList());
    result.add("broader", references(concept.broader()));
    result.add("narrower", references(thesaurus.narrower(concept.id())));
    return result;
  }

  /** A domain with its microthesauri. */
  NamedList<Object> domain(Domain domain) {
    NamedList<Object> result = reference(domain);
    result.add(
        "microthesauri",
        names.thesaurus().microthesauri().stream()
            .filter(micro -> Objects.equals(micro.domain(), domain.id()))
            .map(micro -> entry(micro.notation(), names.label(micro)))
            .toList());
    return result;
  }

  /** The concepts of a microthesaurus. */
  List<Concept> conceptsOf(Microthesaurus micro) {
    return names.thesaurus().concepts().stream()
        .filter(concept -> concept.microthesauri().contains(micro.id()))
        .toList();
  }

  private List<NamedList<Object>> references(List<String> ids) {
    return ids.stream().map(id -> reference(names.thesaurus().concept(id).orElseThrow())).toList();
  }

  private NamedList<Object> reference(Concept concept) {
    return entry(concept.id(), names.descriptor(concept));
  }

  private NamedList<Object> reference(Domain domain) {
    return entry(domain.code(), names.label(domain));
  }

  private static NamedList<Object> entry(String id, String label) {
    NamedList<Object> entry = new SimpleOrderedMap<>();
    entry.add(ID, id);
    entry.add(LABEL, label);
    return entry;
  }
}
