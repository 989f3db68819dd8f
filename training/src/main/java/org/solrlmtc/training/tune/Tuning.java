package org.solrlmtc.training.tune;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.eval.ActPredictions;
import org.solrlmtc.core.eval.Evaluation;
import org.solrlmtc.core.eval.EvaluationSettings;
import org.solrlmtc.core.eval.Evaluator;
import org.solrlmtc.core.eval.Measure;
import org.solrlmtc.core.language.LanguageIdentifier;
import org.solrlmtc.core.reference.Reference;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.training.data.ActSplit;
import org.solrlmtc.training.execution.OrderedWork;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.Resources;

/**
 * A bundle's decision rule, tuned on acts with gold labels, and its quality on these acts.
 *
 * @param rule the decision rule, made by {@link DecisionOptions}
 * @param quality measures by kind; among them an unbiased estimate with 2-fold cross-validated
 *     thresholds
 * @param reference what the acts are like
 */
public record Tuning(
    DecisionRule rule, Map<String, Map<String, Double>> quality, Reference reference) {
  /** The measures in a manifest. */
  private static final List<String> REPORTED =
      List.of("RP@5", "nDCG@5", "micro-F1", "act-F1", "frequent:RP@5", "few:RP@5", "zero:RP@5");

  /**
   * Tunes and measures.
   *
   * @param labels the labels to evaluate on
   */
  public static Tuning on(
      ModelBundle bundle,
      ActSplit acts,
      LabelSet labels,
      DecisionOptions options,
      Resources resources,
      Progress progress)
      throws IOException {
    progress.stage("scoring dev");
    return of(score(bundle, acts, options, resources, progress), "dev", labels, options, progress);
  }

  /**
   * Tunes and measures on given scores.
   *
   * @param scores of the acts, by models that did not see them
   * @param labels the labels to evaluate on
   */
  public static Tuning on(
      CrossFitted scores,
      ActSplit acts,
      LabelSet labels,
      DecisionOptions options,
      Progress progress)
      throws IOException {
    return of(
        scored(scores.scores(), acts),
        "dev, " + scores.folds() + "-fold cross-fitted",
        labels,
        options,
        progress);
  }

  /** The measures of rankings, by given scores of the acts. */
  public static Map<String, Double> measure(
      List<LabelScores> scores, ActSplit acts, LabelSet labels) throws IOException {
    return measure(scored(scores, acts), labels, DecisionRule.above(0.5));
  }

  private static List<Scored> scored(List<LabelScores> scores, ActSplit acts) throws IOException {
    List<Scored> scored = new ArrayList<>();
    return acts.read(
        records -> {
          while (records.hasNext()) {
            ActRecord record = records.next();
            scored.add(
                new Scored(
                    record.act().id(),
                    record.concepts(),
                    scores.get(scored.size()),
                    Optional.empty(),
                    LanguageIdentifier.mostLikely(record.act()).stream().toList()));
          }
          return scored;
        });
  }

  private static Tuning of(
      List<Scored> scored,
      String name,
      LabelSet labels,
      DecisionOptions options,
      Progress progress) {
    progress.stage("tuning and measuring");
    int maxLabels = options.maxLabelsOrAll();
    ScoredActs all = new ScoredActs(maxLabels);
    ScoredActs[] halves = {new ScoredActs(maxLabels), new ScoredActs(maxLabels)};
    for (int i = 0; i < scored.size(); i++) {
      all.add(scored.get(i).scores, scored.get(i).gold);
      halves[i % 2].add(scored.get(i).scores, scored.get(i).gold);
    }
    DecisionRule rule = limitShortActs(tune(all, options), scored, maxLabels);
    Map<String, Map<String, Double>> quality = new LinkedHashMap<>();
    quality.put(name, measure(scored, labels, rule));
    double crossF1 =
        halves[0]
            .counts(tune(halves[1], options))
            .plus(halves[1].counts(tune(halves[0], options)))
            .f1();
    quality.put(name + ", 2-fold cross-validated thresholds", Map.of("micro-F1", crossF1));
    References reference = new References(rule, all.gold() / (double) Math.max(1, scored.size()));
    scored.forEach(act -> reference.add(act.scores, act.languages));
    return new Tuning(rule, quality, reference.build());
  }

  private static DecisionRule limitShortActs(
      DecisionRule rule, List<Scored> scored, int maxLabels) {
    ScoredActs copies = new ScoredActs(maxLabels);
    for (Scored act : scored) {
      act.shortCopy
          .filter(copy -> copy.coverage().isPresent())
          .ifPresent(copy -> copies.add(copy, act.gold));
    }
    return copies.acts().isEmpty() ? rule : ShortCopies.tune(rule, copies);
  }

  private static DecisionRule tune(ScoredActs acts, DecisionOptions options) {
    return switch (options.type()) {
      case THRESHOLD -> ThresholdTuner.tune(acts, options);
      case EXPECTED_F1 -> ExpectedF1Tuner.tune(acts, options);
    };
  }

  /**
   * An act's scores beside its gold labels.
   *
   * @param shortCopy the scores of its short copy; empty if the words per label are not tuned
   * @param languages its language, if it is long enough to have one
   */
  private record Scored(
      String id,
      Collection<String> gold,
      LabelScores scores,
      Optional<LabelScores> shortCopy,
      List<String> languages) {}

  private static List<Scored> score(
      ModelBundle bundle,
      ActSplit split,
      DecisionOptions options,
      Resources resources,
      Progress progress)
      throws IOException {
    List<Scored> scored = new ArrayList<>();
    try (LabelScorer scorer = Scorers.open(bundle);
        OrderedWork work = new OrderedWork(resources.threads())) {
      return split.read(
          acts -> {
            work.<List<ActRecord>, List<Scored>>forEach(
                ActSplit.batches(acts),
                batch -> score(scorer, batch, options.wordsPerLabel().isEmpty()),
                results -> {
                  scored.addAll(results);
                  progress.step(scored.size());
                });
            return scored;
          });
    }
  }

  private static List<Scored> score(
      LabelScorer scorer, List<ActRecord> batch, boolean withShortCopies) {
    List<LegalAct> acts = batch.stream().map(ActRecord::act).toList();
    List<LabelScores> scores = scorer.score(acts);
    List<LabelScores> ofCopies =
        withShortCopies ? scorer.score(acts.stream().map(ShortCopies::of).toList()) : List.of();
    List<Scored> scored = new ArrayList<>();
    for (int i = 0; i < acts.size(); i++) {
      scored.add(
          new Scored(
              acts.get(i).id(),
              batch.get(i).concepts(),
              scores.get(i),
              withShortCopies ? Optional.of(ShortCopies.best(ofCopies.get(i))) : Optional.empty(),
              LanguageIdentifier.mostLikely(acts.get(i)).stream().toList()));
    }
    return scored;
  }

  private static Map<String, Double> measure(
      List<Scored> scored, LabelSet labels, DecisionRule rule) {
    EvaluationSettings settings =
        EvaluationSettings.of(labels).withRule(rule).withAveragePrecision(false);
    Evaluator evaluator = new Evaluator(settings);
    for (Scored act : scored) {
      evaluator.add(
          ActPredictions.of(act.id, act.scores, labels, settings.depth(), List.of(rule)), act.gold);
    }
    Evaluation evaluation = evaluator.evaluate();
    Map<String, Double> measured = new LinkedHashMap<>();
    for (String name : REPORTED) {
      double value = evaluation.value(Measure.parse(name));
      if (!Double.isNaN(value)) {
        measured.put(name, value);
      }
    }
    return measured;
  }
}
