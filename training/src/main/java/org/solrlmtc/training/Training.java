package org.solrlmtc.training;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.solrlmtc.core.bundle.BundleManifest;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.reference.Reference;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.training.data.ActSplit;
import org.solrlmtc.training.data.SpooledData;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.Resources;
import org.solrlmtc.training.execution.ResumePolicy;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.recipe.Recipe;
import org.solrlmtc.training.tune.DecisionOptions;
import org.solrlmtc.training.tune.Tuning;

/**
 * From a recipe and a data set to a bundle. The decision rule is tuned and the quality measured on
 * the development split through the bundle itself, so every number in a manifest comes from what
 * ships.
 */
public final class Training {
  /** In the provenance of a bundle: the acts that its combiner was fitted on. */
  private static final String FITTED_ON = "combinerFittedOn";

  private Training() {}

  /** Trains with the resources of this process. */
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
   * Trains. An interrupted run of the same recipe on the same data is resumed, where the method
   * supports it and {@link ResumePolicy} allows it.
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
    DecisionOptions options = decisionOptions(recipe);
    if (data.dev().isEmpty()) {
      options.untuned(); // fails now rather than after the training
    }
    BundleWriter.checkTarget(target);
    WorkFolder work = new WorkFolder(target, resources.resumePolicy());
    SpooledData acts =
        data.spooled(resources.parsedActs().orElse(work.path()), work.mayReuseActs(), progress);
    TrainingData parsed = acts.data();
    progress.stage("counting labels");
    LabelSet labels =
        parsed.labels(
            thesaurus, id -> progress.note("the thesaurus does not have the gold concept " + id));
    try (BundleWriter writer = new BundleWriter(target, labels, thesaurus)) {
      writer
          .staleDrafts()
          .forEach(
              draft -> progress.note("removed the partial bundle of a killed training: " + draft));
      work.prepare(acts, progress);
      TrainedModel trained =
          trainer.train(
              new TrainingTask(recipe, parsed, labels, thesaurus, resources, work.path(), progress),
              writer);
      DecisionOptions limited = options.withLabels(labels.size());
      DecisionRule decision =
          parsed.dev().isPresent() ? DecisionRule.above(0.5) : limited.untuned();
      Map<String, Map<String, Double>> quality = Map.of();
      Optional<Reference> reference = Optional.empty();
      if (parsed.dev().isPresent()) {
        ModelBundle draft =
            writer.preview(recipe.version(), trainer.method(), trained.settings(), decision);
        Tuning tuning =
            trained.dev().isPresent()
                ? Tuning.on(
                    trained.dev().get(),
                    parsed.dev().get(),
                    parsed.labelsInUse(),
                    limited,
                    progress)
                : Tuning.on(
                    draft, parsed.dev().get(), parsed.labelsInUse(), limited, resources, progress);
        decision = tuning.rule();
        quality = tuning.quality();
        reference = Optional.of(tuning.reference());
      }
      Map<String, Object> given = new TreeMap<>(provenance);
      if (trained.dev().isPresent()) {
        given.put(FITTED_ON, parsed.dev().orElseThrow().identity());
      }
      ModelBundle bundle =
          writer.finish(
              recipe.version(),
              trainer.method(),
              trained.settings(),
              decision,
              provenanceOf(recipe, parsed, thesaurus, given),
              quality,
              reference);
      work.delete();
      return bundle;
    } catch (IOException e) {
      throw naming(target, e);
    }
  }

  /** Adds the file to a message such as that of a full disk. */
  private static IOException naming(Path target, IOException failure) {
    if (failure.getClass() != IOException.class) {
      return failure;
    }
    FileSystemException named =
        new FileSystemException(target.toString(), null, failure.getMessage());
    named.initCause(failure);
    return named;
  }

  private static DecisionOptions decisionOptions(Recipe recipe) {
    try {
      return DecisionOptions.of(recipe.decision());
    } catch (IllegalArgumentException e) {
      throw new TrainingException("recipe '" + recipe.name() + "': " + e.getMessage(), e);
    }
  }

  private static Trainer trainerOf(Recipe recipe) {
    return Trainers.of(recipe.method(), "recipe '" + recipe.name() + "'");
  }

  /**
   * Writes a bundle again with thresholds tuned on other acts or by other options.
   *
   * @param changes new values of settings that need no training, such as a network's {@code
   *     precision}; empty to copy the model's files
   * @param path acts with gold labels
   * @param options how labels are assigned
   * @param target the new bundle's folder; an older bundle there is replaced
   */
  public static ModelBundle retune(
      ModelBundle bundle,
      Map<String, Object> changes,
      Path path,
      DecisionOptions options,
      Path target,
      Progress progress)
      throws IOException {
    BundleManifest old = bundle.manifest();
    ActSplit acts = ActSplit.of(path);
    if (acts.identity().equals(old.provenance().get(FITTED_ON))) {
      throw new TrainingException(
          "the combiner of bundle '"
              + old.name()
              + "' was fitted on "
              + path
              + ": thresholds and figures from these acts would be too good; tune on other acts, or"
              + " fit the combiner out-of-fold");
    }
    try (BundleWriter writer = new BundleWriter(target, bundle.labels(), bundle.thesaurus())) {
      for (String name : old.files().keySet()) {
        Files.copy(bundle.file(name), writer.file(name), StandardCopyOption.REPLACE_EXISTING);
      }
      Map<String, Object> settings = old.settings();
      if (!changes.isEmpty()) {
        settings =
            Trainers.of(old.method(), "bundle '" + old.name() + "'")
                .convert(bundle, changes, writer);
      }
      Tuning tuning =
          Tuning.on(
              writer.preview(old.version(), old.method(), settings, old.decision()),
              acts,
              TrainingData.labelsInUse(bundle.labels(), acts),
              options,
              Resources.ofThisProcess(),
              progress);
      Map<String, Object> provenance = new TreeMap<>(old.provenance());
      provenance.put("thresholdsTunedOn", acts.identity());
      changes.forEach((key, value) -> provenance.put(key + "ChangedTo", value));
      return writer.finish(
          old.version(),
          old.method(),
          settings,
          tuning.rule(),
          provenance,
          tuning.quality(),
          Optional.of(tuning.reference()));
    } catch (IOException e) {
      throw naming(target, e);
    }
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
}
