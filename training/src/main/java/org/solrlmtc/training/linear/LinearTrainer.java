package org.solrlmtc.training.linear;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.linear.Calibration;
import org.solrlmtc.core.linear.LinearModel;
import org.solrlmtc.core.linear.LinearScorer;
import org.solrlmtc.core.linear.WeightEntries;
import org.solrlmtc.core.linear.WeightIndex;
import org.solrlmtc.core.score.DecisionRule;
import org.solrlmtc.core.text.Vocabulary;
import org.solrlmtc.training.OrderedWork;
import org.solrlmtc.training.Trainer;
import org.solrlmtc.training.TrainingData;
import org.solrlmtc.training.TrainingException;
import org.solrlmtc.training.TrainingTask;

/** Trains one-vs-rest linear models: support vector machines and logistic regression. */
public final class LinearTrainer implements Trainer {
  @Override
  public String method() {
    return LinearModel.METHOD;
  }

  @Override
  public Map<String, Object> train(TrainingTask task, BundleWriter bundle) throws IOException {
    LinearSettings settings;
    try {
      settings = LinearSettings.fromMap(task.recipe().settings());
    } catch (IllegalArgumentException e) {
      throw new TrainingException("recipe '" + task.recipe().name() + "': " + e.getMessage(), e);
    }
    Map<String, Object> manifest = settings.ngrams().toMap();
    try (OrderedWork work = new OrderedWork(task.resources().threads())) {
      trainBlocks(task, settings, new FeatureReader(task, settings, work).read(), work, bundle);
      manifest.put("calibration", calibrate(task, work, bundle, manifest).toList());
    }
    return manifest;
  }

  private static void trainBlocks(
      TrainingTask task,
      LinearSettings settings,
      FeatureMatrix matrix,
      OrderedWork work,
      BundleWriter bundle)
      throws IOException {
    List<Integer> labels = matrix.trainedLabels();
    if (labels.isEmpty()) {
      throw new TrainingException(
          "no training act carries a label of the thesaurus: there is nothing to learn");
    }
    List<List<Integer>> blocks = new ArrayList<>();
    for (int from = 0; from < labels.size(); from += BlockTrainer.LABELS) {
      blocks.add(labels.subList(from, Math.min(labels.size(), from + BlockTrainer.LABELS)));
    }
    long fingerprint = (long) matrix.fingerprint() << 32 | settings.fingerprint() & 0xFFFFFFFFL;
    Checkpoints checkpoints = new Checkpoints(task.workFolder(), fingerprint);
    ThreadLocal<BlockTrainer> trainers =
        ThreadLocal.withInitial(() -> new BlockTrainer(matrix, settings));
    task.progress()
        .note(
            matrix.rows()
                + " acts, "
                + matrix.vocabulary().size()
                + " features, "
                + matrix.starts()[matrix.rows()]
                + " values");
    task.progress().stage("training labels", labels.size());
    int[] done = {0};
    work.<Integer, Integer>forEach(
        IntStream.range(0, blocks.size()).iterator(),
        block -> {
          if (checkpoints.read(block).isEmpty()) {
            checkpoints.write(block, trainers.get().train(blocks.get(block)));
          }
          return blocks.get(block).size();
        },
        trained -> task.progress().step(done[0] += trained));
    task.progress().stage("writing weights");
    writeModel(matrix.vocabulary(), labels, checkpoints, blocks.size(), bundle);
  }

  /**
   * Puts the blocks together. Features that no label has a weight for stay in the vocabulary: they
   * count in the length of an act's vector.
   */
  private static void writeModel(
      Vocabulary vocabulary,
      List<Integer> labels,
      Checkpoints checkpoints,
      int blocks,
      BundleWriter bundle)
      throws IOException {
    vocabulary.write(bundle.file(LinearModel.VOCABULARY));
    float[] biases = new float[labels.size()];
    forEachLabel(checkpoints, blocks, (label, column) -> biases[column] = label.bias());
    WeightEntries entries =
        visitor ->
            forEachLabel(
                checkpoints,
                blocks,
                (label, column) -> {
                  for (int i = 0; i < label.features().length; i++) {
                    visitor.entry(column, label.features()[i], label.weights()[i]);
                  }
                });
    WeightIndex.write(
        bundle.file(LinearModel.WEIGHTS),
        vocabulary.size(),
        labels.stream().mapToInt(Integer::intValue).toArray(),
        biases,
        entries);
  }

  private static void forEachLabel(
      Checkpoints checkpoints, int blocks, ObjIntConsumer<TrainedLabel> use) throws IOException {
    int column = 0;
    for (int block = 0; block < blocks; block++) {
      int number = block;
      List<TrainedLabel> labels =
          checkpoints
              .read(block)
              .orElseThrow(
                  () ->
                      new TrainingException(
                          "the finished block "
                              + number
                              + " is damaged: train again, the other blocks are kept"));
      for (TrainedLabel label : labels) {
        use.accept(label, column++);
      }
    }
  }

  private static Calibration calibrate(
      TrainingTask task, OrderedWork work, BundleWriter bundle, Map<String, Object> settings)
      throws IOException {
    if (task.data().dev().isEmpty()) {
      task.progress().note("there is no development split: scores are not calibrated");
      return Calibration.NONE;
    }
    task.progress().stage("calibrating on dev");
    try (LinearScorer scorer =
        new LinearModel()
            .open(
                bundle.preview(
                    task.recipe().version(),
                    LinearModel.METHOD,
                    settings,
                    DecisionRule.above(0.5)))) {
      CalibrationFitter fitter = new CalibrationFitter(scorer.weights());
      long[] done = {0};
      TrainingData.with(
          task.data().dev().get(),
          acts -> {
            work.<ActRecord, Margins>forEach(
                acts,
                act -> Margins.of(act, scorer),
                margins -> {
                  fitter.add(margins.values(), margins.gold());
                  task.progress().step(++done[0]);
                });
            return null;
          });
      return fitter.fit();
    }
  }

  /** An act's margins and gold labels. */
  private record Margins(float[] values, BitSet gold) {
    static Margins of(ActRecord act, LinearScorer scorer) {
      BitSet gold = new BitSet();
      act.concepts().forEach(id -> scorer.labels().indexOf(id).ifPresent(gold::set));
      return new Margins(scorer.margins(act.act()), gold);
    }
  }
}
