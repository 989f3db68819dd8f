package org.solrlmtc.training.ensemble;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.ensemble.CombinerContext;
import org.solrlmtc.core.ensemble.CombinerInput;
import org.solrlmtc.core.ensemble.EnsembleSettings;
import org.solrlmtc.core.ensemble.Members;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.data.ActSplit;
import org.solrlmtc.training.execution.OrderedWork;

/**
 * The inputs of the training of a combiner.
 *
 * @param training the training of the ensemble
 * @param bundles the members
 * @param settings the ensemble with equal weights
 * @param bundle the new bundle, for files of the combiner
 */
record CombinerTask(
    TrainingTask training,
    List<ModelBundle> bundles,
    EnsembleSettings settings,
    BundleWriter bundle) {

  /** The names of the members. */
  List<String> members() {
    return settings.members().stream().map(EnsembleSettings.Member::name).toList();
  }

  /** The task of some of the members, without a cascade. */
  CombinerTask only(List<String> names) {
    List<EnsembleSettings.Member> some = new ArrayList<>();
    List<ModelBundle> theirs = new ArrayList<>();
    for (String name : names) {
      int member = members().indexOf(name);
      some.add(settings.members().get(member));
      theirs.add(bundles.get(member));
    }
    return new CombinerTask(
        training,
        theirs,
        new EnsembleSettings(some, 0, "", LogisticCombinerTrainer.equalWeights(some.size())),
        bundle);
  }

  /**
   * The ensemble that the combiner is for.
   *
   * @param labels the labels with the number of acts that the members were trained on
   */
  CombinerContext context(LabelSet labels) {
    return new CombinerContext(members(), labels, training.thesaurus(), this::file);
  }

  Path file(String name) {
    return bundle.file(name);
  }

  /** Takes what a combiner needs from an act that all members scored. */
  @FunctionalInterface
  interface Extractor<T> {
    /**
     * Extracts on any thread.
     *
     * @param gold the act's gold concepts
     */
    T extract(CombinerInput input, Set<String> gold);
  }

  /** Scores the development acts with every member. */
  <T> List<T> scoreDev(Extractor<T> extractor) throws IOException {
    training.progress().stage("scoring dev with every member");
    return score(bundles, training.data().dev().orElseThrow(), extractor);
  }

  /**
   * Scores acts with other bundles of the same members.
   *
   * @param others in the order of the members
   */
  <T> List<T> score(List<ModelBundle> others, ActSplit acts, Extractor<T> extractor)
      throws IOException {
    List<T> results = new ArrayList<>();
    List<LabelScorer> scorers = new ArrayList<>();
    try (Members members = open(others, scorers);
        OrderedWork work = new OrderedWork(training.resources().threads())) {
      acts.read(
          records -> {
            work.<List<ActRecord>, List<T>>forEach(
                ActSplit.batches(records),
                batch -> extract(members, batch, extractor),
                extracted -> {
                  results.addAll(extracted);
                  training.progress().step(results.size());
                });
            return null;
          });
    }
    return results;
  }

  private Members open(List<ModelBundle> others, List<LabelScorer> scorers) {
    try {
      others.forEach(other -> scorers.add(Scorers.open(other)));
      return new Members(scorers, settings);
    } catch (RuntimeException e) {
      scorers.forEach(LabelScorer::close);
      throw e;
    }
  }

  private static <T> List<T> extract(
      Members members, List<ActRecord> batch, Extractor<T> extractor) {
    List<CombinerInput> inputs = members.run(batch.stream().map(ActRecord::act).toList());
    List<T> extracted = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      extracted.add(extractor.extract(inputs.get(i), Set.copyOf(batch.get(i).concepts())));
    }
    return extracted;
  }
}
