package org.solrlmtc.cli.evaluate.system;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.solrlmtc.cli.evaluate.data.GoldSet;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.eval.ActPredictions;
import org.solrlmtc.core.score.LabelSet;

/** Something that predicts labels: a bundle, or a file with what a system predicted. */
public interface LabellingSystem {

  /** The system's name in reports. */
  String name();

  /** The bundle behind the system, if there is one: it knows a decision rule and a thesaurus. */
  Optional<ModelBundle> bundle();

  /**
   * Gives the predictions for every gold act, each act once.
   *
   * @param groups the labels of the evaluation
   * @param depth how deep the ranking of every group must at least be
   * @throws org.solrlmtc.cli.common.UserError when there are not predictions for exactly the gold
   *     acts
   */
  void predict(GoldSet gold, LabelSet groups, int depth, Consumer<ActPredictions> sink)
      throws IOException;
}
