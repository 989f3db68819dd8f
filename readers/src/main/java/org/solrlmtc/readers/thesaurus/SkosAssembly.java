package org.solrlmtc.readers.thesaurus;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Domain;
import org.solrlmtc.core.thesaurus.Edition;
import org.solrlmtc.core.thesaurus.Microthesaurus;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.core.thesaurus.ThesaurusException;

/**
 * Makes a thesaurus from the statements of a SKOS file.
 *
 * <ul>
 *   <li>An id is the end of the address, or the whole address where two concepts share the end.
 *   <li>A concept without a name in the wanted language gets its English one; without that it is
 *       omitted. Both are counted. A file without a single name in that language is refused.
 *   <li>EuroVoc's domains are of its class of domains, or, in plain SKOS, concepts of its scheme
 *       {@code domains}. Its microthesauri are the schemes with a code of four digits, at the start
 *       of their name or as notation; the domain is stated, or derived from the first two digits.
 *   <li>Elsewhere schemes are microthesauri when there are several, and there are no domains. With
 *       one scheme, collections and concept groups are the microthesauri, and groups of groups the
 *       domains. Groups that are not used are counted.
 *   <li>Concepts are deprecated if marked so, or if they are EuroVoc concepts in no microthesaurus:
 *       the publisher's rule for removed concepts.
 *   <li>References to what the file does not describe are dropped and counted.
 * </ul>
 */
final class SkosAssembly {
  private static final int SHOWN = 5;

  private final SkosStatements statements;
  private final String language;
  private final boolean euroVoc;
  private final List<SkosResource> conceptResources = new ArrayList<>();
  private final Map<String, Domain> domains = new LinkedHashMap<>();
  private final Map<String, Microthesaurus> microthesauri = new LinkedHashMap<>();
  private final Set<String> schemes = new HashSet<>();
  private final SkosGroups groups;
  private final List<String> notes = new ArrayList<>();

  SkosAssembly(SkosStatements statements, String language) {
    this.statements = statements;
    this.language = language;
    this.groups = new SkosGroups(statements.resources());
    this.euroVoc =
        statements.resources().stream()
            .anyMatch(
                resource ->
                    isDomain(resource) || resource.schemes.contains(EuroVocTerms.THESAURUS));
  }

  LoadedThesaurus thesaurus(String source) {
    statements.resources().forEach(this::takeLabels);
    addDomains();
    addMicrothesauri();
    chooseConcepts();
    Edition edition = new Edition(language, version(), source);
    Thesaurus thesaurus =
        new Thesaurus(edition, domains.values(), microthesauri.values(), concepts());
    return new LoadedThesaurus(thesaurus, notes);
  }

  private static boolean isDomain(SkosResource resource) {
    return resource.domain || resource.schemes.contains(EuroVocTerms.DOMAINS);
  }

  /** Label objects repeat plain labels; where both are given they agree. */
  private void takeLabels(SkosResource resource) {
    for (String label : resource.preferredLabels) {
      NameChoice choice = statements.label(label);
      resource.name.offer(choice.name(), choice.fit());
    }
    for (String label : resource.alternativeLabels) {
      NameChoice choice = statements.label(label);
      if (choice.fit().compareTo(NameChoice.Fit.UNTAGGED) >= 0) {
        resource.alternativeNames.add(choice.name());
      }
    }
  }

  private void addDomains() {
    List<SkosResource> found =
        statements.resources().stream().filter(SkosAssembly::isDomain).toList();
    Map<String, String> ids = ids(found);
    for (SkosResource resource : found) {
      String id = ids.get(resource.address);
      Names.Coded coded = Names.coded(resource.name.name());
      String code = firstFilled(coded.code(), resource.notation, resource.identifier, id);
      domains.put(resource.address, new Domain(id, code, firstFilled(coded.label(), code)));
    }
  }

  private void addMicrothesauri() {
    List<SkosResource> found =
        statements.resources().stream()
            .filter(resource -> resource.scheme && !isDomain(resource))
            .toList();
    found.forEach(resource -> schemes.add(resource.address));
    if (euroVoc) {
      schemes.add(EuroVocTerms.THESAURUS);
      schemes.add(EuroVocTerms.DOMAINS);
      found = found.stream().filter(resource -> !euroVocCode(resource).isEmpty()).toList();
    } else if (found.size() < 2) {
      addGroups();
      return;
    }
    note(groups.all(), "collections and concept groups beside the schemes, left out");
    Map<String, String> ids = ids(found);
    for (SkosResource resource : found) {
      String id = ids.get(resource.address);
      String name = firstFilled(resource.name.name(), resource.title.name(), id);
      String notation = euroVoc ? euroVocCode(resource) : firstFilled(resource.notation, id);
      String label = euroVoc ? Names.coded(name).label() : name;
      microthesauri.put(
          resource.address, new Microthesaurus(id, notation, label, domainOf(resource, notation)));
    }
  }

  private void addGroups() {
    List<SkosResource> above = groups.domains();
    List<SkosResource> below = groups.microthesauri();
    Map<String, String> ids = ids(groups.all());
    for (SkosResource group : above) {
      String id = ids.get(group.address);
      String code = firstFilled(group.notation, id);
      domains.put(group.address, new Domain(id, code, SkosGroups.name(group)));
    }
    for (SkosResource group : below) {
      String id = ids.get(group.address);
      String domain =
          groups.above(group).stream()
              .filter(domains::containsKey)
              .map(address -> domains.get(address).id())
              .findFirst()
              .orElse("");
      microthesauri.put(
          group.address,
          new Microthesaurus(id, firstFilled(group.notation, id), SkosGroups.name(group), domain));
    }
    note(groups.nameless(), "collections and concept groups without a name, left out");
  }

  /** Four digits, or empty for a scheme that is no microthesaurus. */
  private static String euroVocCode(SkosResource scheme) {
    for (String code :
        List.of(Names.coded(scheme.name.name()).code(), scheme.notation, scheme.identifier)) {
      if (code.matches("[0-9]{4}")) {
        return code;
      }
    }
    return "";
  }

  private String domainOf(SkosResource scheme, String notation) {
    for (String subject : scheme.subjects) {
      if (domains.containsKey(subject)) {
        return domains.get(subject).id();
      }
    }
    return domains.values().stream()
        .filter(domain -> notation.startsWith(domain.code()))
        .map(Domain::id)
        .findFirst()
        .orElse("");
  }

  private void chooseConcepts() {
    List<SkosResource> english = new ArrayList<>();
    List<SkosResource> nameless = new ArrayList<>();
    for (SkosResource resource : statements.resources()) {
      if (!resource.concept || isDomain(resource)) {
        continue;
      }
      switch (resource.name.fit()) {
        case NONE -> nameless.add(resource);
        case ENGLISH -> {
          english.add(resource);
          conceptResources.add(resource);
        }
        default -> conceptResources.add(resource);
      }
    }
    if (conceptResources.isEmpty() && nameless.isEmpty()) {
      throw new ThesaurusException("it describes no skos:Concept");
    }
    if (conceptResources.size() == english.size()) {
      throw new ThesaurusException(
          "it has no names in '"
              + language
              + "'; its names are in "
              + String.join(", ", statements.languages()));
    }
    note(english, "concepts without a name in '" + language + "', under their English one");
    if (statements.anonymousConcepts() > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "concepts without an address to take an id from, left out: %,d",
              statements.anonymousConcepts()));
    }
    if (statements.anonymousGroups() > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "collections and concept groups without an address, left out: %,d",
              statements.anonymousGroups()));
    }
    note(nameless, "concepts without a name in '" + language + "' or English, left out");
  }

  private List<Concept> concepts() {
    Map<String, String> ids = ids(conceptResources);
    References broader = new References("broader concept");
    References inScheme = new References("scheme");
    note(groups.misplaced(conceptResources), "members of a group of groups, without that");
    List<Concept> concepts = new ArrayList<>();
    for (SkosResource resource : conceptResources) {
      String id = ids.get(resource.address);
      List<String> memberOf =
          Stream.concat(
                  inScheme.keep(id, resource.schemes, schemes).stream(),
                  groups.above(resource).stream())
              .filter(microthesauri::containsKey)
              .map(address -> microthesauri.get(address).id())
              .toList();
      Set<String> above = new LinkedHashSet<>(resource.broader);
      above.removeAll(groups.addresses());
      boolean left = euroVoc && !microthesauri.isEmpty() && memberOf.isEmpty();
      concepts.add(
          new Concept(
              id,
              resource.name.name(),
              resource.alternativeNames,
              broader.keep(id, above, ids.keySet()).stream().map(ids::get).toList(),
              memberOf,
              left || statements.isDeprecated(resource)));
    }
    broader.report(notes);
    inScheme.report(notes);
    return concepts;
  }

  private String version() {
    return statements.resources().stream()
        .filter(resource -> !resource.version.isEmpty())
        .filter(resource -> !euroVoc || resource.address.equals(EuroVocTerms.THESAURUS))
        .map(resource -> resource.version)
        .findFirst()
        .orElse(Edition.UNKNOWN);
  }

  /** Ids by address. */
  private Map<String, String> ids(Collection<SkosResource> resources) {
    Map<String, String> ids =
        ConceptAddress.ids(resources.stream().map(resource -> resource.address).toList());
    List<SkosResource> ambiguous =
        resources.stream()
            .filter(resource -> ids.get(resource.address).equals(resource.address))
            .toList();
    note(ambiguous, "entries that share the end of their address, under the whole address");
    return ids;
  }

  private void note(List<SkosResource> resources, String what) {
    if (!resources.isEmpty()) {
      notes.add(
          String.format(Locale.ROOT, "%s: %,d, such as ", what, resources.size())
              + resources.stream()
                  .limit(SHOWN)
                  .map(resource -> resource.address)
                  .collect(Collectors.joining(", ")));
    }
  }

  private static String firstFilled(String... values) {
    for (String value : values) {
      if (!value.isBlank()) {
        return value;
      }
    }
    return "";
  }
}
