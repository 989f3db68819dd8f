package org.solrlmtc.training.neural.loop;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.bytedeco.pytorch.AdamOptions;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.solrlmtc.training.neural.layer.AttentionHead;
import org.solrlmtc.training.neural.layer.AutogradTwins;
import org.solrlmtc.training.neural.layer.BiGru;
import org.solrlmtc.training.neural.layer.Convolution;
import org.solrlmtc.training.neural.layer.EncodedBatch;
import org.solrlmtc.training.neural.layer.Encoder;
import org.solrlmtc.training.neural.layer.Head;
import org.solrlmtc.training.neural.layer.LabelWiseHead;
import org.solrlmtc.training.neural.layer.NeutralLabels;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.RowSelection;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;
import org.solrlmtc.training.neural.text.TokenizedActs;

/**
 * Milliseconds of a forward and backward pass of one batch: hand-written gradients compared with
 * LibTorch's autograd, and our lazy Adam with LibTorch's Adam, on the same two threads and at the
 * sizes of the fast recipes. Words follow Zipf's law. Run with {@code mvn -q -Pbench-gradients
 * process-test-classes -pl training -am}; {@code -Dbench.gradients="-p layer=bigru"} passes options
 * to JMH. Set {@code OMP_WAIT_POLICY=passive} as training does.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 3)
@Measurement(iterations = 5, time = 3)
public class GradientBenchmark {
  private static final int THREADS = 2;
  private static final int WORDS = 40_000;
  private static final int VECTOR = 200;
  private static final int LABELS = 4_000;
  private static final int SAMPLED = 500;

  @Param({"convolution", "bigru", "label-wise", "low-rank", "attention", "adam"})
  public String layer;

  @Param({"own", "libtorch"})
  public String gradients;

  private final Random random = new Random(1);
  private Torch torch;
  private Runnable work;

  @Setup
  public void setUp() {
    torch = new Torch(Torch.DeviceChoice.CPU, THREADS, note -> {});
    Torch.seed(1);
    boolean own = gradients.equals("own");
    work =
        switch (layer) {
          case "convolution" -> {
            Convolution spec = new Convolution(3, 256, 3);
            Encoder.Layer encoder = spec.layer(torch, VECTOR);
            yield encode(
                own ? encoder : AutogradTwins.convolution(torch, spec, encoder), batch(32, 512));
          }
          case "bigru" -> {
            BiGru spec = new BiGru(128, 2);
            Encoder.Layer encoder = spec.layer(torch, VECTOR);
            yield encode(own ? encoder : AutogradTwins.biGru(torch, spec, encoder), batch(48, 256));
          }
          case "label-wise" -> score(new LabelWiseHead(0), own, 32, 171);
          case "low-rank" -> score(new LabelWiseHead(64), own, 48, 128);
          case "attention" -> score(new AttentionHead(), own, 48, 256);
          default -> adam(own);
        };
  }

  /** Acts of nearly the same length, as in a batch of a bucket. */
  private Batch batch(int acts, int tokens) {
    TokenizedActs read = new TokenizedActs(WORDS, 1, 1);
    int[] chosen = new int[acts];
    for (int act = 0; act < acts; act++) {
      int[] words =
          random
              .doubles(tokens - random.nextInt(tokens / 20))
              .mapToInt(share -> 1 + (int) Math.pow(WORDS - 1, share))
              .toArray();
      read.add(words, new int[0], 1);
      chosen[act] = act;
    }
    return Batch.of(read, chosen);
  }

  private Runnable encode(Encoder.Layer encoder, Batch batch) {
    Tensor vectors = torch.normal(0.1, batch.rowCount(), VECTOR);
    EncodedBatch shape = encoder.forward(batch, vectors);
    Tensor gradient = torch.normal(0.01, shape.states().size(0), encoder.outputSize());
    return () -> {
      encoder.forward(batch, vectors);
      encoder.backward(gradient.clone());
    };
  }

  private Runnable score(Head spec, boolean own, int acts, int states) {
    int size = 256;
    Head.Layer made = spec.layer(NeutralLabels.context(torch, LABELS), size);
    Head.Layer head =
        own
            ? made
            : spec instanceof AttentionHead
                ? AutogradTwins.attention(torch, made)
                : AutogradTwins.labelWise(torch, made);
    int[] lengths = random.ints(acts, states - states / 20, states + 1).toArray();
    EncodedBatch encoded =
        new EncodedBatch(torch.normal(0.5, (long) acts * states, size), states, lengths);
    // sampled labels; one attention for all labels is trained on all of them
    RowSelection labels =
        spec instanceof AttentionHead ? RowSelection.all(LABELS) : someRows(LABELS, SAMPLED);
    Tensor gradient = torch.normal(0.01, labels.size(), acts);
    return () -> {
      head.forward(encoded, labels);
      head.backward(gradient.clone());
    };
  }

  private RowSelection someRows(int rows, int count) {
    return RowSelection.of(
        random.longs(4L * count, 0, rows).distinct().limit(count).sorted().toArray(), torch);
  }

  /** A step over an embedding and a label-wise head, of which a batch touches some rows. */
  private Runnable adam(boolean own) {
    List<Parameter> parameters =
        List.of(
            new Parameter("embedding", torch.normal(0.1, WORDS, VECTOR)),
            new Parameter("queries", torch.normal(0.1, LABELS, 256)),
            new Parameter("outputs", torch.normal(0.1, LABELS, 256)),
            new Parameter("kernel", torch.normal(0.1, VECTOR, 3 * 256)));
    List<RowSelection> touched =
        List.of(
            someRows(WORDS, 4_000),
            someRows(LABELS, SAMPLED),
            someRows(LABELS, SAMPLED),
            RowSelection.all(VECTOR));
    List<Tensor> addends =
        List.of(
            torch.normal(0.01, 4_000, VECTOR),
            torch.normal(0.01, SAMPLED, 256),
            torch.normal(0.01, SAMPLED, 256),
            torch.normal(0.01, VECTOR, 3 * 256));
    if (own) {
      Adam adam = new Adam(torch, new OptimiserSettings(1e-3, 5, 0, 1, 1), 1);
      long[] step = {0};
      return () -> {
        for (int i = 0; i < parameters.size(); i++) {
          parameters.get(i).add(touched.get(i), addends.get(i));
        }
        adam.step(parameters, 1e-3, ++step[0]);
      };
    }
    TensorVector leaves = new TensorVector();
    for (Parameter parameter : parameters) {
      Tensor leaf = parameter.value().detach().requires_grad_(true);
      leaf.mutable_grad().put(parameter.gradient());
      leaves.push_back(leaf);
    }
    org.bytedeco.pytorch.Adam adam = new org.bytedeco.pytorch.Adam(leaves, new AdamOptions(1e-3));
    return () -> {
      for (int i = 0; i < parameters.size(); i++) {
        parameters.get(i).gradient().zero_();
        parameters.get(i).add(touched.get(i), addends.get(i));
      }
      adam.step();
    };
  }

  @Benchmark
  public void pass() {
    Torch.scoped(work);
  }
}
