package org.solrlmtc.core.thesaurus;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A thesaurus in one language: concepts with their broader concepts, microthesauri and domains.
 * Immutable. All references are valid and the hierarchy has no cycle: the constructor checks both,
 * so that no user has to.
 */
public final class Thesaurus {
  private static final int CYCLE_SHOWN = 20;

  private final Edition edition;
  private final Map<String, Concept> concepts;
  private final Map<String, Microthesaurus> microthesauri;
  private final Map<String, Domain> domains;
  private final Map<String, List<String>> narrower;
  private final List<Concept> topDown;

  /**
   * Builds and checks.
   *
   * @throws ThesaurusException naming the entry if a reference is unknown, an id, a domain's code
   *     or a microthesaurus's notation repeats, an id or name is blank, or the hierarchy has a
   *     cycle
   */
  public Thesaurus(
      Edition edition,
      Collection<Domain> domains,
      Collection<Microthesaurus> microthesauri,
      Collection<Concept> concepts) {
    this.edition = Objects.requireNonNull(edition);
    this.domains = byKey(domains, "domain", Domain::id, "id", Domain::id);
    this.microthesauri =
        byKey(microthesauri, "microthesaurus", Microthesaurus::id, "id", Microthesaurus::id);
    this.concepts = byKey(concepts, "concept", Concept::id, "id", Concept::id);
    // facets use codes and notations, so these must be unique, too
    byKey(domains, "domain", Domain::id, "code", Domain::code);
    byKey(
        microthesauri, "microthesaurus", Microthesaurus::id, "notation", Microthesaurus::notation);
    checkNames();
    checkReferences();
    this.narrower = new HashMap<>();
    for (Concept concept : this.concepts.values()) {
      for (String parent : concept.broader()) {
        narrower.computeIfAbsent(parent, key -> new ArrayList<>()).add(concept.id());
      }
    }
    this.topDown = sortTopDown();
  }

  public Edition edition() {
    return edition;
  }

  /** All concepts, in the order of the source. */
  public Collection<Concept> concepts() {
    return concepts.values();
  }

  public Collection<Microthesaurus> microthesauri() {
    return microthesauri.values();
  }

  public Collection<Domain> domains() {
    return domains.values();
  }

  public Optional<Concept> concept(String id) {
    return Optional.ofNullable(concepts.get(id));
  }

  public Optional<Microthesaurus> microthesaurus(String id) {
    return Optional.ofNullable(microthesauri.get(id));
  }

  public Optional<Domain> domain(String id) {
    return Optional.ofNullable(domains.get(id));
  }

  /** Ids of the concepts directly below, in the order of the source. */
  public List<String> narrower(String id) {
    return Collections.unmodifiableList(narrower.getOrDefault(id, List.of()));
  }

  /** Ids of every concept above, nearest first; the concept itself is not among them. */
  public Set<String> ancestors(String id) {
    Set<String> found = new LinkedHashSet<>();
    Deque<String> open = new ArrayDeque<>();
    open.add(id);
    while (!open.isEmpty()) {
      Concept concept = concepts.get(open.remove());
      if (concept == null) {
        continue;
      }
      for (String parent : concept.broader()) {
        if (found.add(parent)) {
          open.add(parent);
        }
      }
    }
    return found;
  }

  /** All concepts, each after every concept broader than it. */
  List<Concept> topDown() {
    return topDown;
  }

  /** The domains of the concept's microthesauri, without repetitions. */
  public List<Domain> domainsOf(Concept concept) {
    return concept.microthesauri().stream()
        .map(microthesauri::get)
        .map(micro -> domains.get(micro.domain()))
        .filter(Objects::nonNull)
        .distinct()
        .toList();
  }

  private void checkNames() {
    domains.values().forEach(domain -> requireName("domain", domain.id(), domain.label()));
    microthesauri
        .values()
        .forEach(micro -> requireName("microthesaurus", micro.id(), micro.label()));
    for (Concept concept : concepts.values()) {
      requireName("concept", concept.id(), concept.descriptor());
      concept.alternativeNames().forEach(name -> requireName("concept", concept.id(), name));
    }
  }

  private static void requireName(String kind, String id, String name) {
    if (name.isBlank()) {
      throw ThesaurusException.about(kind + " " + id, "has an empty name");
    }
  }

  private void checkReferences() {
    for (Microthesaurus micro : microthesauri.values()) {
      if (!micro.domain().isEmpty() && !domains.containsKey(micro.domain())) {
        throw ThesaurusException.about(
            "microthesaurus " + micro.id(), "names the unknown domain " + micro.domain());
      }
    }
    for (Concept concept : concepts.values()) {
      String entry = "concept " + concept.id();
      for (String parent : concept.broader()) {
        if (!concepts.containsKey(parent)) {
          throw ThesaurusException.about(entry, "names the unknown broader concept " + parent);
        }
      }
      for (String micro : concept.microthesauri()) {
        if (!microthesauri.containsKey(micro)) {
          throw ThesaurusException.about(entry, "names the unknown microthesaurus " + micro);
        }
      }
    }
  }

  /**
   * Topological sort: removes concepts whose broader ones are all removed; what remains depends on
   * a cycle.
   */
  private List<Concept> sortTopDown() {
    Map<String, Integer> above = new HashMap<>();
    Deque<Concept> free = new ArrayDeque<>();
    for (Concept concept : concepts.values()) {
      above.put(concept.id(), concept.broader().size());
      if (concept.broader().isEmpty()) {
        free.add(concept);
      }
    }
    List<Concept> sorted = new ArrayList<>(concepts.size());
    while (!free.isEmpty()) {
      Concept concept = free.remove();
      sorted.add(concept);
      for (String child : narrower(concept.id())) {
        if (above.merge(child, -1, Integer::sum) == 0) {
          free.add(concepts.get(child));
        }
      }
    }
    if (sorted.size() < concepts.size()) {
      List<String> cycle = findCycle(above);
      throw ThesaurusException.about(
          "concept " + cycle.get(0),
          "is broader than itself through the cycle "
              + String.join(" > ", cycle.subList(0, Math.min(cycle.size(), CYCLE_SHOWN)))
              + (cycle.size() > CYCLE_SHOWN ? " > ... (" + (cycle.size() - 1) + " concepts)" : "")
              + ", where each names the next as broader; take one of these relations out");
    }
    return sorted;
  }

  private List<String> findCycle(Map<String, Integer> above) {
    String at =
        concepts.keySet().stream().filter(id -> above.get(id) > 0).findFirst().orElseThrow();
    Set<String> walked = new LinkedHashSet<>();
    while (walked.add(at)) {
      at =
          concepts.get(at).broader().stream()
              .filter(parent -> above.get(parent) > 0)
              .findFirst()
              .orElseThrow();
    }
    List<String> walk = new ArrayList<>(walked);
    List<String> cycle = new ArrayList<>(walk.subList(walk.indexOf(at), walk.size()));
    cycle.add(at);
    return cycle;
  }

  private static <T> Map<String, T> byKey(
      Collection<T> items,
      String kind,
      Function<T, String> id,
      String keyName,
      Function<T, String> key) {
    Map<String, T> map = new LinkedHashMap<>();
    for (T item : items) {
      String value = key.apply(item);
      if (value.isBlank()) {
        throw ThesaurusException.about(kind + " " + id.apply(item), "has no " + keyName);
      }
      if (map.put(value, item) != null) {
        throw ThesaurusException.about(
            kind + " " + id.apply(item), "has the " + keyName + " " + value + ", already taken");
      }
    }
    return Collections.unmodifiableMap(map);
  }
}
