package org.solrlmtc.core.eval;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Evaluates acts one by one and returns an {@link Evaluation}. The result is the same to the last
 * digit whatever the order of the acts, and whether one evaluator counted them all or several were
 * merged, in this process or through {@link #state()}: it keeps only integers.
 *
 * <p>Memory does not grow with the number of acts, except for the average precision of labels (see
 * {@link EvaluationSettings}). The caller ensures that every act is added once. Not thread-safe:
 * use one evaluator per thread, then merge.
 */
public final class Evaluator {
  private static final String SETTINGS = "settings";
  private static final String ACTS = "acts";
  private static final String CALIBRATION = "calibration";
  private static final String GROUP = "group/";
  private static final String LABEL = "label/";

  private final EvaluationSettings settings;
  private final ActEvaluator evaluator;
  private final Map<EvaluationGroup, GroupTally> groups = new EnumMap<>(EvaluationGroup.class);
  private final Map<String, LabelTally> labels = new TreeMap<>();
  private final CalibrationTally calibration = new CalibrationTally();
  private long acts;

  public Evaluator(EvaluationSettings settings) {
    this.settings = settings;
    this.evaluator = new ActEvaluator(settings);
    for (EvaluationGroup group : EvaluationGroup.values()) {
      groups.put(group, new GroupTally(settings));
    }
  }

  /**
   * Adds one act.
   *
   * @param gold the labels the act should have, possibly none
   * @throws IllegalArgumentException naming act and label if a gold label appears twice; the act is
   *     then not counted
   */
  public void add(ActPredictions predictions, Collection<String> gold) {
    ActOutcome outcome = evaluator.evaluate(predictions, gold);
    acts++;
    groups.forEach((group, tally) -> tally.add(outcome.groups().get(group)));
    Set<String> decided = new TreeSet<>(outcome.gold());
    decided.addAll(outcome.assigned());
    for (String label : decided) {
      tally(label).addDecision(outcome.assigned().contains(label), outcome.gold().contains(label));
    }
    for (Prediction prediction : predictions.ranking()) {
      boolean isGold = outcome.gold().contains(prediction.label());
      calibration.add(prediction.score(), isGold);
      if (settings.averagePrecision()) {
        tally(prediction.label()).addScore(prediction.score(), isGold);
      }
    }
  }

  /**
   * Adds all acts of another evaluator.
   *
   * @throws IllegalArgumentException if it has other settings
   */
  public void merge(Evaluator other) {
    checkSameSettings(other.settings.fingerprint());
    acts += other.acts;
    groups.forEach((group, tally) -> tally.merge(other.groups.get(group)));
    other.labels.forEach((label, tally) -> tally(label).merge(tally));
    calibration.merge(other.calibration);
  }

  /**
   * Adds all acts of an evaluator of another process, given its {@link #state()}.
   *
   * @throws IllegalArgumentException if it has other settings or cannot be read
   */
  public void merge(Map<String, String> state) {
    Evaluator other = new Evaluator(settings);
    other.read(new CountState(state));
    merge(other);
  }

  /** Everything counted so far, as plain text entries: equal for evaluators of equal acts. */
  public Map<String, String> state() {
    CountState state = new CountState();
    state.put(SETTINGS, settings.fingerprint());
    state.put(ACTS, acts);
    groups.forEach((group, tally) -> tally.write(state, GROUP + group.key()));
    labels.forEach((label, tally) -> state.put(LABEL + label, tally.write()));
    calibration.write(state, CALIBRATION);
    return state.entries();
  }

  /** The results so far. */
  public Evaluation evaluate() {
    List<LabelRow> rows = labelRows();
    Map<EvaluationGroup, GroupEvaluation> results = new EnumMap<>(EvaluationGroup.class);
    groups.forEach((group, tally) -> results.put(group, evaluate(group, tally, rows)));
    DecisionTally decisions = groups.get(EvaluationGroup.ALL).decisions();
    return new Evaluation(
        settings,
        acts,
        results,
        rows,
        calibration.bins(),
        decisions.histogram(DecisionCounts::gold),
        decisions.histogram(DecisionCounts::assigned));
  }

  private GroupEvaluation evaluate(EvaluationGroup group, GroupTally tally, List<LabelRow> all) {
    List<LabelRow> rows =
        all.stream().filter(row -> group.contains(settings.labels(), row.label())).toList();
    List<RankingScores> rankings = new ArrayList<>();
    for (int k = 1; k <= settings.depth(); k++) {
      rankings.add(tally.at(k));
    }
    return new GroupEvaluation(
        group,
        tally.acts(),
        (int) rows.stream().filter(row -> row.support() > 0).count(),
        rankings,
        tally.decisions().micro(),
        new DecisionScores(
            LabelRow.meanOfSupported(rows, row -> row.counts().precision()),
            LabelRow.meanOfSupported(rows, row -> row.counts().recall()),
            LabelRow.meanOfSupported(rows, row -> row.counts().f1())),
        tally.decisions().perAct(),
        tally.hierarchyScores());
  }

  private List<LabelRow> labelRows() {
    List<LabelRow> rows = new ArrayList<>();
    for (int index = 0; index < settings.labels().size(); index++) {
      addRow(
          rows, settings.labels().id(index), OptionalInt.of(settings.labels().trainingActs(index)));
    }
    for (String label : labels.keySet()) {
      if (settings.labels().indexOf(label).isEmpty()) {
        addRow(rows, label, OptionalInt.empty());
      }
    }
    return rows;
  }

  private void addRow(List<LabelRow> rows, String label, OptionalInt trainingActs) {
    LabelTally tally = labels.get(label);
    if (tally != null && !tally.counts().equals(DecisionCounts.NONE)) {
      rows.add(
          new LabelRow(
              label,
              trainingActs,
              tally.counts(),
              settings.averagePrecision() ? tally.averagePrecision() : Double.NaN));
    }
  }

  private void read(CountState state) {
    checkSameSettings(state.text(SETTINGS));
    acts = state.counts(ACTS, 1)[0];
    groups.forEach((group, tally) -> tally.read(state, GROUP + group.key()));
    state.below(LABEL).forEach((label, text) -> labels.put(label, LabelTally.read(label, text)));
    calibration.read(state, CALIBRATION);
  }

  private void checkSameSettings(String fingerprint) {
    if (!fingerprint.equals(settings.fingerprint())) {
      throw new IllegalArgumentException(
          "evaluations can only be merged when they have the same labels with the same training"
              + " counts, the same Ks, the same decision rule and the same optional measures");
    }
  }

  private LabelTally tally(String label) {
    return labels.computeIfAbsent(label, key -> new LabelTally());
  }
}
