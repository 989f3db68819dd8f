package org.solrlmtc.core.thesaurus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The names of a thesaurus in one language: its own, or that of a translation. What the translation
 * lacks keeps its own name. Domains and microthesauri are matched by code and notation, concepts by
 * id.
 */
public final class ThesaurusNames {
  private final Thesaurus thesaurus;
  private final Thesaurus translation;
  private final Map<String, Domain> domains;
  private final Map<String, Microthesaurus> microthesauri;
  private final Map<String, Domain> domainNames;
  private final Map<String, Microthesaurus> microthesaurusNames;

  /**
   * @param thesaurus the entries
   * @param translation the names; the thesaurus itself for its own language
   */
  public ThesaurusNames(Thesaurus thesaurus, Thesaurus translation) {
    this.thesaurus = thesaurus;
    this.translation = translation;
    this.domains = by(thesaurus.domains(), Domain::code);
    this.microthesauri = by(thesaurus.microthesauri(), Microthesaurus::notation);
    this.domainNames = by(translation.domains(), Domain::code);
    this.microthesaurusNames = by(translation.microthesauri(), Microthesaurus::notation);
  }

  private static <T> Map<String, T> by(Iterable<T> entries, Function<T, String> key) {
    List<T> list = new ArrayList<>();
    entries.forEach(list::add);
    return list.stream().collect(Collectors.toMap(key, Function.identity()));
  }

  public Thesaurus thesaurus() {
    return thesaurus;
  }

  /** The language asked for. */
  public String language() {
    return translation.edition().language();
  }

  /** The language of a concept's names. */
  public String languageOf(Concept concept) {
    return translation.concept(concept.id()).isPresent()
        ? language()
        : thesaurus.edition().language();
  }

  public String descriptor(Concept concept) {
    return named(concept).descriptor();
  }

  public List<String> alternativeNames(Concept concept) {
    return named(concept).alternativeNames();
  }

  private Concept named(Concept concept) {
    return translation.concept(concept.id()).orElse(concept);
  }

  public String label(Domain domain) {
    return domainNames.getOrDefault(domain.code(), domain).label();
  }

  public String label(Microthesaurus microthesaurus) {
    return microthesaurusNames.getOrDefault(microthesaurus.notation(), microthesaurus).label();
  }

  /** The microthesaurus with a notation. */
  public Optional<Microthesaurus> microthesaurus(String notation) {
    return Optional.ofNullable(microthesauri.get(notation));
  }

  /**
   * The names along a path of {@link HierarchyPaths#byDomain}, from the top down.
   *
   * @return empty when the thesaurus has no such entry
   * @throws IllegalArgumentException when it has not the form of a path
   */
  public Optional<List<String>> alongDomainPath(String path) {
    List<String> segments = segments(path);
    List<Optional<String>> labels = new ArrayList<>();
    int next = 0;
    // a microthesaurus without a domain is at the top level, like the domains
    if (domains.containsKey(segments.get(0))) {
      labels.add(Optional.of(label(domains.get(segments.get(0)))));
      next = 1;
    }
    if (next < segments.size()) {
      labels.add(microthesaurus(segments.get(next)).map(this::label));
      segments.subList(next + 1, segments.size()).forEach(id -> labels.add(descriptor(id)));
    }
    return all(labels);
  }

  /**
   * The names along a path of {@link HierarchyPaths#byBroader}, from the top down.
   *
   * @return empty when the thesaurus lacks a concept of the path
   * @throws IllegalArgumentException when it has not the form of a path
   */
  public Optional<List<String>> alongBroaderPath(String path) {
    return all(segments(path).stream().map(this::descriptor).toList());
  }

  private Optional<String> descriptor(String id) {
    return thesaurus.concept(id).map(this::descriptor);
  }

  private static Optional<List<String>> all(List<Optional<String>> labels) {
    return labels.stream().allMatch(Optional::isPresent)
        ? Optional.of(labels.stream().map(Optional::orElseThrow).toList())
        : Optional.empty();
  }

  private static List<String> segments(String path) {
    List<String> parts = List.of(path.split("/", -1));
    if (parts.size() < 2 || !parts.get(0).equals(Integer.toString(parts.size() - 2))) {
      throw new IllegalArgumentException(
          "'" + path + "' is not a path such as 1/56/5641: depth, then one id per level");
    }
    return parts.subList(1, parts.size());
  }
}
