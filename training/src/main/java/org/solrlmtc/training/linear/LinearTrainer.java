package org.solrlmtc.training.linear;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.linear.LinearScorerProvider;
import org.solrlmtc.core.linear.WeightIndex;
import org.solrlmtc.training.TrainedModel;
import org.solrlmtc.training.Trainer;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.execution.OrderedWork;
import org.solrlmtc.training.recipe.Recipe;

/** Trains one-vs-rest linear models: support vector machines and logistic regression. */
public final class LinearTrainer implements Trainer {
  @Override
  public String method() {
    return LinearScorerProvider.METHOD;
  }

  @Override
  public void check(Recipe recipe) {
    recipe.read(LinearSettings::read);
  }

  @Override
  public TrainedModel train(TrainingTask task, BundleWriter bundle) throws IOException {
    LinearSettings settings = task.recipe().read(LinearSettings::read);
    Map<String, Object> manifest = settings.ngrams().toMap();
    try (OrderedWork work = new OrderedWork(task.resources().threads())) {
      trainBlocks(task, settings, new FeatureReader(task, settings, work).read(), work, bundle);
      CalibrationFitter.calibrate(task, new LinearScorerProvider(), work, bundle, manifest);
    }
    return TrainedModel.of(manifest);
  }

  private static void trainBlocks(
      TrainingTask task,
      LinearSettings settings,
      FeatureMatrix matrix,
      OrderedWork work,
      BundleWriter bundle)
      throws IOException {
    List<Integer> labels = matrix.trainedLabels(task.labels());
    ActsByFeature actsByFeature = ActsByFeature.of(matrix.rows());
    ThreadLocal<LabelTrainer> trainers =
        ThreadLocal.withInitial(() -> new LabelTrainer(matrix.rows(), actsByFeature, settings));
    List<LabelBlocks.Block> blocks =
        LabelBlocks.of(
            labels.stream()
                .map(label -> new PositiveRows(label, matrix.rowsOfLabel()[label]))
                .toList(),
            block -> block.stream().map(trainers.get()::train).toList());
    task.progress().note(matrix.describe());
    BlockCheckpoints checkpoints =
        new BlockCheckpoints(task.workFolder(), matrix.fingerprint(), settings.toString());
    checkpoints.requireAny(blocks.size(), task.resources().resumePolicy());
    LabelBlocks trained =
        LabelBlocks.train("training labels", blocks, checkpoints, work, task.progress());
    task.progress().stage("writing weights");
    // features without any weight are kept: they contribute to the length of an act's vector
    matrix.vocabulary().write(bundle.file(LinearScorerProvider.VOCABULARY));
    WeightIndex.write(
        bundle.file(LinearScorerProvider.WEIGHTS),
        matrix.vocabulary().size(),
        labels.stream().mapToInt(Integer::intValue).toArray(),
        trained.biases(),
        trained.weights());
  }
}
