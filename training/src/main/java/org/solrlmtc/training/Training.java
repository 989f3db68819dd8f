package org.solrlmtc.training;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.eval.ActPredictions;
import org.solrlmtc.core.eval.Evaluation;
import org.solrlmtc.core.eval.EvaluationSettings;
import org.solrlmtc.core.eval.Evaluator;
import org.solrlmtc.core.eval.Measure;
import org.solrlmtc.core.score.DecisionRule;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Thesaurus;

/**
 * From a recipe and a data set to a bundle. The threshold is tuned and the quality measured on the
 * development split through the bundle itself, so every number in a manifest comes from what ships.
 */
public final class Training {
  /** What a manifest tells of the development split. */
  private static final List<String> REPORTED =
      List.of("RP@5", "nDCG@5", "micro-F1", "frequent:RP@5", "few:RP@5", "zero:RP@5");

  private Training() {}

  /** Trains with all that this process may use. */
  public static ModelBundle run(
      Recipe recipe,
      TrainingData data,
      Thesaurus thesaurus,
      Path target,
      Map<String, Object> provenance,
      Progress progress)
      throws IOException {
    return run(recipe, data, thesaurus, target, provenance, Resources.ofThisProcess(), progress);
  }

  /**
   * Trains. What an interrupted run of the same recipe on the same data left beside the target is
   * taken up again, where the method can and {@link KeptWork} does not say otherwise.
   *
   * @param target the bundle's folder; an older bundle there is replaced when the new one is done
   * @param provenance what the caller knows about the run, such as the program's version
   */
  public static ModelBundle run(
      Recipe recipe,
      TrainingData data,
      Thesaurus thesaurus,
      Path target,
      Map<String, Object> provenance,
      Resources resources,
      Progress progress)
      throws IOException {
    Trainer trainer = trainerOf(recipe);
    trainer.check(recipe);
    BundleWriter.checkTarget(target);
    Path work = target.resolveSibling("." + target.getFileName() + ".work");
    if (resources.keptWork() == KeptWork.REQUIRE && !Files.isDirectory(work)) {
      throw new TrainingException(
          "there is nothing to resume: " + work + " does not exist; train from the start");
    }
    progress.stage("counting labels");
    LabelSet labels =
        data.labels(
            thesaurus, id -> progress.note("the thesaurus does not have the gold concept " + id));
    try (BundleWriter writer = new BundleWriter(target, labels, thesaurus)) {
      writer
          .staleDrafts()
          .forEach(draft -> progress.note("removed what a killed training had left: " + draft));
      prepare(work, resources.keptWork(), progress);
      Map<String, Object> settings =
          trainer.train(
              new TrainingTask(recipe, data, labels, thesaurus, resources, work, progress), writer);
      int maxLabels = recipe.maxLabels() == 0 ? labels.size() : recipe.maxLabels();
      DecisionRule decision = new DecisionRule(0.5, Map.of(), maxLabels);
      Map<String, Map<String, Double>> quality = Map.of();
      if (data.dev().isPresent()) {
        ModelBundle draft = writer.preview(recipe.version(), trainer.method(), settings, decision);
        progress.stage("tuning the threshold on dev");
        try (LabelScorer scorer = Scorers.open(draft)) {
          Tuned tuned = tune(scorer, data.dev().get(), maxLabels, recipe, progress);
          decision = tuned.rule();
          progress.stage("measuring on dev");
          quality = new LinkedHashMap<>();
          quality.put(
              "dev", measure(scorer, data.dev().get(), data.labelsInUse(), decision, progress));
          if (!Double.isNaN(tuned.crossF1())) {
            quality.put("dev, thresholds of the other half", Map.of("micro-F1", tuned.crossF1()));
          }
        }
      }
      ModelBundle bundle =
          writer.finish(
              recipe.version(),
              trainer.method(),
              settings,
              decision,
              provenanceOf(recipe, data, thesaurus, provenance),
              quality);
      delete(work);
      return bundle;
    }
  }

  private static void prepare(Path work, KeptWork keptWork, Progress progress) throws IOException {
    if (!Files.isDirectory(work)) {
      return;
    }
    if (keptWork == KeptWork.DISCARD) {
      delete(work);
      progress.note("discarded the work kept in " + work);
    } else {
      progress.note("an interrupted training kept work in " + work + ": what fits is taken up");
    }
  }

  static Trainer trainerOf(Recipe recipe) {
    Map<String, Trainer> trainers = new TreeMap<>();
    ServiceLoader.load(Trainer.class, Training.class.getClassLoader())
        .forEach(trainer -> trainers.put(trainer.method(), trainer));
    Trainer trainer = trainers.get(recipe.method());
    if (trainer == null) {
      throw new TrainingException(
          "recipe '"
              + recipe.name()
              + "' asks for the unknown method '"
              + recipe.method()
              + "'; known methods: "
              + String.join(", ", trainers.keySet()));
    }
    return trainer;
  }

  /**
   * Tuned thresholds, and the honest estimate of what they reach: each half of the acts decided by
   * the thresholds of the other half.
   */
  private record Tuned(DecisionRule rule, double crossF1) {}

  private static Tuned tune(
      LabelScorer scorer, Path dev, int maxLabels, Recipe recipe, Progress progress)
      throws IOException {
    Function<ThresholdTuner, DecisionRule> tuning =
        recipe.labelThresholds() ? ThresholdTuner::tuneByLabel : ThresholdTuner::tune;
    return TrainingData.with(
        dev,
        acts -> {
          ThresholdTuner all = new ThresholdTuner(maxLabels);
          ThresholdTuner odd = new ThresholdTuner(maxLabels);
          ThresholdTuner even = new ThresholdTuner(maxLabels);
          for (long done = 1; acts.hasNext(); done++) {
            ActRecord act = acts.next();
            LabelScores scores = score(scorer, act);
            all.add(scores, act.concepts());
            (done % 2 == 0 ? even : odd).add(scores, act.concepts());
            progress.step(done);
          }
          double crossF1 = odd.counts(tuning.apply(even)).plus(even.counts(tuning.apply(odd))).f1();
          return new Tuned(tuning.apply(all), crossF1);
        });
  }

  private static Map<String, Double> measure(
      LabelScorer scorer, Path dev, LabelSet labels, DecisionRule decision, Progress progress)
      throws IOException {
    EvaluationSettings settings =
        EvaluationSettings.of(labels).withRule(decision).withAveragePrecision(false);
    Evaluation evaluation =
        TrainingData.with(
            dev,
            acts -> {
              Evaluator evaluator = new Evaluator(settings);
              for (long done = 1; acts.hasNext(); done++) {
                ActRecord act = acts.next();
                evaluator.add(
                    ActPredictions.of(
                        act.act().id(), score(scorer, act), labels, settings.depth(), decision),
                    act.concepts());
                progress.step(done);
              }
              return evaluator.evaluate();
            });
    Map<String, Double> measured = new LinkedHashMap<>();
    for (String name : REPORTED) {
      double value = evaluation.value(Measure.parse(name));
      if (!Double.isNaN(value)) {
        measured.put(name, value);
      }
    }
    return measured;
  }

  private static LabelScores score(LabelScorer scorer, ActRecord act) {
    return scorer.score(List.of(act.act())).get(0);
  }

  private static Map<String, Object> provenanceOf(
      Recipe recipe, TrainingData data, Thesaurus thesaurus, Map<String, Object> given)
      throws IOException {
    Map<String, Object> provenance = new TreeMap<>(given);
    provenance.put("data", data.identity());
    provenance.put("recipe", recipe.name());
    provenance.put("recipeSettings", recipe.settings());
    provenance.put("thesaurus", thesaurus.edition().source() + " " + thesaurus.edition().version());
    return provenance;
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> entries = Files.walk(folder)) {
      for (Path entry : entries.sorted(Comparator.reverseOrder()).collect(Collectors.toList())) {
        Files.delete(entry);
      }
    }
  }
}
