package org.solrlmtc.core.ensemble;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.core.settings.Settings;

/**
 * When an ensemble needs only some of its members.
 *
 * @param members names of the members that score every act
 * @param confidence an act whose expected F1 by these members is at least this does not reach the
 *     others; 0: no act does, 1: practically every act does
 * @param combiner the settings of the combiner of these members, its type included
 */
public record EarlyExitSettings(
    List<String> members, double confidence, Map<String, Object> combiner) {
  /** The default confidence. */
  public static final double DEFAULT_CONFIDENCE = 0.7;

  private static final String SECTION = "earlyExit";

  public EarlyExitSettings {
    members = List.copyOf(members);
    combiner = Collections.unmodifiableMap(new LinkedHashMap<>(combiner));
    checkConfidence(confidence);
  }

  /** Refuses a confidence that is none. */
  public static double checkConfidence(double confidence) {
    if (!(confidence >= 0 && confidence <= 1)) {
      throw new IllegalArgumentException(
          "the setting 'confidence' of 'earlyExit' must be between 0 and 1, not " + confidence);
    }
    return confidence;
  }

  /** Refuses members that the ensemble does not have, and those that are no or all of them. */
  void check(List<String> all) {
    for (String member : members) {
      if (!all.contains(member)) {
        throw new IllegalArgumentException(
            "the setting 'members' of 'earlyExit' has '"
                + member
                + "', which is no member: use "
                + String.join(", ", all));
      }
    }
    if (members.isEmpty()
        || members.size() == all.size()
        || members.stream().distinct().count() < members.size()) {
      throw new IllegalArgumentException(
          "the setting 'members' of 'earlyExit' must name some, but not all members of the"
              + " ensemble, each once");
    }
  }

  /** The same with another confidence. */
  EarlyExitSettings withConfidence(double other) {
    return new EarlyExitSettings(members, other, combiner);
  }

  static Optional<EarlyExitSettings> read(Settings ensemble) {
    Settings section = ensemble.section(SECTION);
    List<String> members = section.texts("members", List.of());
    double confidence = section.number("confidence", DEFAULT_CONFIDENCE);
    Map<String, Object> combiner = section.map("combiner");
    section.finish();
    return members.isEmpty() && combiner.isEmpty()
        ? Optional.empty()
        : Optional.of(new EarlyExitSettings(members, confidence, combiner));
  }

  /** Adds the section of a manifest. */
  void put(Map<String, Object> settings) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("members", members);
    map.put("confidence", confidence);
    map.put("combiner", combiner);
    settings.put(SECTION, map);
  }
}
