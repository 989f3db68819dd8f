package org.solrlmtc.training.ensemble;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.solrlmtc.core.ensemble.EarlyExitSettings;
import org.solrlmtc.core.ensemble.EnsembleScorerProvider;
import org.solrlmtc.core.settings.Settings;

/**
 * The settings of an ensemble's recipe.
 *
 * @param bundles the members: paths, or names of folders beside the new bundle
 * @param candidates cascade: number of candidate labels of one member that networks score; 0 for
 *     all labels
 * @param candidatesFrom name of the member whose best labels are the candidates; empty for the
 *     first
 * @param combiner fits the combination of the members' scores
 * @param earlyMembers names of the members that are enough for acts that they are sure of; empty if
 *     every act needs all members
 * @param earlyConfidence the confidence from which on they are enough
 */
record EnsembleRecipe(
    List<String> bundles,
    int candidates,
    String candidatesFrom,
    CombinerTrainer combiner,
    List<String> earlyMembers,
    double earlyConfidence) {
  EnsembleRecipe {
    bundles = List.copyOf(bundles);
    earlyMembers = List.copyOf(earlyMembers);
    if (bundles.isEmpty()) {
      throw new IllegalArgumentException("the setting 'members' must name at least one model");
    }
    Set<String> different = new HashSet<>();
    for (String bundle : bundles) {
      if (bundle.isBlank() || !different.add(bundle)) {
        throw new IllegalArgumentException(
            "the setting 'members' has the bundle '" + bundle + "' twice or not at all");
      }
    }
    if (candidates < 0) {
      throw new IllegalArgumentException(
          "the setting 'candidates' must be 0 (all labels) or more, not " + candidates);
    }
  }

  /**
   * Reads a recipe's settings.
   *
   * @throws IllegalArgumentException naming the setting that is unknown or has a wrong value
   */
  static EnsembleRecipe read(Settings settings) {
    List<String> bundles = new ArrayList<>();
    for (Map<String, Object> map : settings.maps("members")) {
      Settings member = new Settings(EnsembleScorerProvider.METHOD + " member", map);
      bundles.add(member.text("bundle", ""));
      member.finish();
    }
    Settings earlyExit = settings.section("earlyExit");
    List<String> earlyMembers = earlyExit.texts("members", List.of());
    double earlyConfidence =
        EarlyExitSettings.checkConfidence(
            earlyExit.number("confidence", EarlyExitSettings.DEFAULT_CONFIDENCE));
    earlyExit.finish();
    return new EnsembleRecipe(
        bundles,
        settings.integer("candidates", 0),
        settings.text("candidatesFrom", ""),
        CombinerTrainers.read(settings.section("combiner")),
        earlyMembers,
        earlyConfidence);
  }
}
