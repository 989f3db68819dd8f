package org.solrlmtc.readers.thesaurus;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The collections and concept groups of a vocabulary. A group is a microthesaurus, and a group of
 * groups a domain. Members are stated, or are below the group in the hierarchy.
 */
final class SkosGroups {
  private final Map<String, SkosResource> groups = new LinkedHashMap<>();
  private final Set<String> groupsOfGroups = new HashSet<>();

  SkosGroups(Collection<SkosResource> resources) {
    for (SkosResource resource : resources) {
      if (resource.group && !resource.concept && !resource.scheme) {
        groups.put(resource.address, resource);
      }
    }
    for (SkosResource group : groups.values()) {
      groupsOfGroups.addAll(above(group));
    }
  }

  Set<String> addresses() {
    return groups.keySet();
  }

  List<SkosResource> all() {
    return List.copyOf(groups.values());
  }

  /** The groups that a concept or a group is a member of. */
  List<String> above(SkosResource member) {
    return Stream.concat(member.groups.stream(), member.broader.stream())
        .filter(group -> groups.containsKey(group) && !group.equals(member.address))
        .distinct()
        .toList();
  }

  /** Groups of groups with a name. */
  List<SkosResource> domains() {
    return named().filter(group -> groupsOfGroups.contains(group.address)).toList();
  }

  /** Groups of concepts with a name. */
  List<SkosResource> microthesauri() {
    return named().filter(group -> !groupsOfGroups.contains(group.address)).toList();
  }

  List<SkosResource> nameless() {
    return groups.values().stream().filter(group -> name(group).isEmpty()).toList();
  }

  /** Groups of groups that are members themselves, and concepts directly in a group of groups. */
  List<SkosResource> misplaced(Collection<SkosResource> concepts) {
    List<SkosResource> misplaced =
        groupsOfGroups.stream()
            .map(groups::get)
            .filter(group -> !above(group).isEmpty())
            .collect(Collectors.toCollection(ArrayList::new));
    concepts.stream()
        .filter(concept -> above(concept).stream().anyMatch(groupsOfGroups::contains))
        .forEach(misplaced::add);
    return misplaced;
  }

  static String name(SkosResource group) {
    return group.name.name().isEmpty() ? group.title.name() : group.name.name();
  }

  private Stream<SkosResource> named() {
    return groups.values().stream().filter(group -> !name(group).isEmpty());
  }
}
