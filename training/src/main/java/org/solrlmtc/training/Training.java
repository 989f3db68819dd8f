package org.solrlmtc.training;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.solrlmtc.core.bundle.BundleManifest;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.onnx.OnnxScorerProvider;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.training.neural.NeuralTrainer;
import org.solrlmtc.training.neural.graph.Precision;

/**
 * From a recipe and a data set to a bundle. The threshold is tuned and the quality measured on the
 * development split through the bundle itself, so every number in a manifest comes from what ships.
 */
public final class Training {
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
        Tuning tuning =
            Tuning.on(
                draft,
                data.dev().get(),
                data.labelsInUse(),
                new Tuning.Wish(maxLabels, recipe.labelThresholds()),
                resources,
                progress);
        decision = tuning.rule();
        quality = tuning.quality();
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
    } catch (IOException e) {
      throw naming(target, e);
    }
  }

  /** Writing to a full disk fails without telling the file. */
  private static IOException naming(Path target, IOException failure) {
    if (failure.getClass() != IOException.class) {
      return failure;
    }
    FileSystemException named =
        new FileSystemException(target.toString(), null, failure.getMessage());
    named.initCause(failure);
    return named;
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
   * Writes a bundle again with thresholds tuned on other acts, or in another way.
   *
   * @param precision how the numbers of a network shall be stored; empty to leave them alone
   * @param acts acts with gold labels
   * @param labelThresholds whether every label gets a threshold of its own
   * @param target the new bundle's folder; an older bundle there is replaced
   */
  public static ModelBundle retune(
      ModelBundle bundle,
      Optional<Precision> precision,
      Path acts,
      int maxLabels,
      boolean labelThresholds,
      Path target,
      Progress progress)
      throws IOException {
    BundleManifest old = bundle.manifest();
    try (BundleWriter writer = new BundleWriter(target, bundle.labels(), bundle.thesaurus())) {
      for (String name : old.files().keySet()) {
        Files.copy(bundle.file(name), writer.file(name), StandardCopyOption.REPLACE_EXISTING);
      }
      Map<String, Object> settings = old.settings();
      if (precision.isPresent()) {
        if (!old.method().equals(OnnxScorerProvider.METHOD)) {
          throw new TrainingException(
              "bundle '"
                  + old.name()
                  + "' is no network (its method is '"
                  + old.method()
                  + "'): its precision cannot be changed");
        }
        settings = new NeuralTrainer().convert(bundle, precision.get(), writer);
      }
      Tuning tuning =
          Tuning.on(
              writer.preview(old.version(), old.method(), settings, old.decision()),
              acts,
              TrainingData.labelsInUse(bundle.labels(), acts),
              new Tuning.Wish(maxLabels, labelThresholds),
              Resources.ofThisProcess(),
              progress);
      Map<String, Object> provenance = new TreeMap<>(old.provenance());
      provenance.put("thresholdsTunedOn", TrainingData.identityOf(acts));
      precision.ifPresent(changed -> provenance.put("precisionChangedTo", changed.key()));
      return writer.finish(
          old.version(), old.method(), settings, tuning.rule(), provenance, tuning.quality());
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
