package org.solrlmtc.training.neural;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.onnx.OnnxModel;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.text.TextPipeline;
import org.solrlmtc.core.text.WordList;
import org.solrlmtc.training.Progress;
import org.solrlmtc.training.Trainer;
import org.solrlmtc.training.TrainingData;
import org.solrlmtc.training.TrainingException;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.neural.onnx.OnnxExport;
import org.solrlmtc.training.neural.vectors.VectorFile;
import org.solrlmtc.training.neural.vectors.WordVectors;

/** Trains neural networks. */
public final class NeuralTrainer implements Trainer {
  /** A bundle's file with the log of its training, one JSON object a line. */
  static final String LOG = "training.jsonl";

  /** Vectors drawn by lot are about as long as trained ones. */
  private static final double VECTOR_DEVIATION = 0.1;

  @Override
  public String method() {
    return OnnxModel.METHOD;
  }

  @Override
  public Map<String, Object> train(TrainingTask task, BundleWriter bundle) throws IOException {
    NeuralSettings settings;
    try {
      settings = NeuralSettings.fromMap(method(), task.recipe().settings());
    } catch (IllegalArgumentException e) {
      throw new TrainingException("recipe '" + task.recipe().name() + "': " + e.getMessage(), e);
    }
    Progress progress = task.progress();
    List<String> concepts = trainedConcepts(task.labels());
    progress.stage("counting words");
    WordList words = Words.of(task.data(), settings.pipeline(), progress);
    TextPipeline pipeline = new TextPipeline(settings.pipeline().tokens(), words);
    Map<String, Integer> columns = new HashMap<>();
    concepts.forEach(concept -> columns.put(concept, columns.size()));
    progress.stage("reading training acts");
    EncodedActs acts =
        task.data()
            .withTrainingActs(
                read -> EncodedActs.read(read, pipeline, columns, Integer.MAX_VALUE, progress));
    Optional<EncodedActs> dev = Optional.empty();
    if (task.data().dev().isPresent()) {
      progress.stage("reading dev acts");
      int most = settings.schedule().measureActs();
      dev =
          Optional.of(
              TrainingData.with(
                  task.data().dev().get(),
                  read ->
                      EncodedActs.read(
                          read,
                          pipeline,
                          columns,
                          most == 0 ? Integer.MAX_VALUE : most,
                          progress)));
    }
    progress.note(
        acts.size() + " acts, " + words.size() + " words, " + concepts.size() + " labels");
    int[] trainingActs =
        concepts.stream()
            .mapToInt(
                concept -> task.labels().trainingActs(task.labels().indexOf(concept).orElseThrow()))
            .toArray();
    Torch torch = new Torch(settings.device(), task.resources().threads(), progress::note);
    Network network = network(torch, settings, words, trainingActs, acts.size(), progress);
    TrainingRun run =
        new TrainingRun(
            torch, settings, network, acts, dev, trainingActs, task.workFolder(), progress);
    run.run();
    progress.stage("writing the network");
    Files.copy(run.logFile(), bundle.file(LOG), StandardCopyOption.REPLACE_EXISTING);
    return new OnnxExport(
            settings.precision(), concepts, words, settings.pipeline().tokens(), Map.of())
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

  private static Network network(
      Torch torch,
      NeuralSettings settings,
      WordList words,
      int[] trainingActs,
      int acts,
      Progress progress)
      throws IOException {
    Torch.seed(settings.seed());
    Parameter embedding =
        new Parameter("embedding", embedding(torch, settings.embedding(), words, progress));
    Encoder encoder = settings.encoder().make(torch, settings.embedding().size());
    float[] biases = new float[trainingActs.length];
    for (int label = 0; label < biases.length; label++) {
      // the log-odds of the label: half an act more on each side keeps them finite
      biases[label] =
          (float) Math.log((trainingActs[label] + 0.5) / (acts - trainingActs[label] + 0.5));
    }
    Head head = settings.head().make(torch, encoder.outputSize(), biases);
    return new Network(
        torch, embedding, settings.embedding().learnt(), encoder, head, settings.dropout());
  }

  private static Tensor embedding(
      Torch torch, NeuralSettings.Embedding settings, WordList words, Progress progress)
      throws IOException {
    int size = settings.size();
    float[] values = Torch.toArray(torch.normal(VECTOR_DEVIATION, words.size(), size));
    if (!settings.vectors().isEmpty()) {
      WordVectors vectors =
          VectorFile.read(Path.of(settings.vectors()), word -> words.id(word) != WordList.UNKNOWN);
      if (vectors.dimensions() != size) {
        throw new TrainingException(
            settings.vectors()
                + " holds vectors of "
                + vectors.dimensions()
                + " numbers, but 'size' of 'embedding' is "
                + size);
      }
      for (int row = 0; row < vectors.words().size(); row++) {
        int id = words.id(vectors.words().get(row));
        System.arraycopy(vectors.matrix().values(), row * size, values, id * size, size);
      }
      progress.note(
          vectors.words().size() + " of " + words.words().size() + " words have a vector");
    }
    Arrays.fill(values, WordList.PADDING * size, (WordList.PADDING + 1) * size, 0);
    return torch.of(values, words.size(), size);
  }
}
