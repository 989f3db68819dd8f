package org.solrlmtc.training.ensemble;

import java.util.List;
import org.solrlmtc.core.bundle.Settings;
import org.solrlmtc.core.ensemble.EnsembleSettings;
import org.solrlmtc.core.ensemble.EnsembleSettings.Member;
import org.solrlmtc.core.ensemble.Form;
import org.solrlmtc.core.ensemble.Mixture;

/**
 * Logistic regression over the members' log-odds, with weights of their own for labels that no
 * training act has.
 */
final class LogisticCombinerTrainer implements CombinerTrainer {
  static final String TYPE = "logistic";

  private LogisticCombinerTrainer() {}

  /** It has no settings. */
  static CombinerTrainer read(Settings section) {
    return new LogisticCombinerTrainer();
  }

  @Override
  public EnsembleSettings equalWeights(List<Member> members, int candidates) {
    Mixture equal = Mixture.alike(Form.LINEAR, members.size());
    return new EnsembleSettings(members, candidates, equal, equal);
  }

  @Override
  public EnsembleSettings fit(EnsembleSettings start, List<ScoredAct> acts) {
    int members = start.members().size();
    List<MemberScores> trained = acts.stream().map(ScoredAct::trained).toList();
    List<MemberScores> unseen = acts.stream().map(ScoredAct::unseen).toList();
    return new EnsembleSettings(
        start.members(),
        start.candidates(),
        new LogisticFit(Form.QUADRATIC, members, trained).fit(),
        // too few of these labels are ever right for more terms
        new LogisticFit(Form.LINEAR, members, unseen).fit());
  }
}
