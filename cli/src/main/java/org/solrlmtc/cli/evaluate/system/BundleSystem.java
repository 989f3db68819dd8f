package org.solrlmtc.cli.evaluate.system;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.solrlmtc.cli.common.ProgressLine;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.evaluate.data.GoldSet;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.eval.ActPredictions;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoringException;
import org.solrlmtc.readers.act.ActStream;
import org.solrlmtc.readers.act.DamagePolicy;
import org.solrlmtc.readers.act.DamagedRecordException;

/**
 * A bundle, with the scorer that Solr uses.
 *
 * @param threads number of acts scored concurrently
 * @param progress where to print the progress
 * @param prepared is given the scorer before the first act
 */
public record BundleSystem(
    ModelBundle model, int threads, PrintWriter progress, Consumer<LabelScorer> prepared)
    implements LabellingSystem {

  /** A bundle as it is. */
  public BundleSystem(ModelBundle model, int threads, PrintWriter progress) {
    this(model, threads, progress, scorer -> {});
  }

  @Override
  public String name() {
    return model.manifest().name();
  }

  @Override
  public Optional<ModelBundle> bundle() {
    return Optional.of(model);
  }

  @Override
  public void predict(GoldSet gold, LabelSet groups, int depth, Consumer<ActPredictions> sink)
      throws IOException {
    List<DecisionRule> rules = List.of(model.manifest().decision(), SystemEvaluator.PAPER_RULE);
    try (LabelScorer scorer = Scorers.open(model);
        ActStream acts = ActStream.open(gold.paths(), DamagePolicy.fatal(problem -> {}));
        ProgressLine display = new ProgressLine(name(), "acts", gold.size(), progress)) {
      prepared.accept(scorer);
      new ParallelScoring(
              scorer,
              threads,
              (act, scores) -> ActPredictions.of(act, scores, groups, depth, rules))
          .run(
              acts,
              predictions -> {
                sink.accept(predictions);
                display.step(1);
              });
    } catch (BundleException | ScoringException | DamagedRecordException e) {
      throw new UserError(e.getMessage(), e);
    }
  }
}
