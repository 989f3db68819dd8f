package org.solrlmtc.core.concept;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.core.thesaurus.ThesaurusException;

/** A thesaurus with one edit more. */
record EditedThesaurus(Thesaurus thesaurus) {
  /**
   * @throws BundleException naming the concept that is unknown or in a cycle
   */
  Thesaurus apply(ConceptEdit edit) {
    Optional<Concept> former = thesaurus.concept(edit.id());
    Concept concept =
        switch (edit.action()) {
          case ADD -> former.map(old -> revised(old, edit)).orElseGet(() -> created(edit));
          case RENAME -> revised(former.orElseThrow(), edit);
          case REMOVE -> deprecated(former.orElseThrow());
        };
    return with(concept);
  }

  private Concept created(ConceptEdit edit) {
    String name =
        edit.name()
            .orElseThrow(
                () ->
                    new BundleException(
                        "the thesaurus has no concept "
                            + edit.id()
                            + ": give the new concept a name"));
    String clash =
        thesaurus.concepts().stream()
            .filter(other -> other.descriptor().equals(name) && !other.deprecated())
            .map(Concept::id)
            .findFirst()
            .orElse("");
    if (!clash.isEmpty()) {
      throw new BundleException(
          "the concept " + clash + " is named '" + name + "' already: choose another name");
    }
    return new Concept(
        edit.id(),
        name,
        edit.alternativeNames(),
        checkedBroader(edit),
        microthesauri(edit.broader()),
        false);
  }

  /** A new concept is in the microthesauri of the concepts above. */
  private List<String> microthesauri(List<String> broader) {
    return broader.stream()
        .map(id -> thesaurus.concept(id).orElseThrow())
        .flatMap(concept -> concept.microthesauri().stream())
        .distinct()
        .toList();
  }

  private List<String> checkedBroader(ConceptEdit edit) {
    for (String id : edit.broader()) {
      if (id.equals(edit.id())) {
        throw new BundleException("the concept " + id + " cannot be broader than itself");
      }
      if (thesaurus.concept(id).isEmpty()) {
        throw new BundleException(
            "the broader concept " + id + " of " + edit.id() + " is not in the thesaurus");
      }
    }
    return edit.broader();
  }

  private Concept revised(Concept old, ConceptEdit edit) {
    String name = edit.name().orElse(old.descriptor());
    List<String> others = new ArrayList<>(old.alternativeNames());
    others.add(old.descriptor());
    others.addAll(edit.alternativeNames());
    List<String> broader = checkedBroader(edit);
    return new Concept(
        old.id(),
        name,
        others,
        broader.isEmpty() ? old.broader() : broader,
        old.microthesauri(),
        false);
  }

  private static Concept deprecated(Concept old) {
    return new Concept(
        old.id(),
        old.descriptor(),
        old.alternativeNames(),
        old.broader(),
        old.microthesauri(),
        true);
  }

  private Thesaurus with(Concept concept) {
    Map<String, Concept> concepts =
        thesaurus.concepts().stream()
            .collect(
                Collectors.toMap(Concept::id, old -> old, (one, other) -> one, LinkedHashMap::new));
    concepts.put(concept.id(), concept);
    try {
      return new Thesaurus(
          thesaurus.edition(), thesaurus.domains(), thesaurus.microthesauri(), concepts.values());
    } catch (ThesaurusException e) {
      throw new BundleException(e.getMessage(), e);
    }
  }
}
