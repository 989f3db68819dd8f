package org.solrlmtc.training.neural.bilm;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.core.io.FileTrees;
import org.solrlmtc.core.text.WordCharacterTokenizer;
import org.solrlmtc.training.checkpoint.CheckpointFile;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.Resources;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.elmo.ElmoFiles;
import org.solrlmtc.training.neural.loop.Adam;
import org.solrlmtc.training.neural.loop.OptimiserSettings;
import org.solrlmtc.training.neural.loop.TrainingLog;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.TensorState;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;
import org.solrlmtc.training.neural.text.BatchOrder;

/**
 * Trains a biLM on acts, and writes it as ELMo's public files. All random numbers depend on the
 * seed and the step, so that a resumed run makes the same steps as an uninterrupted one.
 */
public final class BiLmTrainer {
  /** The predicted words, one per line; the public files have such a list, too. */
  public static final String WORDS = "vocabulary.txt";

  private static final int MAGIC = 0x4C4D5442; // LMTB
  private static final double GRADIENT_CLIP = 1;
  private static final double WARM_UP = 0.05;
  private static final double LAST_RATE = 0.05;
  private static final int MEASUREMENTS = 10;
  private static final long REPORT_SECONDS = 60;

  private final BiLmSettings settings;
  private final Resources resources;
  private final Progress progress;

  public BiLmTrainer(BiLmSettings settings, Resources resources, Progress progress) {
    this.settings = settings;
    this.resources = resources;
    this.progress = progress;
  }

  /**
   * The result of a training.
   *
   * @param perplexity of held-out acts, among all predicted words
   */
  public record Result(double perplexity, long steps) {}

  /** Where a run is. */
  private record Position(long step, double seconds) {}

  /**
   * Trains, or resumes an interrupted run of the same data and settings.
   *
   * @param target folder to write; it must not exist
   */
  public Result train(TrainingData data, Path target) throws IOException {
    return train(data, target, Optional.empty());
  }

  /**
   * The same on the words that a tokenizer reads: a network that skips words needs states of texts
   * without them.
   */
  Result train(TrainingData data, Path target, Optional<WordCharacterTokenizer> tokenizer)
      throws IOException {
    Path folder = target.toAbsolutePath();
    if (Files.exists(folder)) {
      throw new TrainingException(target + " exists already: choose another name, or move it away");
    }
    Path work =
        Files.createDirectories(folder.resolveSibling("." + folder.getFileName() + ".work"));
    BiLmCorpus corpus = BiLmCorpus.read(data, settings, tokenizer, progress);
    Torch device = new Torch(Torch.DeviceChoice.AUTO, resources.threads(), progress::note);
    Torch.seed(settings.seed());
    BiLmNetwork network =
        new BiLmNetwork(
            device, settings.options(), corpus.forms(), corpus.words().size(), corpus.targets());
    Run run = new Run(device, corpus, network, work);
    double perplexity = run.run();
    Path draft = work.resolve("draft");
    if (Files.exists(draft)) {
      FileTrees.delete(draft);
    }
    Files.createDirectory(draft);
    ElmoFiles.write(network.weights(), draft);
    Files.write(draft.resolve(WORDS), corpus.words());
    Files.copy(run.logFile, draft.resolve(TrainingLog.FILE));
    // what was written can be read
    ElmoFiles.in(draft).read();
    Files.move(draft, folder, StandardCopyOption.ATOMIC_MOVE);
    FileTrees.delete(work);
    return new Result(perplexity, run.position.step);
  }

  private final class Run {
    private final Torch device;
    private final BiLmCorpus corpus;
    private final BiLmNetwork network;
    private final Adam adam;
    private final CheckpointFile checkpoint;
    private final Path logFile;
    private final int stepsPerEpoch;
    private final long steps;
    private final long started = System.nanoTime();
    private Position position = new Position(0, 0);
    private double secondsBefore;

    Run(Torch device, BiLmCorpus corpus, BiLmNetwork network, Path work) {
      this.device = device;
      this.corpus = corpus;
      this.network = network;
      long fingerprint =
          (long) corpus.training().fingerprint() << 32 | settings.fingerprint() & 0xFFFFFFFFL;
      this.checkpoint = new CheckpointFile(work.resolve("bilm.bin"), MAGIC, fingerprint);
      this.logFile = work.resolve(TrainingLog.FILE);
      this.stepsPerEpoch =
          (corpus.training().size() + settings.batchSize() - 1) / settings.batchSize();
      this.steps = (long) stepsPerEpoch * settings.epochs();
      this.adam =
          new Adam(
              device,
              new OptimiserSettings(
                  settings.learningRate(), GRADIENT_CLIP, 0, settings.batchSize(), 1),
              stepsPerEpoch);
    }

    /** Trains, and returns the last perplexity. */
    double run() throws IOException {
      position = checkpoint.read(this::read).orElse(position);
      secondsBefore = position.seconds;
      TrainingLog log = new TrainingLog(logFile, position.step);
      progress.stage("training the biLM", steps);
      if (position.step > 0) {
        progress.note("resuming after step " + position.step);
      }
      progress.step(position.step);
      long stepsBetween = Math.max(1, steps / MEASUREMENTS);
      long checkpointDue = System.nanoTime() + checkpointNanos();
      long reportDue = System.nanoTime() + TimeUnit.SECONDS.toNanos(REPORT_SECONDS);
      double perplexity = Double.NaN;
      double loss = 0;
      double count = 0;
      List<int[]> order = List.of();
      while (position.step < steps && !isOver()) {
        long step = position.step;
        if (order.isEmpty() || step % stepsPerEpoch == 0) {
          int epoch = (int) (step / stepsPerEpoch);
          order = BatchOrder.shuffled(corpus.training(), settings.batchSize(), random(-1 - epoch));
        }
        int[] chosen = order.get((int) (step % stepsPerEpoch));
        double[] sums = Torch.scoped(() -> step(chosen, step));
        if (!Double.isFinite(sums[0])) {
          throw new TrainingException(
              "the loss of step "
                  + (step + 1)
                  + " is not a number: start again with a smaller learning rate");
        }
        loss += sums[0];
        count += sums[1];
        position = new Position(step + 1, seconds());
        progress.step(position.step);
        if (position.step % stepsBetween == 0 || position.step == steps) {
          perplexity = measure(log, loss / count);
          loss = 0;
          count = 0;
        } else if (System.nanoTime() > reportDue) {
          progress.note(
              String.format(
                  Locale.ROOT,
                  "step %d of %d: loss %.3f, about %d min left",
                  position.step,
                  steps,
                  loss / count,
                  Math.round((steps - position.step) * seconds() / position.step / 60)));
          reportDue = System.nanoTime() + TimeUnit.SECONDS.toNanos(REPORT_SECONDS);
        }
        if (System.nanoTime() > checkpointDue) {
          checkpoint.write(out -> write(out));
          checkpointDue = System.nanoTime() + checkpointNanos();
        }
      }
      checkpoint.write(out -> write(out));
      if (position.step < steps) {
        progress.note("the time is over after step " + position.step + " of " + steps);
      }
      return Double.isNaN(perplexity) || position.step < steps
          ? measure(log, count == 0 ? 0 : loss / count)
          : perplexity;
    }

    private boolean isOver() {
      return settings.minutes() > 0 && seconds() > settings.minutes() * 60;
    }

    /** Of all runs together. */
    private double seconds() {
      return secondsBefore + (System.nanoTime() - started) / 1e9;
    }

    private long checkpointNanos() {
      return (long) (settings.checkpointMinutes() * TimeUnit.MINUTES.toNanos(1));
    }

    private double[] step(int[] chosen, long step) {
      SplittableRandom random = random(step);
      double[] sums =
          network.addGradients(
              Batch.of(corpus.training(), chosen), settings.negativeSamples(), random);
      if (Double.isFinite(sums[0])) {
        adam.step(network.parameters(), rate(step), step + 1);
      }
      return sums;
    }

    /** Rises in the warm-up, then falls linearly. */
    private double rate(long step) {
      double done = (double) step / steps;
      double factor =
          done < WARM_UP
              ? (step + 1) / (WARM_UP * steps + 1)
              : 1 - (1 - LAST_RATE) * (done - WARM_UP) / (1 - WARM_UP);
      return settings.learningRate() * Math.min(1, factor);
    }

    private double measure(TrainingLog log, double loss) throws IOException {
      double[] sums = new double[2];
      for (int[] chosen : BatchOrder.sorted(corpus.heldOut(), settings.batchSize())) {
        double[] batch = Torch.scoped(() -> network.loss(Batch.of(corpus.heldOut(), chosen)));
        sums[0] += batch[0];
        sums[1] += batch[1];
      }
      double perplexity = Math.exp(sums[0] / sums[1]);
      Map<String, Double> measures = new LinkedHashMap<>();
      measures.put("loss", loss);
      measures.put("perplexity", perplexity);
      measures.put("seconds", seconds());
      log.write(position.step, (double) position.step / stepsPerEpoch, measures);
      progress.note(
          String.format(
              Locale.ROOT,
              "after step %d of %d: loss %.3f, perplexity of held-out acts %.1f, about %d min left",
              position.step,
              steps,
              loss,
              perplexity,
              Math.round((steps - position.step) * seconds() / Math.max(1, position.step) / 60)));
      return perplexity;
    }

    private SplittableRandom random(long step) {
      return new SplittableRandom(
          new SplittableRandom(settings.seed() ^ step * 0x9E3779B97F4A7C15L).nextLong());
    }

    private void write(DataOutputStream out) throws IOException {
      out.writeLong(position.step);
      out.writeDouble(position.seconds);
      TensorState.write(out, tensors());
    }

    private Optional<Position> read(DataInputStream in) throws IOException {
      Position read = new Position(in.readLong(), in.readDouble());
      return TensorState.read(in, tensors(), device) ? Optional.of(read) : Optional.empty();
    }

    private List<Tensor> tensors() {
      List<Tensor> tensors = new ArrayList<>();
      for (Parameter parameter : network.parameters()) {
        tensors.add(parameter.value());
        tensors.add(parameter.mean());
        tensors.add(parameter.square());
      }
      return tensors;
    }
  }
}
