package org.solrlmtc.training.neural;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.text.TextPipeline;
import org.solrlmtc.core.text.WordList;
import org.solrlmtc.training.Progress;
import org.solrlmtc.training.Trainer;
import org.solrlmtc.training.TrainingData;
import org.solrlmtc.training.TrainingException;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.neural.vectors.VectorFile;
import org.solrlmtc.training.neural.vectors.WordVectors;

/** Trains neural networks. */
public final class NeuralTrainer implements Trainer {
  /** Vectors drawn by lot are about as long as trained ones. */
  private static final double VECTOR_DEVIATION = 0.1;

  @Override
  public String method() {
    return "onnx";
  }

  @Override
  public Map<String, Object> train(TrainingTask task, BundleWriter bundle) throws IOException {
    NeuralSettings settings;
    try {
      settings = NeuralSettings.fromMap(method(), task.recipe().settings());
    } catch (IllegalArgumentException e) {
      throw new TrainingException("recipe '" + task.recipe().name() + "': " + e.getMessage(), e);
    }
    int[] columns = trainedLabels(task.labels());
    Progress progress = task.progress();
    progress.stage("counting words");
    WordList words = Words.of(task.data(), settings.pipeline(), progress);
    TextPipeline pipeline = new TextPipeline(settings.pipeline().tokens(), words);
    Map<String, Integer> columnOf = new HashMap<>();
    for (int column : columns) {
      columnOf.put(task.labels().id(column), columnOf.size());
    }
    progress.stage("reading training acts");
    EncodedActs acts =
        task.data()
            .withTrainingActs(
                read -> EncodedActs.read(read, pipeline, columnOf, Integer.MAX_VALUE, progress));
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
                          columnOf,
                          most == 0 ? Integer.MAX_VALUE : most,
                          progress)));
    }
    progress.note(acts.size() + " acts, " + words.size() + " words, " + columns.length + " labels");
    int[] trainingActs = new int[columns.length];
    for (int i = 0; i < columns.length; i++) {
      trainingActs[i] = task.labels().trainingActs(columns[i]);
    }
    Torch torch = new Torch(settings.device(), task.resources().threads(), progress::note);
    Network network = network(torch, settings, words, trainingActs, acts.size(), progress);
    new TrainingRun(torch, settings, network, acts, dev, trainingActs, task.workFolder(), progress)
        .run();
    throw new TrainingException("trained; there is no writer yet");
  }

  private static int[] trainedLabels(LabelSet labels) {
    List<Integer> trained = new ArrayList<>();
    for (int label = 0; label < labels.size(); label++) {
      if (labels.trainingActs(label) > 0) {
        trained.add(label);
      }
    }
    if (trained.isEmpty()) {
      throw new TrainingException(
          "no training act carries a label of the thesaurus: there is nothing to learn");
    }
    return trained.stream().mapToInt(Integer::intValue).toArray();
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
