package org.solrlmtc.training.neural.transformer;

import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.training.neural.tensor.Torch;

/**
 * The forward pass of a transformer in LibTorch, over the tokens of a chunk. Attention is computed
 * act by act, so that padding is neither computed nor masked; all else over all tokens at once.
 */
record BlockForward(TransformerShape shape, int hiddenSize) {

  /** The states before the first layer. */
  Tensor input(Tensor vectors, Tensor positions, Tensor norm, Tensor normBias, DropoutMasks masks) {
    return masks.apply(normalise(vectors.add(positions), norm, normBias));
  }

  /** The states after one more layer. */
  Tensor block(Tensor states, BlockTensors<Tensor> block, int[] lengths, DropoutMasks masks) {
    Tensor projected = product(states, block.attention(), block.attentionBias());
    Tensor contexts = attend(projected, lengths, masks);
    Tensor attended = masks.apply(product(contexts, block.output(), block.outputBias()));
    Tensor middle =
        normalise(attended.add(states), block.attentionNorm(), block.attentionNormBias());
    Tensor expanded = gelu(product(middle, block.expand(), block.expandBias()));
    Tensor contracted = masks.apply(product(expanded, block.contract(), block.contractBias()));
    return normalise(contracted.add(middle), block.norm(), block.normBias());
  }

  private static Tensor product(Tensor states, Tensor matrix, Tensor bias) {
    return torch.addmm(bias, states, matrix.t());
  }

  private Tensor attend(Tensor projected, int[] lengths, DropoutMasks masks) {
    long[] sizes = Arrays.stream(lengths).asLongStream().toArray();
    TensorVector acts = projected.split_with_sizes(sizes, 0);
    TensorVector contexts = new TensorVector();
    for (int act = 0; act < lengths.length; act++) {
      contexts.push_back(attendInAct(acts.get(act), lengths[act], masks));
    }
    return torch.cat(contexts, 0);
  }

  private Tensor attendInAct(Tensor projected, int tokens, DropoutMasks masks) {
    int headSize = shape.headSize(hiddenSize);
    // query, key and value: [heads, tokens, size]
    TensorVector parts =
        projected.view(tokens, 3, shape.heads(), headSize).permute(1, 2, 0, 3).unbind(0);
    Tensor queries = parts.get(0).mul(Torch.scalar(1 / Math.sqrt(headSize)));
    Tensor scores = queries.bmm(parts.get(1).transpose(1, 2));
    Tensor shares = masks.drop(scores.softmax(-1));
    Tensor contexts = shares.bmm(parts.get(2)).permute(1, 0, 2).reshape(tokens, hiddenSize);
    return masks.scale() == 1 ? contexts : contexts.mul(Torch.scalar(masks.scale()));
  }

  private Tensor normalise(Tensor states, Tensor norm, Tensor normBias) {
    return torch.layer_norm(
        states,
        new long[] {hiddenSize},
        new TensorOptional(norm),
        new TensorOptional(normBias),
        shape.epsilon(),
        false);
  }

  private Tensor gelu(Tensor states) {
    return torch.gelu(
        states, shape.activation() == TransformerShape.Activation.GELU ? "none" : "tanh");
  }
}
