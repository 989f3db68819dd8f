package org.solrlmtc.cli.evaluate.system;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.solrlmtc.cli.evaluate.data.GoldSet;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.eval.ActPredictions;
import org.solrlmtc.core.score.LabelSet;

/** A source of predictions: a bundle, or a file of predictions. */
public interface LabellingSystem {

  /** The system's name in reports. */
  String name();

  /** The bundle of the system, if there is one: it has a decision rule and a thesaurus. */
  Optional<ModelBundle> bundle();

  /**
   * Passes the predictions of every gold act to the sink, each act once.
   *
   * @param groups the labels of the evaluation
   * @param depth minimum number of ranked labels per group
   * @throws org.solrlmtc.cli.common.UserError when the acts of the predictions are not exactly the
   *     gold acts
   */
  void predict(GoldSet gold, LabelSet groups, int depth, Consumer<ActPredictions> sink)
      throws IOException;
}
