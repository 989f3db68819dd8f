package org.solrlmtc.training.neural.transformer;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.layer.Encoder;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;
import org.solrlmtc.training.neural.text.TokenizedActs;

/**
 * Billions of operations (GFLOP) per CPU second of a training step of a transformer, compared with
 * plain matrix products of the same size in the same run. Only the operations of matrix products
 * count. Run with {@code mvn -q -Pbench-transformer process-test-classes -pl training -am}; {@code
 * -Dbench.transformer="768 12 128 8 0.1"} sets hidden size, layers, tokens, acts and dropout rate.
 */
public final class TransformerBenchmark {
  private static final int THREADS = 2;
  private static final int WORDS = 30_000;
  private static final int ROUNDS = 5;

  private TransformerBenchmark() {}

  public static void main(String[] arguments) {
    int size = Integer.parseInt(arguments[0]);
    int layers = Integer.parseInt(arguments[1]);
    int tokens = Integer.parseInt(arguments[2]);
    int acts = Integer.parseInt(arguments[3]);
    double dropout = Double.parseDouble(arguments[4]);
    Torch torch = new Torch(Torch.DeviceChoice.CPU, THREADS, note -> {});
    Torch.seed(1);
    Encoder.Layer encoder =
        Transformer.read(
                new Settings(
                    "bench",
                    Map.of(
                        "layers",
                        layers,
                        "heads",
                        12,
                        "feedForwardSize",
                        4 * size,
                        "dropout",
                        dropout)))
            .layer(torch, size);
    Batch batch = batch(acts, tokens);
    Tensor vectors = torch.normal(1, batch.rowCount(), size);
    Tensor gradient = torch.normal(0.01, (long) batch.size() * batch.tokens(), size);
    double ofToken = layers * (24.0 * size * size + 4.0 * tokens * size);
    double ofPass = ofToken * acts * tokens / 1e9;
    for (int round = 0; round < ROUNDS; round++) {
      report("plain products", 3 * ofPass, () -> products(torch, size, acts * tokens, layers));
      report(
          "forward and backward",
          3 * ofPass,
          () -> {
            encoder.forward(batch, vectors);
            encoder.backward(gradient);
          });
      report("forward only", ofPass, () -> encoder.score(batch, vectors));
    }
  }

  /** The products of a step, each over all tokens. */
  private static void products(Torch torch, int size, int rows, int layers) {
    Tensor states = torch.normal(1, rows, size);
    Tensor matrix = torch.normal(1, size, 4L * size);
    for (int i = 0; i < 3 * 3 * layers; i++) {
      Torch.scoped(() -> states.mm(matrix));
    }
  }

  private static Batch batch(int acts, int tokens) {
    TokenizedActs read = new TokenizedActs(WORDS, 1, 1);
    int[] chosen = new int[acts];
    for (int act = 0; act < acts; act++) {
      read.add(new Random(act).ints(tokens, 1, WORDS).toArray(), new int[0], 1);
      chosen[act] = act;
    }
    return Batch.of(read, chosen);
  }

  private static Duration cpuTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
  }

  private static void report(String name, double operations, Runnable work) {
    Duration processor = cpuTime();
    long wall = System.nanoTime();
    Torch.scoped(work);
    double seconds = cpuTime().minus(processor).toNanos() / 1e9;
    System.out.printf(
        Locale.ROOT,
        "%-22s %7.1f GFLOP, %6.2f CPU seconds, %6.1f GFLOP per CPU second, %.2f s%n",
        name,
        operations,
        seconds,
        operations / seconds,
        (System.nanoTime() - wall) / 1e9);
  }
}
