package org.solrlmtc.core.ensemble;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.settings.Settings;

/**
 * What an ensemble is made of.
 *
 * @param members at least one; their order is that of weights
 * @param candidates how many labels of the first member the others are shown; 0 for all
 * @param trained for labels that training acts carry
 * @param unseen for all others
 */
public record EnsembleSettings(
    List<Member> members, int candidates, LogisticWeights trained, LogisticWeights unseen) {

  /**
   * A model inside the ensemble.
   *
   * @param name what its files' names begin with
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
            "the setting 'members' has the name '" + member.name() + "' twice or not at all");
      }
    }
    if (candidates < 0) {
      throw new IllegalArgumentException(
          "the setting 'candidates' must be 0 (all labels) or more, not " + candidates);
    }
    trained.check(members.size());
    unseen.check(members.size());
  }

  /**
   * Reads the form of {@link #toMap}.
   *
   * @throws IllegalArgumentException naming the setting that is wrong
   */
  static EnsembleSettings read(Settings settings) {
    return new EnsembleSettings(
        settings.maps("members").stream().map(Member::read).collect(Collectors.toList()),
        settings.integer("candidates", 0),
        mixture(settings, "trained"),
        mixture(settings, "unseen"));
  }

  /** The settings of an ensemble's bundle. */
  public static EnsembleSettings of(ModelBundle bundle) {
    return bundle.readSettings(EnsembleSettings::read);
  }

  private static LogisticWeights mixture(Settings settings, String name) {
    Settings group = new Settings(EnsembleScorerProvider.METHOD + " " + name, settings.map(name));
    LogisticWeights mixture = LogisticWeights.read(group);
    group.finish();
    return mixture;
  }

  /** The form that manifests hold. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("members", members.stream().map(Member::toMap).collect(Collectors.toList()));
    map.put("candidates", candidates);
    map.put("trained", trained.toMap());
    map.put("unseen", unseen.toMap());
    return map;
  }
}
