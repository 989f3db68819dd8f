package org.solrlmtc.training.neural.transformer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The tensors of one transformer layer: parameters in training, matrices in a finished network.
 * Matrices are [out, in]; a bias is one row.
 *
 * @param attention query, key and value of all attention heads, one below the other
 * @param output of the attention
 * @param expand the first product of the feed-forward part
 * @param contract its second product
 */
record BlockTensors<T>(
    T attention,
    T attentionBias,
    T output,
    T outputBias,
    T attentionNorm,
    T attentionNormBias,
    T expand,
    T expandBias,
    T contract,
    T contractBias,
    T norm,
    T normBias) {

  /** Creates all tensors from their names. */
  static <T> BlockTensors<T> of(Function<String, T> tensor) {
    return new BlockTensors<>(
        tensor.apply("attention"),
        tensor.apply("attentionBias"),
        tensor.apply("output"),
        tensor.apply("outputBias"),
        tensor.apply("attentionNorm"),
        tensor.apply("attentionNormBias"),
        tensor.apply("expand"),
        tensor.apply("expandBias"),
        tensor.apply("contract"),
        tensor.apply("contractBias"),
        tensor.apply("norm"),
        tensor.apply("normBias"));
  }

  /** All tensors, in the order of {@link #of}. */
  List<T> all() {
    return List.of(
        attention,
        attentionBias,
        output,
        outputBias,
        attentionNorm,
        attentionNormBias,
        expand,
        expandBias,
        contract,
        contractBias,
        norm,
        normBias);
  }

  /** Each tensor in another form. */
  <R> BlockTensors<R> map(Function<T, R> change) {
    List<R> changed = new ArrayList<>();
    all().forEach(tensor -> changed.add(change.apply(tensor)));
    int[] next = {0};
    return of(name -> changed.get(next[0]++));
  }
}
