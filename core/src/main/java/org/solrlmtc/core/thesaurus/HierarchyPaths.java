package org.solrlmtc.core.thesaurus;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The positions of concepts in the hierarchy, as strings for facets. A path starts with its depth:
 * {@code 0/56}, {@code 1/56/5641}, {@code 2/56/5641/2437}. In a multi-valued string field, the
 * values that start with {@code 1/56/} are then exactly the entries below {@code 0/56}, with
 * correct counts; nested facets over flat fields cannot count this.
 *
 * <p>For several concepts the paths are merged and sorted, without repetitions. An id that the
 * thesaurus lacks has no path.
 */
public final class HierarchyPaths {
  /** EuroVoc's longest chain has 6 concepts. */
  private static final int MAX_DEPTH = 100;

  /** The maximum in EuroVoc is 8 chains to one concept. */
  private static final int MAX_CHAINS = 1_000;

  private final Thesaurus thesaurus;

  /**
   * @throws ThesaurusException naming the entry if an id or code has a slash, or if the hierarchy
   *     is so deep, or has such a number of paths, that a document's paths would fill the index
   */
  public HierarchyPaths(Thesaurus thesaurus) {
    this.thesaurus = thesaurus;
    thesaurus.domains().forEach(domain -> requireSegment("domain", domain.code()));
    thesaurus.microthesauri().forEach(micro -> requireSegment("microthesaurus", micro.notation()));
    thesaurus.concepts().forEach(concept -> requireSegment("concept", concept.id()));
    checkChains();
  }

  /**
   * Domain, microthesaurus, concept: {@code 0/56}, {@code 1/56/5641}, {@code 2/56/5641/2437}. A
   * microthesaurus without a domain is at the top level, like the domains; a concept without a
   * microthesaurus has no path here.
   */
  public List<String> byDomain(Collection<String> ids) {
    TreeSet<String> paths = new TreeSet<>();
    for (String id : ids) {
      thesaurus.concept(id).ifPresent(concept -> addByDomain(concept, paths));
    }
    return List.copyOf(paths);
  }

  /**
   * Paths along broader concepts, from a top concept down: {@code 0/TOP}, {@code 1/TOP/MID}, {@code
   * 2/TOP/MID/ID}, for each chain.
   */
  public List<String> byBroader(Collection<String> ids) {
    TreeSet<String> paths = new TreeSet<>();
    for (String id : ids) {
      thesaurus
          .concept(id)
          .ifPresent(concept -> chains(concept).forEach(chain -> addPrefixes(chain, paths)));
    }
    return List.copyOf(paths);
  }

  private void addByDomain(Concept concept, TreeSet<String> paths) {
    for (String microId : concept.microthesauri()) {
      Microthesaurus micro = thesaurus.microthesaurus(microId).orElseThrow();
      List<String> segments = new ArrayList<>();
      thesaurus.domain(micro.domain()).ifPresent(domain -> segments.add(domain.code()));
      segments.add(micro.notation());
      segments.add(concept.id());
      addPrefixes(segments, paths);
    }
  }

  /** All chains down to the concept. The check in the constructor bounds their depth and number. */
  private List<List<String>> chains(Concept concept) {
    if (concept.broader().isEmpty()) {
      return List.of(List.of(concept.id()));
    }
    List<List<String>> chains = new ArrayList<>();
    for (String parent : concept.broader()) {
      for (List<String> above : chains(thesaurus.concept(parent).orElseThrow())) {
        List<String> chain = new ArrayList<>(above);
        chain.add(concept.id());
        chains.add(chain);
      }
    }
    return chains;
  }

  private static void addPrefixes(List<String> segments, TreeSet<String> paths) {
    for (int depth = 0; depth < segments.size(); depth++) {
      paths.add(depth + "/" + String.join("/", segments.subList(0, depth + 1)));
    }
  }

  private static void requireSegment(String kind, String value) {
    if (value.indexOf('/') >= 0) {
      throw ThesaurusException.about(
          kind + " " + value, "has a slash, which separates the levels of a path");
    }
  }

  private void checkChains() {
    Map<String, Chains> known = new HashMap<>();
    for (Concept concept : thesaurus.topDown()) {
      Chains chains = concept.broader().isEmpty() ? new Chains(1, 1) : new Chains(0, 0);
      for (String parent : concept.broader()) {
        chains = chains.plus(known.get(parent));
      }
      if (chains.depth() > MAX_DEPTH || chains.count() > MAX_CHAINS) {
        throw ThesaurusException.about(
            "concept " + concept.id(),
            "is reached by more than "
                + MAX_CHAINS
                + " chains of broader concepts, or by one of more than "
                + MAX_DEPTH
                + " concepts: too many for paths; take superfluous broader relations out");
      }
      known.put(concept.id(), chains);
    }
  }

  /** The number of chains down to a concept, and the length of the longest. */
  private record Chains(long count, int depth) {
    Chains plus(Chains parent) {
      return new Chains(count + parent.count, Math.max(depth, parent.depth + 1));
    }
  }
}
