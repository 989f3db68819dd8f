package org.solrlmtc.core.ensemble;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.ScorerProvider;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.thesaurus.Thesaurus;

/** Opens ensembles: bundles with the files of several models, whatever their methods. */
public final class EnsembleScorerProvider implements ScorerProvider {
  public static final String METHOD = "ensemble";

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public EnsembleScorer open(ModelBundle bundle) {
    EnsembleSettings settings = EnsembleSettings.of(bundle);
    List<LabelScorer> members = new ArrayList<>();
    try {
      ScoreCombiner combiner = combiner(settings, bundle, bundle.labels(), bundle.thesaurus());
      Optional<ScoreCombiner> trained =
          bundle.labels().withNewNames().isEmpty()
              ? Optional.empty()
              : Optional.of(
                  combiner(settings, bundle, bundle.labels().trained(), bundle.trainedThesaurus()));
      Optional<EarlyExit> earlyExit =
          settings.earlyExit().map(exit -> earlyExit(exit, settings, bundle));
      for (EnsembleSettings.Member member : settings.members()) {
        members.add(Scorers.open(bundle.member(member.name(), member.method(), member.settings())));
      }
      return new EnsembleScorer(
          bundle.labels(), new Members(members, settings), combiner, trained, earlyExit);
    } catch (IllegalArgumentException e) {
      Members.closeAll(members);
      throw new BundleException("bundle '" + bundle.manifest().name() + "': " + e.getMessage(), e);
    } catch (BundleException e) {
      Members.closeAll(members);
      throw e;
    }
  }

  private static EarlyExit earlyExit(
      EarlyExitSettings exit, EnsembleSettings settings, ModelBundle bundle) {
    return new EarlyExit(
        exit.members().stream().map(settings.names()::indexOf).toList(),
        exit.confidence(),
        ScoreCombiners.open(
            new Settings(METHOD + " combiner of earlyExit", exit.combiner()),
            new CombinerContext(
                exit.members(), bundle.labels(), bundle.thesaurus(), bundle::file)));
  }

  private static ScoreCombiner combiner(
      EnsembleSettings settings, ModelBundle bundle, LabelSet labels, Thesaurus thesaurus) {
    return ScoreCombiners.open(
        new Settings(METHOD + " combiner", settings.combiner()),
        new CombinerContext(settings.names(), labels, thesaurus, bundle::file));
  }
}
