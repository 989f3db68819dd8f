package org.solrlmtc.readers.thesaurus;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Edition;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.core.thesaurus.ThesaurusException;

/**
 * Joins two editions of one thesaurus: the structure of one, the names of the other. Models are
 * trained on documents indexed with the older names, while only the newer edition has microthesauri
 * and domains.
 *
 * <ul>
 *   <li>Domains, microthesauri and broader concepts come from the structure; descriptor and
 *       alternative names from the names if they have the concept.
 *   <li>A concept that only the names have is no longer part of the current edition: it is kept as
 *       deprecated, since documents have it. It keeps its broader concepts, and belongs to the
 *       microthesauri of the nearest broader concepts in the structure, if any.
 *   <li>Domains that the names list among the concepts are not concepts.
 * </ul>
 */
final class ThesaurusMerge {
  private final Thesaurus structure;
  private final Thesaurus names;
  private final References broader = new References("broader concept");
  private final List<Concept> concepts = new ArrayList<>();
  private int renamed;
  private int onlyInStructure;
  private int onlyInNames;
  private int domains;

  private ThesaurusMerge(Thesaurus structure, Thesaurus names) {
    this.structure = structure;
    this.names = names;
  }

  /** Joins in either order: the one with microthesauri is the structure. */
  static LoadedThesaurus merge(LoadedThesaurus one, LoadedThesaurus other) {
    boolean oneIsStructure = !one.thesaurus().microthesauri().isEmpty();
    if (oneIsStructure == !other.thesaurus().microthesauri().isEmpty()) {
      throw new ThesaurusException(
          "of two files one must have microthesauri, to give the structure, and the other none, to"
              + " give the names: "
              + one.thesaurus().edition().source()
              + " and "
              + other.thesaurus().edition().source()
              + (oneIsStructure ? " both have them" : " both have none"));
    }
    LoadedThesaurus structure = oneIsStructure ? one : other;
    LoadedThesaurus names = oneIsStructure ? other : one;
    List<String> notes = new ArrayList<>(structure.notes());
    notes.addAll(names.notes());
    Thesaurus merged = new ThesaurusMerge(structure.thesaurus(), names.thesaurus()).merged(notes);
    return new LoadedThesaurus(merged, notes);
  }

  private Thesaurus merged(List<String> notes) {
    structure.concepts().forEach(this::addCurrent);
    Set<String> known = new HashSet<>();
    concepts.forEach(concept -> known.add(concept.id()));
    names.concepts().stream()
        .map(Concept::id)
        .filter(id -> structure.domain(id).isEmpty())
        .forEach(known::add);
    names.concepts().forEach(concept -> addFormer(concept, known));

    String structureFile = structure.edition().source();
    String namesFile = names.edition().source();
    note(notes, "concepts with another name in " + structureFile, renamed);
    note(notes, "concepts only " + structureFile + " has, with its names", onlyInStructure);
    note(notes, "concepts only " + namesFile + " has, now deprecated", onlyInNames);
    note(notes, "concepts of " + namesFile + " that are domains, omitted", domains);
    broader.report(notes);
    Edition edition =
        new Edition(
            structure.edition().language(),
            structure.edition().version(),
            structureFile + " + " + namesFile);
    return new Thesaurus(edition, structure.domains(), structure.microthesauri(), concepts);
  }

  private void addCurrent(Concept current) {
    Concept former = names.concept(current.id()).orElse(null);
    if (former == null) {
      onlyInStructure++;
      concepts.add(current);
      return;
    }
    if (!former.descriptor().equals(current.descriptor())) {
      renamed++;
    }
    concepts.add(
        new Concept(
            current.id(),
            former.descriptor(),
            former.alternativeNames(),
            current.broader(),
            current.microthesauri(),
            current.deprecated()));
  }

  private void addFormer(Concept former, Set<String> known) {
    if (structure.concept(former.id()).isPresent()) {
      return;
    }
    if (structure.domain(former.id()).isPresent()) {
      domains++;
      return;
    }
    onlyInNames++;
    concepts.add(
        new Concept(
            former.id(),
            former.descriptor(),
            former.alternativeNames(),
            broader.keep(former.id(), former.broader(), known),
            nearestMicrothesauri(former),
            true));
  }

  private List<String> nearestMicrothesauri(Concept former) {
    Set<String> found = new LinkedHashSet<>();
    Set<String> seen = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(former.broader());
    while (!open.isEmpty()) {
      String id = open.remove();
      if (!seen.add(id)) {
        continue;
      }
      structure
          .concept(id)
          .ifPresentOrElse(
              current -> found.addAll(current.microthesauri()),
              () -> names.concept(id).ifPresent(parent -> open.addAll(parent.broader())));
    }
    return List.copyOf(found);
  }

  private static void note(List<String> notes, String what, int count) {
    if (count > 0) {
      notes.add(String.format(Locale.ROOT, "%s: %,d", what, count));
    }
  }
}
