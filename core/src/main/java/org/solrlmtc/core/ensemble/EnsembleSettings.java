package org.solrlmtc.core.ensemble;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.settings.Settings;

/**
 * The members of an ensemble and how they are combined.
 *
 * @param members at least one, in the order of the combiner's weights
 * @param candidates number of candidate labels in a cascade; 0: all labels, no cascade
 * @param candidatesFrom name of the member whose best labels are the candidates; empty: the first
 *     member
 * @param combiner the settings of the {@link ScoreCombiner}, its type included
 * @param earlyExit when some of the members are enough; empty: never
 */
public record EnsembleSettings(
    List<Member> members,
    int candidates,
    String candidatesFrom,
    Map<String, Object> combiner,
    Optional<EarlyExitSettings> earlyExit) {

  /**
   * A member of the ensemble.
   *
   * @param name prefix of its files
   */
  public record Member(String name, String method, Map<String, Object> settings) {
    Map<String, Object> toMap() {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("name", name);
      map.put("method", method);
      map.put("settings", settings);
      return map;
    }

    private static Member read(Map<String, Object> map) {
      Settings settings = new Settings(EnsembleScorerProvider.METHOD + " member", map);
      Member member =
          new Member(
              settings.text("name", ""), settings.text("method", ""), settings.map("settings"));
      settings.finish();
      return member;
    }
  }

  public EnsembleSettings {
    members = List.copyOf(members);
    Set<String> names = new HashSet<>();
    if (members.isEmpty()) {
      throw new IllegalArgumentException("the setting 'members' must name at least one model");
    }
    for (Member member : members) {
      if (member.name().isBlank() || !names.add(member.name())) {
        throw new IllegalArgumentException(
            "the setting 'members' has the name '"
                + member.name()
                + "': names must be unique and not empty");
      }
    }
    if (candidates < 0) {
      throw new IllegalArgumentException(
          "the setting 'candidates' must be 0 (all labels) or more, not " + candidates);
    }
    if (candidatesFrom.isEmpty()) {
      candidatesFrom = members.get(0).name();
    } else if (!names.contains(candidatesFrom)) {
      throw new IllegalArgumentException(
          "the setting 'candidatesFrom' is '"
              + candidatesFrom
              + "', which is no member: use "
              + members.stream().map(Member::name).collect(Collectors.joining(", ")));
    }
    combiner = Collections.unmodifiableMap(new LinkedHashMap<>(combiner));
    List<String> all = members.stream().map(Member::name).toList();
    earlyExit.ifPresent(exit -> exit.check(all));
  }

  /** Without early exit. */
  public EnsembleSettings(
      List<Member> members, int candidates, String candidatesFrom, Map<String, Object> combiner) {
    this(members, candidates, candidatesFrom, combiner, Optional.empty());
  }

  /** Index of the member whose best labels are the candidates. */
  public int candidateMember() {
    return names().indexOf(candidatesFrom);
  }

  List<String> names() {
    return members.stream().map(Member::name).collect(Collectors.toList());
  }

  static EnsembleSettings read(Settings settings) {
    return new EnsembleSettings(
        settings.maps("members").stream().map(Member::read).collect(Collectors.toList()),
        settings.integer("candidates", 0),
        settings.text("candidatesFrom", ""),
        settings.map("combiner"),
        EarlyExitSettings.read(settings));
  }

  /**
   * The settings of an ensemble's bundle.
   *
   * @throws org.solrlmtc.core.bundle.BundleException naming the setting that is wrong
   */
  public static EnsembleSettings of(ModelBundle bundle) {
    return bundle.readSettings(EnsembleSettings::read);
  }

  /** The form that manifests hold. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("members", members.stream().map(Member::toMap).collect(Collectors.toList()));
    map.put("candidates", candidates);
    if (candidates > 0) {
      map.put("candidatesFrom", candidatesFrom);
    }
    map.put("combiner", combiner);
    earlyExit.ifPresent(exit -> exit.put(map));
    return map;
  }
}
