package org.solrlmtc.core.concept;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.concept.ThesaurusChanges.Change;
import org.solrlmtc.core.concept.ThesaurusChanges.Kind;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Domain;
import org.solrlmtc.core.thesaurus.Microthesaurus;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.core.thesaurus.ThesaurusException;

/**
 * Applies a new edition of a thesaurus to a bundle: new concepts become labels, labels get their
 * new names, and labels whose concepts ended are no longer assigned. Concepts that the new edition
 * lacks stay in the bundle's thesaurus, deprecated, as documents may have them.
 */
public final class ThesaurusUpdate {
  private ThesaurusUpdate() {}

  /**
   * Writes the updated bundle.
   *
   * @param changes from the former edition to the present one
   * @throws BundleException with the reason why nothing was written
   */
  public static ModelBundle write(
      ModelBundle bundle, ThesaurusChanges changes, Thesaurus present, Path target)
      throws IOException {
    String language = bundle.thesaurus().edition().language();
    if (!present.edition().language().equals(language)) {
      throw new BundleException(
          "the new thesaurus is in the language '"
              + present.edition().language()
              + "', that of the bundle in '"
              + language
              + "': read it in the bundle's language");
    }
    LabelSet labels = bundle.labels();
    Set<String> assigned =
        labels.assigned().stream().mapToObj(labels::id).collect(Collectors.toSet());
    LabelChanges ofLabels =
        new LabelChanges(
            ids(changes, Kind.ADDED).filter(id -> !assigned.contains(id)).toList(),
            Stream.concat(ids(changes, Kind.RENAMED), ids(changes, Kind.OTHER_NAMES))
                .filter(assigned::contains)
                .toList(),
            Stream.of(Kind.MERGED, Kind.DEPRECATED, Kind.GONE)
                .flatMap(kind -> ids(changes, kind))
                .filter(assigned::contains)
                .toList());
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("action", "update");
    entry.put("edition", present.edition().version());
    entry.put("source", present.edition().source());
    entry.put("added", ofLabels.add().size());
    entry.put("renamed", ofLabels.rename().size());
    entry.put("removed", ofLabels.remove().size());
    return EditedBundle.write(
        bundle,
        ofLabels.isEmpty() ? labels : ofLabels.apply(labels),
        merged(bundle.thesaurus(), present),
        entry,
        target);
  }

  private static Stream<String> ids(ThesaurusChanges changes, Kind kind) {
    return changes.of(kind).stream().map(Change::id);
  }

  private static Thesaurus merged(Thesaurus former, Thesaurus present) {
    Map<String, Domain> domains = byId(former.domains().stream(), Domain::id);
    Set<String> codes = present.domains().stream().map(Domain::code).collect(Collectors.toSet());
    domains.values().removeIf(domain -> codes.contains(domain.code()));
    present.domains().forEach(domain -> domains.put(domain.id(), domain));
    Map<String, Microthesaurus> micros = byId(former.microthesauri().stream(), Microthesaurus::id);
    Set<String> notations =
        present.microthesauri().stream().map(Microthesaurus::notation).collect(Collectors.toSet());
    micros
        .values()
        .removeIf(
            micro ->
                notations.contains(micro.notation())
                    || !(micro.domain().isEmpty() || domains.containsKey(micro.domain())));
    present.microthesauri().forEach(micro -> micros.put(micro.id(), micro));
    List<Concept> concepts = new ArrayList<>(present.concepts());
    for (Concept old : former.concepts()) {
      if (present.concept(old.id()).isEmpty()) {
        concepts.add(
            new Concept(
                old.id(),
                old.descriptor(),
                old.alternativeNames(),
                old.broader(),
                old.microthesauri().stream().filter(micros::containsKey).toList(),
                true));
      }
    }
    try {
      return new Thesaurus(present.edition(), domains.values(), micros.values(), concepts);
    } catch (ThesaurusException e) {
      throw new BundleException(e.getMessage(), e);
    }
  }

  private static <T> Map<String, T> byId(Stream<T> entries, Function<T, String> id) {
    return entries.collect(
        Collectors.toMap(id, entry -> entry, (one, other) -> one, LinkedHashMap::new));
  }
}
