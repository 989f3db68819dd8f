package org.solrlmtc.training.ensemble;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.solrlmtc.core.bundle.BundleManifest;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.io.FileTrees;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.training.TrainedModel;
import org.solrlmtc.training.Trainer;
import org.solrlmtc.training.Trainers;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.data.Fold;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.recipe.Recipe;

/**
 * The members of an ensemble, trained again without a fold of the training acts. The bundles are
 * kept beside those of the members, for the next ranking; a bundle that fits is not trained again.
 */
final class FoldMembers {
  private static final String RECIPE_SETTINGS = "recipeSettings";
  private static final String DATA = "data";

  private final CombinerTask task;
  private final Fold fold;
  private final TrainingData data;
  private final LabelSet labels;

  /**
   * @param heldOut concepts that the members are not trained on
   */
  FoldMembers(CombinerTask task, Fold fold, Set<String> heldOut) throws IOException {
    this.task = task;
    this.fold = fold;
    this.data = task.training().data().without(fold).withoutActsOf(heldOut);
    this.labels = data.recounted(task.training().labels());
  }

  /** The labels, with the number of acts outside the fold that have them. */
  LabelSet labels() {
    return labels;
  }

  /** The acts outside the fold. */
  TrainingData data() {
    return data;
  }

  /** The bundles in the order of the members. */
  List<ModelBundle> bundles() throws IOException {
    List<ModelBundle> bundles = new ArrayList<>();
    for (ModelBundle member : task.bundles()) {
      Path target = target(member);
      Optional<ModelBundle> kept = kept(member, target);
      bundles.add(kept.isPresent() ? kept.get() : train(member, target));
    }
    return bundles;
  }

  private Path target(ModelBundle member) {
    return member
        .folder()
        .resolveSibling(member.manifest().name() + ".fold-" + fold.number() + "-of-" + fold.of());
  }

  private Optional<ModelBundle> kept(ModelBundle member, Path target) throws IOException {
    if (!Files.isRegularFile(target.resolve(ModelBundle.MANIFEST))) {
      return Optional.empty();
    }
    ModelBundle bundle = ModelBundle.open(target);
    Map<String, Object> provenance = bundle.manifest().provenance();
    if (!data.identity().equals(provenance.get(DATA))
        || !bundle.labels().equals(labels)
        || !recipeSettings(member).equals(provenance.get(RECIPE_SETTINGS))) {
      task.training()
          .progress()
          .note(target + " is of other data or settings: it is trained again");
      return Optional.empty();
    }
    return Optional.of(bundle);
  }

  private ModelBundle train(ModelBundle member, Path target) throws IOException {
    BundleManifest manifest = member.manifest();
    TrainingTask outer = task.training();
    outer.progress().note("training " + manifest.name() + " without " + fold);
    Trainer trainer =
        Trainers.of(manifest.method(), "out-of-fold training of '" + manifest.name() + "'");
    Recipe recipe =
        new Recipe(
            target.getFileName().toString(),
            manifest.method(),
            manifest.version(),
            recipeSettings(member),
            Map.of());
    Path work = outer.workFolder().resolve(target.getFileName().toString());
    try (BundleWriter writer = new BundleWriter(target, labels, outer.thesaurus())) {
      TrainedModel trained =
          trainer.train(
              new TrainingTask(
                  recipe,
                  data,
                  labels,
                  outer.thesaurus(),
                  outer.resources(),
                  work,
                  outer.progress()),
              writer);
      Map<String, Object> provenance = new LinkedHashMap<>();
      provenance.put(DATA, data.identity());
      provenance.put(RECIPE_SETTINGS, recipe.settings());
      ModelBundle bundle =
          writer.finish(
              recipe.version(),
              manifest.method(),
              trained.settings(),
              DecisionRule.above(0.5),
              provenance,
              Map.of());
      if (Files.exists(work)) {
        FileTrees.delete(work);
      }
      return bundle;
    }
  }

  @SuppressWarnings("unchecked") // a manifest is JSON, whose keys are text
  private static Map<String, Object> recipeSettings(ModelBundle member) {
    Object settings = member.manifest().provenance().get(RECIPE_SETTINGS);
    if (settings instanceof Map<?, ?> map) {
      return (Map<String, Object>) map;
    }
    throw new TrainingException(
        "the bundle '"
            + member.manifest().name()
            + "' does not say how it was trained (provenance, recipeSettings): train it again, or"
            + " fit the ranking on dev");
  }
}
