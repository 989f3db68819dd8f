package org.solrlmtc.core.concept;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Thesaurus;

/** The difference between two editions of a thesaurus, by concept id. */
public record ThesaurusChanges(List<Change> changes) {
  /** What happened to a concept. */
  public enum Kind {
    /** It is new. */
    ADDED,

    /** Its descriptor changed. */
    RENAMED,

    /** Its alternative names changed, its descriptor did not. */
    OTHER_NAMES,

    /** It is no longer assigned, or gone, and its descriptor became a name of another concept. */
    MERGED,

    /** It is no longer assigned. */
    DEPRECATED,

    /** It is gone. */
    GONE,

    /** Its broader concepts or microthesauri changed. */
    MOVED
  }

  /**
   * A change of one concept. A concept that was renamed and moved has two.
   *
   * @param detail what it was before or is now, as text
   */
  public record Change(Kind kind, String id, String name, String detail) {}

  public ThesaurusChanges {
    changes = List.copyOf(changes);
  }

  /** Compares two editions. */
  public static ThesaurusChanges between(Thesaurus former, Thesaurus present) {
    Map<String, Concept> byName = new HashMap<>();
    for (Concept concept : present.concepts()) {
      if (!concept.deprecated()) {
        byName.put(concept.descriptor(), concept);
        concept.alternativeNames().forEach(name -> byName.putIfAbsent(name, concept));
      }
    }
    List<Change> changes = new ArrayList<>();
    for (Concept old : former.concepts()) {
      Optional<Concept> now = present.concept(old.id());
      boolean ended = now.isEmpty() || now.get().deprecated();
      if (ended && !(old.deprecated() && now.isPresent())) {
        changes.add(ended(old, now.isEmpty(), Optional.ofNullable(byName.get(old.descriptor()))));
      } else if (!ended) {
        compare(old, now.get(), changes);
      }
    }
    for (Concept concept : present.concepts()) {
      if (former.concept(concept.id()).isEmpty() && !concept.deprecated()) {
        changes.add(new Change(Kind.ADDED, concept.id(), concept.descriptor(), ""));
      }
    }
    changes.sort(Comparator.comparing(Change::kind).thenComparing(Change::id));
    return new ThesaurusChanges(changes);
  }

  private static Change ended(Concept old, boolean gone, Optional<Concept> into) {
    return into.map(
            other ->
                new Change(
                    Kind.MERGED,
                    old.id(),
                    old.descriptor(),
                    "into " + other.id() + " " + other.descriptor()))
        .orElseGet(
            () -> new Change(gone ? Kind.GONE : Kind.DEPRECATED, old.id(), old.descriptor(), ""));
  }

  private static void compare(Concept old, Concept now, List<Change> changes) {
    if (old.deprecated()) {
      changes.add(new Change(Kind.ADDED, now.id(), now.descriptor(), "was deprecated"));
    }
    if (!old.descriptor().equals(now.descriptor())) {
      changes.add(new Change(Kind.RENAMED, now.id(), now.descriptor(), "was " + old.descriptor()));
    } else if (!new HashSet<>(old.alternativeNames())
        .equals(new HashSet<>(now.alternativeNames()))) {
      changes.add(new Change(Kind.OTHER_NAMES, now.id(), now.descriptor(), ""));
    }
    if (!new HashSet<>(old.broader()).equals(new HashSet<>(now.broader()))
        || !new HashSet<>(old.microthesauri()).equals(new HashSet<>(now.microthesauri()))) {
      changes.add(
          new Change(
              Kind.MOVED,
              now.id(),
              now.descriptor(),
              "broader "
                  + old.broader()
                  + " -> "
                  + now.broader()
                  + ", microthesauri "
                  + old.microthesauri()
                  + " -> "
                  + now.microthesauri()));
    }
  }

  /** The changes of a kind. */
  public List<Change> of(Kind kind) {
    return changes.stream().filter(change -> change.kind() == kind).toList();
  }
}
