package org.solrlmtc.training.neural.layer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.RowSelection;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;

/**
 * The layers with hand-written gradients, implemented with LibTorch's operations and autograd over
 * the same parameters: the reference of gradients and of the benchmark.
 */
public final class AutogradTwins {
  private AutogradTwins() {}

  /** The vectors of the batch by act and token, zeros for padding: {@code [acts, tokens, size]}. */
  private static Tensor byToken(Torch device, Batch batch, Tensor vectors) {
    int none = batch.rowCount();
    long[] rows =
        Arrays.stream(batch.rows()).mapToLong(row -> row == Batch.NONE ? none : row).toArray();
    Tensor padded = torch.cat(new TensorVector(vectors, device.zeros(1, vectors.size(1))), 0);
    return padded.index_select(0, device.of(rows)).view(batch.size(), batch.tokens(), -1);
  }

  /** Max pooling of {@code [acts, tokens, size]}, without padding. */
  private static EncodedBatch pooled(
      Torch device, Batch batch, Tensor states, int pool, float below) {
    int[] lengths = Arrays.stream(batch.lengths()).map(n -> (n + pool - 1) / pool).toArray();
    long size = states.size(2);
    if (pool == 1) {
      return new EncodedBatch(states.reshape(-1, size), batch.tokens(), lengths);
    }
    int groups = (batch.tokens() + pool - 1) / pool;
    float[] mask = new float[batch.size() * groups * pool];
    for (int act = 0; act < batch.size(); act++) {
      int start = act * groups * pool;
      Arrays.fill(mask, start + batch.lengths()[act], start + groups * pool, below);
    }
    Tensor padded =
        torch.constant_pad_nd(
            states, new long[] {0, 0, 0, groups * pool - batch.tokens()}, Torch.scalar(0));
    Tensor grouped =
        padded
            .add(device.of(mask, batch.size(), (long) groups * pool, 1))
            .view(batch.size(), groups, pool, size);
    return new EncodedBatch(grouped.amax(new long[] {2}, false).reshape(-1, size), groups, lengths);
  }

  /** A convolution by {@code conv1d}. */
  public static Encoder.Layer convolution(Torch device, Convolution spec, Encoder.Layer twin) {
    Parameter kernel = twin.parameters().get(0);
    Parameter bias = twin.parameters().get(1);
    return new Twin(twin) {
      @Override
      protected EncodedBatch encode(Batch batch, Tensor vectors, AutogradTape tape) {
        // [input, kernelSize * filters] to [filters, input, kernelSize]
        Tensor filters =
            tape.use(kernel)
                .view(vectors.size(1), spec.kernelSize(), spec.filters())
                .permute(2, 0, 1);
        Tensor sums =
            torch.conv1d(
                byToken(device, batch, vectors).transpose(1, 2),
                filters,
                new TensorOptional(tape.use(bias)),
                new long[] {1},
                new long[] {spec.kernelSize() / 2},
                new long[] {1},
                1);
        EncodedBatch pooled = pooled(device, batch, sums.transpose(1, 2), spec.poolSize(), -1e4f);
        return new EncodedBatch(pooled.states().tanh(), pooled.tokens(), pooled.lengths());
      }
    };
  }

  /** Both directions by LibTorch's own bidirectional GRU over packed sequences. */
  public static Encoder.Layer biGru(Torch device, BiGru spec, Encoder.Layer twin) {
    return new Twin(twin) {
      @Override
      protected EncodedBatch encode(Batch batch, Tensor vectors, AutogradTape tape) {
        int acts = batch.size();
        int tokens = batch.tokens();
        // packed sequences: acts in descending length, step after step
        int[] order =
            IntStream.range(0, acts)
                .boxed()
                .sorted((a, b) -> batch.lengths()[b] - batch.lengths()[a])
                .mapToInt(Integer::intValue)
                .toArray();
        int total = Arrays.stream(batch.lengths()).sum();
        long[] packed = new long[total];
        long[] unpacked = new long[acts * tokens];
        Arrays.fill(unpacked, total);
        long[] sizes = new long[tokens];
        int at = 0;
        for (int step = 0; step < tokens; step++) {
          for (int act : order) {
            if (batch.lengths()[act] > step) {
              packed[at] = (long) act * tokens + step;
              unpacked[act * tokens + step] = at++;
              sizes[step]++;
            }
          }
        }
        Tensor data =
            byToken(device, batch, vectors)
                .view((long) acts * tokens, -1)
                .index_select(0, device.of(packed));
        TensorVector weights = new TensorVector();
        for (Parameter parameter : twin.parameters()) {
          weights.push_back(tape.use(parameter));
        }
        Tensor states =
            torch
                .gru(
                    data,
                    device.of(sizes),
                    device.zeros(2, acts, spec.hiddenSize()),
                    weights,
                    true,
                    1,
                    0.0,
                    true,
                    true)
                .get0();
        Tensor all =
            torch
                .cat(new TensorVector(states, device.zeros(1, states.size(1))), 0)
                .index_select(0, device.of(unpacked))
                .view(acts, tokens, -1);
        return pooled(device, batch, all, spec.poolSize(), -2);
      }
    };
  }

  /** One attention for all labels. */
  public static Head.Layer attention(Torch device, Head.Layer twin) {
    List<Parameter> own = twin.parameters();
    return new HeadTwin(twin) {
      @Override
      protected Tensor score(EncodedBatch encoded, RowSelection labels, AutogradTape tape) {
        Tensor states = encoded.states().view(encoded.acts(), encoded.tokens(), -1);
        Tensor scores =
            states.matmul(tape.use(own.get(0))).add(tape.use(own.get(1))).tanh().squeeze(2);
        Tensor masked = encoded.attentionMask(device).map(scores::add).orElse(scores);
        Tensor text = masked.softmax(1).unsqueeze(1).bmm(states).squeeze(1);
        return tape.use(own.get(2), labels)
            .mm(text.t())
            .add(tape.use(own.get(3), labels).unsqueeze(1));
      }
    };
  }

  /** Label-wise attention: weighted sums of states, as in papers. */
  public static Head.Layer labelWise(Torch device, Head.Layer twin) {
    List<Parameter> own = new ArrayList<>(twin.parameters());
    return new HeadTwin(twin) {
      @Override
      protected Tensor score(EncodedBatch encoded, RowSelection labels, AutogradTape tape) {
        Tensor states = encoded.states().view(encoded.acts(), encoded.tokens(), -1);
        Tensor keys = own.size() > 3 ? states.matmul(tape.use(own.get(3))) : states;
        // [acts, labels, tokens]
        Tensor scores = tape.use(own.get(0), labels).matmul(keys.transpose(1, 2));
        Tensor masked =
            encoded.attentionMask(device).map(mask -> scores.add(mask.unsqueeze(1))).orElse(scores);
        Tensor attended = masked.softmax(2).bmm(states);
        Tensor logits =
            attended.mul(tape.use(own.get(1), labels)).sum(2).add(tape.use(own.get(2), labels));
        return logits.t();
      }
    };
  }

  private abstract static class Twin extends AutogradEncoder {
    private final Encoder.Layer twin;

    Twin(Encoder.Layer twin) {
      this.twin = twin;
    }

    @Override
    public int outputSize() {
      return twin.outputSize();
    }

    @Override
    public List<Parameter> parameters() {
      return twin.parameters();
    }

    @Override
    public Encoder.Weights weights() {
      return twin.weights();
    }
  }

  private abstract static class HeadTwin extends AutogradHead {
    private final Head.Layer twin;

    HeadTwin(Head.Layer twin) {
      this.twin = twin;
    }

    @Override
    public List<Parameter> parameters() {
      return twin.parameters();
    }

    @Override
    public Head.Weights weights() {
      return twin.weights();
    }
  }
}
