package org.solrlmtc.training.neural;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.onnx.OnnxScorerProvider;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.WordTokenizer;
import org.solrlmtc.core.text.WordVocabulary;
import org.solrlmtc.training.Trainer;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.onnx.OnnxExport;
import org.solrlmtc.training.neural.onnx.Precision;
import org.solrlmtc.training.recipe.Recipe;

/** Trains neural networks. */
public final class NeuralTrainer implements Trainer {
  /** A bundle's file with the log of its training, one JSON object a line. */
  static final String LOG = "training.jsonl";

  @Override
  public String method() {
    return OnnxScorerProvider.METHOD;
  }

  @Override
  public void check(Recipe recipe) {
    settings(recipe);
  }

  private NeuralSettings settings(Recipe recipe) {
    try {
      return NeuralSettings.fromMap(method(), recipe.settings());
    } catch (IllegalArgumentException e) {
      throw new TrainingException("recipe '" + recipe.name() + "': " + e.getMessage(), e);
    }
  }

  @Override
  public Map<String, Object> convert(
      ModelBundle from, Map<String, Object> changes, BundleWriter bundle) throws IOException {
    try {
      Settings settings = new Settings(method(), changes);
      Precision precision = settings.choice("precision", Precision.FP32);
      settings.finish();
      return OnnxExport.convert(from, precision, bundle);
    } catch (IllegalArgumentException e) {
      throw new TrainingException("bundle '" + from.manifest().name() + "': " + e.getMessage(), e);
    }
  }

  @Override
  public Map<String, Object> train(TrainingTask task, BundleWriter bundle) throws IOException {
    NeuralSettings settings = settings(task.recipe());
    List<String> concepts = trainedConcepts(task.labels());
    task.progress().stage("counting words");
    WordVocabulary words = Words.of(task.data(), settings.pipeline(), task.progress());
    Reader reader =
        new Reader(task, new WordTokenizer(settings.pipeline().tokens(), words), concepts);
    EncodedActs acts = reader.trainingActs();
    Optional<EncodedActs> dev = reader.dev(settings.schedule().measureActs());
    task.progress()
        .note(acts.size() + " acts, " + words.size() + " words, " + concepts.size() + " labels");
    int[] trainingActs = reader.actsOfLabels();

    Torch device = new Torch(settings.device(), task.resources().threads(), task.progress()::note);
    Torch.seed(settings.seed());
    Parameter embedding =
        new Parameter("embedding", new StartVectors(device, settings, words).of(task));
    Encoder encoder = settings.encoder().make(device, settings.embedding().size());
    Head head =
        settings.head().make(device, encoder.outputSize(), logOdds(trainingActs, acts.size()));
    Network network =
        new Network(
            device, embedding, settings.embedding().learnt(), encoder, head, settings.dropout());
    TrainingRun run =
        new TrainingRun(
            device, settings, network, acts, dev, trainingActs, task.workFolder(), task.progress());
    run.run();

    task.progress().stage("writing the network");
    Files.copy(run.logFile(), bundle.file(LOG), StandardCopyOption.REPLACE_EXISTING);
    return new OnnxExport(
            settings.precision(),
            concepts,
            new WordTokenizer(settings.pipeline().tokens(), words),
            Map.of("recipe", task.recipe().name()))
        .write(network.weights(), bundle);
  }

  private static List<String> trainedConcepts(LabelSet labels) {
    List<String> trained =
        IntStream.range(0, labels.size())
            .filter(label -> labels.trainingActs(label) > 0)
            .mapToObj(labels::id)
            .toList();
    if (trained.isEmpty()) {
      throw new TrainingException(
          "no training act carries a label of the thesaurus: there is nothing to learn");
    }
    return trained;
  }

  /** Where labels start: half an act more on either side keeps the odds finite. */
  private static float[] logOdds(int[] trainingActs, int acts) {
    float[] odds = new float[trainingActs.length];
    for (int label = 0; label < odds.length; label++) {
      odds[label] =
          (float) Math.log((trainingActs[label] + 0.5) / (acts - trainingActs[label] + 0.5));
    }
    return odds;
  }

  /** Reads acts as the network will. */
  private static final class Reader {
    private final TrainingTask task;
    private final WordTokenizer pipeline;
    private final List<String> concepts;
    private final Map<String, Integer> columns = new HashMap<>();

    Reader(TrainingTask task, WordTokenizer pipeline, List<String> concepts) {
      this.task = task;
      this.pipeline = pipeline;
      this.concepts = concepts;
      concepts.forEach(concept -> columns.put(concept, columns.size()));
    }

    EncodedActs trainingActs() throws IOException {
      task.progress().stage("reading training acts");
      return task.data().withTrainingActs(this::read);
    }

    /** Development acts; all of them when {@code most} is 0. */
    Optional<EncodedActs> dev(int most) throws IOException {
      if (task.data().dev().isEmpty()) {
        return Optional.empty();
      }
      task.progress().stage("reading dev acts");
      EncodedActs dev = task.data().dev().get().read(this::read);
      return Optional.of(most == 0 ? dev : dev.spread(most));
    }

    private EncodedActs read(Iterator<ActRecord> acts) {
      return EncodedActs.read(acts, pipeline, columns, task.progress());
    }

    /** How many training acts carry each label. */
    int[] actsOfLabels() {
      LabelSet labels = task.labels();
      return concepts.stream()
          .mapToInt(concept -> labels.trainingActs(labels.indexOf(concept).orElseThrow()))
          .toArray();
    }
  }
}
