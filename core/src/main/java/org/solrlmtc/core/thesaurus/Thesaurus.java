package org.solrlmtc.core.thesaurus;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
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
 * Immutable. Every reference leads somewhere and the hierarchy has no cycle: both are checked when
 * it is built, so that no user of it has to.
 */
public final class Thesaurus {
  private final String language;
  private final String version;
  private final Map<String, Concept> concepts;
  private final Map<String, Microthesaurus> microthesauri;
  private final Map<String, Domain> domains;
  private final Map<String, List<String>> narrower;

  /**
   * Builds and checks.
   *
   * @param language the language of all names, as an ISO 639-1 code
   * @param version what the publisher calls this edition, usually its date
   * @throws ThesaurusException naming the concept when a reference leads nowhere, an id repeats or
   *     the hierarchy has a cycle
   */
  public Thesaurus(
      String language,
      String version,
      Collection<Domain> domains,
      Collection<Microthesaurus> microthesauri,
      Collection<Concept> concepts) {
    this.language = Objects.requireNonNull(language);
    this.version = Objects.requireNonNull(version);
    this.domains = byId(domains, Domain::id, "domain");
    this.microthesauri = byId(microthesauri, Microthesaurus::id, "microthesaurus");
    this.concepts = byId(concepts, Concept::id, "concept");
    checkReferences();
    Map<String, List<String>> below = new HashMap<>();
    for (Concept concept : this.concepts.values()) {
      for (String parent : concept.broader()) {
        below.computeIfAbsent(parent, key -> new ArrayList<>()).add(concept.id());
      }
    }
    this.narrower = below;
    checkAcyclic();
  }

  public String language() {
    return language;
  }

  public String version() {
    return version;
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

  /**
   * Every way down from a concept without broader concepts to this one, as lists of ids that end in
   * {@code id}. A concept with two broader concepts has at least two.
   */
  public List<List<String>> pathsTo(String id) {
    Concept concept = concepts.get(id);
    if (concept == null) {
      return List.of();
    }
    if (concept.broader().isEmpty()) {
      return List.of(List.of(id));
    }
    List<List<String>> paths = new ArrayList<>();
    for (String parent : concept.broader()) {
      for (List<String> path : pathsTo(parent)) {
        List<String> longer = new ArrayList<>(path);
        longer.add(id);
        paths.add(List.copyOf(longer));
      }
    }
    return paths;
  }

  private void checkReferences() {
    for (Microthesaurus micro : microthesauri.values()) {
      if (!micro.domain().isEmpty() && !domains.containsKey(micro.domain())) {
        throw new ThesaurusException(
            "microthesaurus " + micro.id() + " names the unknown domain " + micro.domain());
      }
    }
    for (Concept concept : concepts.values()) {
      for (String parent : concept.broader()) {
        if (!concepts.containsKey(parent)) {
          throw new ThesaurusException(
              "concept " + concept.id() + " names the unknown broader concept " + parent);
        }
      }
      for (String micro : concept.microthesauri()) {
        if (!microthesauri.containsKey(micro)) {
          throw new ThesaurusException(
              "concept " + concept.id() + " names the unknown microthesaurus " + micro);
        }
      }
    }
  }

  /** Takes away concepts whose broader ones are all gone; what stays hangs on a cycle. */
  private void checkAcyclic() {
    Map<String, Integer> above = new HashMap<>();
    Deque<String> free = new ArrayDeque<>();
    for (Concept concept : concepts.values()) {
      int parents = new HashSet<>(concept.broader()).size();
      above.put(concept.id(), parents);
      if (parents == 0) {
        free.add(concept.id());
      }
    }
    int placed = 0;
    while (!free.isEmpty()) {
      placed++;
      for (String child : new LinkedHashSet<>(narrower(free.remove()))) {
        if (above.merge(child, -1, Integer::sum) == 0) {
          free.add(child);
        }
      }
    }
    if (placed < concepts.size()) {
      throw new ThesaurusException(
          "the hierarchy of broader concepts has a cycle: "
              + String.join(" > ", findCycle(above))
              + "; take one of these broader relations out");
    }
  }

  private List<String> findCycle(Map<String, Integer> above) {
    String at =
        concepts.keySet().stream().filter(id -> above.get(id) > 0).findFirst().orElseThrow();
    List<String> walked = new ArrayList<>();
    while (!walked.contains(at)) {
      walked.add(at);
      at =
          concepts.get(at).broader().stream()
              .filter(parent -> above.get(parent) > 0)
              .findFirst()
              .orElseThrow();
    }
    List<String> cycle = new ArrayList<>(walked.subList(walked.indexOf(at), walked.size()));
    cycle.add(at);
    return cycle;
  }

  private static <T> Map<String, T> byId(Collection<T> items, Function<T, String> id, String kind) {
    Map<String, T> map = new LinkedHashMap<>();
    for (T item : items) {
      if (map.put(id.apply(item), item) != null) {
        throw new ThesaurusException("the " + kind + " " + id.apply(item) + " stands twice");
      }
    }
    return Collections.unmodifiableMap(map);
  }
}
