package org.solrlmtc.training.search;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.recipe.Recipe;
import org.solrlmtc.training.search.TreeParzenEstimator.Observation;

/**
 * A search for the hyper-parameters of a recipe. The same search gives the same trials, whether it
 * is interrupted or not.
 */
public final class Search {
  /** After this number of trials that all fail, the search ends. */
  private static final int MAX_FAILURES = 3;

  /** Proposals of {@link Algorithm#TPE} that are random, to begin with. */
  private static final int STARTUP = 8;

  private final Recipe recipe;
  private final SearchSpace space;
  private final Settings settings;
  private final TreeParzenEstimator estimator;
  private final TrialLog log;

  /** How values are proposed. */
  public enum Algorithm {
    TPE,
    RANDOM
  }

  /**
   * @param halving how many acts trials are trained on
   * @param measure what is maximised on dev
   * @param data the identity of the data
   */
  public record Settings(
      Algorithm algorithm, SuccessiveHalving halving, String measure, long seed, Object data) {}

  /** Trains a changed recipe. */
  @FunctionalInterface
  public interface Objective {
    /**
     * @param actsDivisor one training act in this number is used
     * @return the measure on dev
     * @throws TrainingException when these values cannot be trained; the search goes on
     */
    double train(Recipe recipe, int actsDivisor) throws IOException;
  }

  /**
   * Begins a search, or continues the one in the folder.
   *
   * @throws TrainingException when the space does not fit the recipe, or the folder is of another
   *     search
   */
  public Search(Recipe recipe, SearchSpace space, Settings settings, Path folder)
      throws IOException {
    space.check(recipe);
    this.recipe = recipe;
    this.space = space;
    this.settings = settings;
    this.estimator =
        new TreeParzenEstimator(
            space,
            settings.seed(),
            settings.algorithm() == Algorithm.RANDOM ? Integer.MAX_VALUE : STARTUP);
    this.log = TrialLog.open(folder.resolve("trials.jsonl"), description());
  }

  private Map<String, Object> description() {
    Map<String, Object> description = new LinkedHashMap<>();
    description.put("recipe", recipe.name());
    description.put("method", recipe.method());
    description.put("settings", recipe.settings());
    description.put("space", space.toString());
    description.put("algorithm", settings.algorithm());
    description.put("factor", settings.halving().factor());
    description.put("stages", settings.halving().stages());
    description.put("measure", settings.measure());
    description.put("seed", settings.seed());
    description.put("data", settings.data());
    return description;
  }

  /** All trials so far. */
  public List<Trial> trials() {
    return log.trials();
  }

  /** The best trial on all acts. */
  public Optional<Trial> best() {
    return log.trials().stream()
        .filter(trial -> trial.stage() == settings.halving().stages() - 1)
        .filter(trial -> trial.score().isPresent())
        .max(
            Comparator.comparingDouble((Trial trial) -> trial.score().orElseThrow())
                .thenComparing(Comparator.comparing(Trial::number).reversed()));
  }

  /** The recipe with the values of a trial. */
  public Recipe recipe(Trial trial) {
    return with(trial.values());
  }

  private Recipe with(Map<String, Object> values) {
    Recipe changed = recipe;
    for (Map.Entry<String, Object> value : values.entrySet()) {
      changed = changed.with(value.getKey(), value.getValue());
    }
    return changed;
  }

  /**
   * Trains until there are enough trials or the time is used up.
   *
   * @param count the number of different values to try
   * @param budget no trial begins after this time, trials of earlier runs included
   * @param report receives each trial when it is done
   * @throws TrainingException when the first trials all fail, with the reason
   */
  public void run(int count, Duration budget, Objective objective, Consumer<Trial> report)
      throws IOException {
    while (true) {
      List<Trial> done = log.trials();
      double used = done.stream().mapToDouble(Trial::seconds).sum();
      if (used >= budget.toSeconds()) {
        return;
      }
      Optional<Trial> promoted = settings.halving().next(done);
      int next = done.stream().mapToInt(Trial::number).max().orElse(-1) + 1;
      if (promoted.isEmpty() && next >= count) {
        return;
      }
      Trial trial =
          promoted.isPresent()
              ? train(
                  promoted.get().number(),
                  promoted.get().stage() + 1,
                  promoted.get().values(),
                  objective)
              : train(next, 0, estimator.propose(next, observations(done)), objective);
      log.add(trial);
      report.accept(trial);
      refuseIfAllFail();
    }
  }

  /**
   * The trials to learn from: those of the latest stage that has enough of them, since the order of
   * values on few acts is only an approximation of the order on all.
   */
  private List<Observation> observations(List<Trial> done) {
    List<Observation> observations = new ArrayList<>();
    for (int stage = settings.halving().stages() - 1; stage >= 0; stage--) {
      int at = stage;
      observations =
          new ArrayList<>(
              done.stream()
                  .filter(trial -> trial.stage() == at && trial.score().isPresent())
                  .map(trial -> new Observation(trial.values(), trial.score().orElseThrow()))
                  .toList());
      if (observations.size() >= STARTUP) {
        break;
      }
    }
    return observations;
  }

  private Trial train(int number, int stage, Map<String, Object> values, Objective objective)
      throws IOException {
    long start = System.nanoTime();
    Optional<Double> score = Optional.empty();
    Optional<String> failure = Optional.empty();
    try {
      score = Optional.of(objective.train(with(values), settings.halving().actsDivisor(stage)));
    } catch (TrainingException e) {
      failure = Optional.of(String.valueOf(e.getMessage()));
    }
    return new Trial(number, stage, values, score, failure, (System.nanoTime() - start) / 1e9);
  }

  private void refuseIfAllFail() {
    List<Trial> done = log.trials();
    if (done.size() >= MAX_FAILURES && done.stream().allMatch(t -> t.failure().isPresent())) {
      throw new TrainingException(
          "all "
              + done.size()
              + " trials failed, the last one with: "
              + done.get(done.size() - 1).failure().orElseThrow());
    }
  }
}
