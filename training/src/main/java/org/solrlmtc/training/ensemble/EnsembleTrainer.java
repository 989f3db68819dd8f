package org.solrlmtc.training.ensemble;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.BundleManifest;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.ensemble.EarlyExitSettings;
import org.solrlmtc.core.ensemble.EnsembleScorerProvider;
import org.solrlmtc.core.ensemble.EnsembleSettings;
import org.solrlmtc.core.ensemble.EnsembleSettings.Member;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.TrainedModel;
import org.solrlmtc.training.Trainer;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.recipe.Recipe;

/**
 * Combines several bundles into one. The recipe names them:
 *
 * <pre>
 * members: [{bundle: linear-svm}, {bundle: cnn-lwan}, {bundle: exact-match}]
 * candidates: 100              # a cascade: networks score the 100 best labels of one member
 * candidatesFrom: linear-svm   # that member; default: the first
 * combiner: {type: logistic}   # or ranking: how the scores of the members are combined
 * earlyExit: {members: [linear-svm], confidence: 0.7}   # enough for acts that they are sure of
 * </pre>
 *
 * A bundle is a path, or the name of a folder beside the new bundle.
 */
public final class EnsembleTrainer implements Trainer {
  @Override
  public String method() {
    return EnsembleScorerProvider.METHOD;
  }

  @Override
  public void check(Recipe recipe) {
    recipe.read(EnsembleRecipe::read);
  }

  @Override
  public List<String> requiredBundles(Recipe recipe) {
    return recipe.read(EnsembleRecipe::read).bundles();
  }

  @Override
  public TrainedModel train(TrainingTask task, BundleWriter bundle) throws IOException {
    EnsembleRecipe recipe = task.recipe().read(EnsembleRecipe::read);
    try {
      List<ModelBundle> bundles = new ArrayList<>();
      List<Member> members = new ArrayList<>();
      for (String name : recipe.bundles()) {
        ModelBundle opened = open(name, task);
        BundleManifest manifest = opened.manifest();
        bundles.add(opened);
        members.add(new Member(manifest.name(), manifest.method(), manifest.settings()));
      }
      EnsembleSettings equal =
          new EnsembleSettings(
              members,
              recipe.candidates(),
              recipe.candidatesFrom(),
              LogisticCombinerTrainer.equalWeights(members.size()),
              earlyExit(
                  recipe, LogisticCombinerTrainer.equalWeights(recipe.earlyMembers().size())));
      for (ModelBundle member : bundles) {
        copy(member, bundle);
      }
      if (task.data().dev().isEmpty() && recipe.combiner().needsDev()) {
        task.progress().note("there is no development split: all members have equal weights");
        return TrainedModel.of(equal.toMap());
      }
      TrainedModel combiner = recipe.combiner().fit(new CombinerTask(task, bundles, equal, bundle));
      EnsembleSettings fitted =
          new EnsembleSettings(
              members,
              recipe.candidates(),
              recipe.candidatesFrom(),
              combiner.settings(),
              recipe.earlyMembers().isEmpty() || task.data().dev().isEmpty()
                  ? equal.earlyExit()
                  : earlyExit(
                      recipe, fitEarly(new CombinerTask(task, bundles, equal, bundle), recipe)));
      return new TrainedModel(fitted.toMap(), combiner.dev());
    } catch (IllegalArgumentException | BundleException e) {
      throw new TrainingException("recipe '" + task.recipe().name() + "': " + e.getMessage(), e);
    }
  }

  private static Optional<EarlyExitSettings> earlyExit(
      EnsembleRecipe recipe, Map<String, Object> combiner) {
    return recipe.earlyMembers().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new EarlyExitSettings(recipe.earlyMembers(), recipe.earlyConfidence(), combiner));
  }

  /** Fits the combiner of the members that score every act: the others have no scores for it. */
  private static Map<String, Object> fitEarly(CombinerTask task, EnsembleRecipe recipe)
      throws IOException {
    return LogisticCombinerTrainer.read(new Settings("earlyExit", Map.of()))
        .fit(task.only(recipe.earlyMembers()))
        .settings();
  }

  private static ModelBundle open(String name, TrainingTask task) {
    Path beside = task.workFolder().toAbsolutePath().getParent();
    ModelBundle opened =
        Files.isDirectory(Path.of(name))
            ? ModelBundle.open(Path.of(name))
            : ModelBundle.open(beside, name);
    if (!opened.labels().equals(task.labels())) {
      throw new TrainingException(
          opened.file(ModelBundle.LABELS)
              + " has other labels than the training data: train the bundle '"
              + name
              + "' on this data and thesaurus first");
    }
    return opened;
  }

  private static void copy(ModelBundle member, BundleWriter bundle) throws IOException {
    for (String file : member.ownFiles()) {
      String name = ModelBundle.memberFile(member.manifest().name(), file);
      Files.copy(member.file(file), bundle.file(name));
    }
  }
}
