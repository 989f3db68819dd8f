package org.solrlmtc.training.neural.loop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.layer.Network;
import org.solrlmtc.training.neural.loop.NeuralCheckpoints.Position;
import org.solrlmtc.training.neural.loss.Loss;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.RowSelection;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;
import org.solrlmtc.training.neural.text.BatchOrder;
import org.solrlmtc.training.neural.text.TokenizedActs;

/**
 * The training loop. All random numbers depend only on the seed and the step, so that a resumed run
 * makes the same steps as an uninterrupted one.
 */
public final class TrainingRun {
  private static final String LAST = "last";
  private static final String BEST = "best";
  private static final long REPORT_SECONDS = 60;

  private final Torch device;
  private final LoopSettings settings;
  private final Network network;
  private final TokenizedActs acts;
  private final Optional<TokenizedActs> dev;
  private final int labels;
  private final LabelSampler sampler;
  private final LabelSampler all;
  private final Adam adam;
  private final WeightAverage average;
  private final NeuralCheckpoints checkpoints;
  private final Path logFile;
  private final Progress progress;
  private final int stepsPerEpoch;
  private final long steps;

  /**
   * @param trainingActs number of training acts per label
   * @param settingsFingerprint of all settings that the weights depend on
   * @param folder where checkpoints and the log are kept
   */
  public TrainingRun(
      Torch device,
      LoopSettings settings,
      Network network,
      TokenizedActs acts,
      Optional<TokenizedActs> dev,
      int[] trainingActs,
      int settingsFingerprint,
      Path folder,
      Progress progress)
      throws IOException {
    this.device = device;
    this.settings = settings;
    this.network = network;
    this.acts = acts;
    this.dev = dev;
    this.labels = trainingActs.length;
    this.all = LabelSampler.all(trainingActs);
    this.sampler =
        settings.labels().negativeSamples() == 0
            ? all
            : LabelSampler.byFrequency(
                trainingActs,
                settings.labels().negativeSamples(),
                settings.labels().minSamplingProbability());
    int actsPerStep = settings.optimiser().batchSize() * settings.optimiser().accumulationSteps();
    this.stepsPerEpoch = (acts.size() + actsPerStep - 1) / actsPerStep;
    this.steps = (long) stepsPerEpoch * settings.schedule().epochs();
    this.adam = new Adam(device, settings.optimiser(), stepsPerEpoch);
    this.average = new WeightAverage(settings.schedule(), stepsPerEpoch, network.parameters());
    long fingerprint = (long) acts.fingerprint() << 32 | settingsFingerprint & 0xFFFFFFFFL;
    this.checkpoints = new NeuralCheckpoints(folder, fingerprint, device);
    this.logFile = folder.resolve("log.jsonl");
    this.progress = progress;
  }

  /** Copies the log of the run to a bundle. */
  public void writeLog(BundleWriter bundle) throws IOException {
    Files.copy(logFile, bundle.file(TrainingLog.FILE), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Trains, and leaves the network in its best state. */
  public void run() throws IOException {
    Position position = checkpoints.read(LAST, state()).orElse(Position.START);
    TrainingLog log = new TrainingLog(logFile, position.step());
    progress.stage("training", steps);
    if (position.step() > 0) {
      progress.note("resuming after step " + position.step());
    }
    Pace pace = new Pace();
    long checkpointDue = System.nanoTime() + checkpointNanos();
    List<int[]> order = List.of();
    while (position.step() < steps && !stopped(position)) {
      long step = position.step();
      int epoch = (int) (step / stepsPerEpoch);
      if (order.isEmpty() || step % stepsPerEpoch == 0) {
        order = BatchOrder.shuffled(acts, settings.optimiser().batchSize(), random(-1 - epoch));
      }
      List<int[]> batches = batchesOf(order, (int) (step % stepsPerEpoch));
      double loss = Torch.scoped(() -> step(batches, step));
      if (!Double.isFinite(loss)) {
        throw new TrainingException(
            "the loss of step "
                + (step + 1)
                + " is not a number; the last good state is kept: choose a smaller 'learningRate'"
                + " or 'gradientClip' of 'optimiser'");
      }
      position = new Position(step + 1, position.best(), position.bestStep(), position.worse());
      progress.step(position.step());
      pace.add(loss, batches);
      if (pace.seconds() > REPORT_SECONDS || position.step() % stepsPerEpoch == 0) {
        report(position, pace, log);
        pace = new Pace();
      }
      if (position.step() % ((long) stepsPerEpoch * settings.schedule().evaluateEvery()) == 0
          || position.step() == steps) {
        position = evaluate(position, log);
        pace = new Pace();
      }
      if (System.nanoTime() > checkpointDue) {
        checkpoint(position);
        checkpointDue = System.nanoTime() + checkpointNanos();
      }
    }
    checkpoint(position);
    takeBest(position);
  }

  private void takeBest(Position position) throws IOException {
    if (dev.isPresent()) {
      checkpoints.read(BEST, values());
      progress.note("the best state is after step " + position.bestStep());
      return;
    }
    if (average.started(position.step())) {
      Torch.scoped(average::swap);
    }
    progress.note("there is no development split: the last state is kept");
  }

  private boolean stopped(Position position) {
    int patience = settings.schedule().patience();
    return patience > 0 && position.worse() >= patience;
  }

  private long checkpointNanos() {
    return (long) (settings.schedule().checkpointMinutes() * TimeUnit.MINUTES.toNanos(1));
  }

  private List<int[]> batchesOf(List<int[]> order, int stepOfEpoch) {
    int batchesPerStep = settings.optimiser().accumulationSteps();
    int from = stepOfEpoch * batchesPerStep;
    return order.subList(from, Math.min(order.size(), from + batchesPerStep));
  }

  /** One optimiser step. */
  private double step(List<int[]> batches, long step) {
    SplittableRandom random = random(step);
    Torch.seed(random.nextLong());
    int actsPerStep = batches.stream().mapToInt(batch -> batch.length).sum();
    double loss = 0;
    network.startStep((double) step / stepsPerEpoch);
    for (int[] chosen : batches) {
      Batch batch =
          Batch.of(acts, chosen, settings.dropout().word(), network.rowSharing(true), random);
      loss += addGradients(batch, chosen, sample(chosen, step, random), actsPerStep);
    }
    if (Double.isFinite(loss)) {
      double rate =
          settings.optimiser().learningRate() * settings.schedule().learningRateFactor(step, steps);
      adam.step(network.parameters(), rate, step + 1);
      average.add(step);
    }
    return loss;
  }

  private LabelSampler.Sample sample(int[] chosen, long step, SplittableRandom random) {
    BitSet gold = new BitSet();
    for (int act : chosen) {
      Arrays.stream(acts.labels(act)).forEach(gold::set);
    }
    int epochsLeft = settings.schedule().epochs() - (int) (step / stepsPerEpoch);
    return (epochsLeft <= settings.labels().finalFullEpochs() ? all : sampler).sample(gold, random);
  }

  /** Adds the gradient of a batch, and returns its share of the loss. */
  private double addGradients(
      Batch batch, int[] chosen, LabelSampler.Sample sample, int actsPerStep) {
    int[] chosenLabels = sample.labels();
    RowSelection rows =
        chosenLabels.length == labels
            ? RowSelection.all(labels)
            : RowSelection.of(Arrays.stream(chosenLabels).asLongStream().toArray(), device);
    Tensor logits = network.forward(batch, rows);
    Tensor gold = device.of(targets(chosen, chosenLabels), chosenLabels.length, chosen.length);
    Loss.Computed loss =
        settings.loss().compute(logits, gold, device.of(sample.weights(), chosenLabels.length, 1));
    network.backward(batch, loss.gradient().div_(Torch.scalar(actsPerStep)));
    return loss.value() / actsPerStep;
  }

  private float[] targets(int[] chosen, int[] chosenLabels) {
    float[] targets = new float[chosenLabels.length * chosen.length];
    for (int act = 0; act < chosen.length; act++) {
      for (int label : acts.labels(chosen[act])) {
        targets[Arrays.binarySearch(chosenLabels, label) * chosen.length + act] = 1;
      }
    }
    return targets;
  }

  private void report(Position position, Pace pace, TrainingLog log) throws IOException {
    double epoch = (double) position.step() / stepsPerEpoch;
    double rate =
        settings.optimiser().learningRate()
            * settings.schedule().learningRateFactor(position.step() - 1, steps);
    log.trained(position.step(), epoch, pace.meanLoss(), rate, pace.actsPerSecond());
    progress.note(
        String.format(
            Locale.ROOT,
            "epoch %.2f of %d: loss %.3f, %.0f acts/s, about %d min left",
            epoch,
            settings.schedule().epochs(),
            pace.meanLoss(),
            pace.actsPerSecond(),
            Math.round((steps - position.step()) * pace.secondsPerStep() / 60)));
  }

  /** Evaluates the network on the development acts, and keeps it if it is the best so far. */
  private Position evaluate(Position position, TrainingLog log) throws IOException {
    if (dev.isEmpty()) {
      return position;
    }
    boolean averaged = average.started(position.step());
    if (averaged) {
      Torch.scoped(average::swap);
    }
    ValidationResult evaluated =
        ValidationResult.of(network, dev.get(), labels, settings.loss(), device);
    log.evaluated(position.step(), (double) position.step() / stepsPerEpoch, evaluated);
    progress.note(
        String.format(
            Locale.ROOT,
            "after epoch %d: dev loss %.3f, RP@5 %.4f, nDCG@5 %.4f (%d acts)",
            position.step() / stepsPerEpoch,
            evaluated.loss(),
            evaluated.rp5(),
            evaluated.ndcg5(),
            dev.get().size()));
    boolean better = evaluated.betterThan(position.best(), settings.schedule().monitor());
    Position now =
        better
            ? new Position(position.step(), evaluated, position.step(), 0)
            : new Position(
                position.step(), position.best(), position.bestStep(), position.worse() + 1);
    if (better) {
      checkpoints.write(BEST, now, values());
    }
    if (averaged) {
      Torch.scoped(average::swap);
    }
    return now;
  }

  private void checkpoint(Position position) throws IOException {
    for (Parameter parameter : network.parameters()) {
      boolean finite = Torch.scoped(() -> parameter.value().isfinite().all().item_bool());
      if (!finite) {
        throw new TrainingException(
            "'"
                + parameter.name()
                + "' has a value that is not finite after step "
                + position.step()
                + "; the last good state is kept: choose a smaller 'learningRate' or 'gradientClip'"
                + " of 'optimiser'");
      }
    }
    checkpoints.write(LAST, position, state());
  }

  /** All tensors that the next steps depend on. */
  private List<Tensor> state() {
    List<Tensor> state = new ArrayList<>(values());
    network.parameters().forEach(parameter -> state.add(parameter.mean()));
    network.parameters().forEach(parameter -> state.add(parameter.square()));
    state.addAll(average.means());
    return state;
  }

  private List<Tensor> values() {
    return network.parameters().stream().map(Parameter::value).toList();
  }

  /** A random generator per step; negative numbers are for the order of acts in an epoch. */
  private SplittableRandom random(long step) {
    return new SplittableRandom(
        new SplittableRandom(settings.seed() ^ step * 0x9E3779B97F4A7C15L).nextLong());
  }

  /** Loss and throughput since the last report. */
  private static final class Pace {
    private final long started = System.nanoTime();
    private double loss;
    private int steps;
    private long acts;

    void add(double stepLoss, List<int[]> batches) {
      loss += stepLoss;
      steps++;
      batches.forEach(batch -> acts += batch.length);
    }

    double seconds() {
      return (System.nanoTime() - started) / 1e9;
    }

    double meanLoss() {
      return loss / steps;
    }

    double actsPerSecond() {
      return acts / seconds();
    }

    double secondsPerStep() {
      return seconds() / steps;
    }
  }
}
