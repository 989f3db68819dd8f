package org.solrlmtc.core.decide;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Domain;
import org.solrlmtc.core.thesaurus.Microthesaurus;
import org.solrlmtc.core.thesaurus.Thesaurus;

/**
 * Names one concept or a part of the thesaurus: {@code 2282} is this concept, {@code narrower:2282}
 * this concept and all below it, {@code microthesaurus:6016} the concepts of a microthesaurus by
 * its notation, {@code domain:60} those of a domain by its code.
 */
record ConceptSelector(Kind kind, String key) {
  enum Kind {
    CONCEPT("concept", ""),
    NARROWER("concept", "narrower:"),
    MICROTHESAURUS("microthesaurus", "microthesaurus:"),
    DOMAIN("domain", "domain:");

    private final String what;
    private final String prefix;

    Kind(String what, String prefix) {
      this.what = what;
      this.prefix = prefix;
    }
  }

  static ConceptSelector parse(String text) {
    Kind kind =
        Arrays.stream(Kind.values())
            .filter(each -> each != Kind.CONCEPT && text.startsWith(each.prefix))
            .findFirst()
            .orElse(Kind.CONCEPT);
    return new ConceptSelector(kind, text.substring(kind.prefix.length()));
  }

  /** What is wrong with it; empty if the thesaurus has what it names. */
  Optional<String> problem(Thesaurus thesaurus) {
    boolean known =
        switch (kind) {
          case CONCEPT, NARROWER -> thesaurus.concept(key).isPresent();
          case MICROTHESAURUS ->
              thesaurus.microthesauri().stream().anyMatch(micro -> micro.notation().equals(key));
          case DOMAIN -> thesaurus.domains().stream().anyMatch(domain -> domain.code().equals(key));
        };
    return known
        ? Optional.empty()
        : Optional.of(
            "names the "
                + kind.what
                + " '"
                + key
                + "', which the thesaurus does not have: name a concept by its id, or use"
                + " narrower:ID, microthesaurus:NOTATION or domain:CODE");
  }

  /** Whether a concept is selected. */
  Predicate<Concept> in(Thesaurus thesaurus) {
    return switch (kind) {
      case CONCEPT -> concept -> concept.id().equals(key);
      case NARROWER ->
          concept -> concept.id().equals(key) || thesaurus.ancestors(concept.id()).contains(key);
      case MICROTHESAURUS ->
          concept ->
              concept.microthesauri().stream()
                  .flatMap(id -> thesaurus.microthesaurus(id).stream())
                  .map(Microthesaurus::notation)
                  .anyMatch(key::equals);
      case DOMAIN ->
          concept -> thesaurus.domainsOf(concept).stream().map(Domain::code).anyMatch(key::equals);
    };
  }
}
