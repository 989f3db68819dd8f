package org.solrlmtc.training.neural;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.text.TokenSequence;
import org.solrlmtc.core.text.Tokenizer;
import org.solrlmtc.training.neural.layer.Embedding;
import org.solrlmtc.training.neural.layer.EncodedBatch;
import org.solrlmtc.training.neural.layer.Encoder;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;
import org.solrlmtc.training.neural.text.TokenizedActs;

/**
 * Encodes short texts, such as names of labels, by a network that is not trained yet: a text is the
 * mean of its encoded states.
 */
record TextEncoder(Tokenizer tokenizer, Embedding.Layer embedding, Encoder.Layer encoder)
    implements Function<List<String>, Matrix> {
  private static final int BATCH_SIZE = 64;

  @Override
  public Matrix apply(List<String> texts) {
    TokenizedActs read = new TokenizedActs(tokenizer, 0);
    for (String text : texts) {
      TokenSequence tokens = tokenize(text);
      read.add(tokens.ids(), new int[0], 0, tokens.sectionLengths());
    }
    int size = encoder.outputSize();
    float[] values = new float[texts.size() * size];
    for (int from = 0; from < texts.size(); from += BATCH_SIZE) {
      int[] chosen = IntStream.range(from, Math.min(texts.size(), from + BATCH_SIZE)).toArray();
      float[] means = Torch.scoped(() -> means(read, chosen));
      System.arraycopy(means, 0, values, from * size, means.length);
    }
    return new Matrix(texts.size(), size, values);
  }

  /** A text stands in the first zone that the network reads. */
  private TokenSequence tokenize(String text) {
    return Stream.of(
            LegalAct.ofText("label", text),
            new LegalAct("label", "", "", text, "", List.of(), ""),
            new LegalAct("label", "", "", "", text, List.of(), ""),
            new LegalAct("label", "", "", "", "", List.of(), text))
        .map(tokenizer::tokenize)
        .filter(tokens -> tokens.length() > 0)
        .findFirst()
        .orElseGet(() -> tokenizer.tokenize(LegalAct.ofText("label", "")));
  }

  private float[] means(TokenizedActs read, int[] chosen) {
    Batch.RowSharing sharing =
        embedding.contextual() ? Batch.RowSharing.NONE : Batch.RowSharing.BATCH;
    Batch batch = Batch.of(read, chosen, 0, sharing, new SplittableRandom(0));
    EncodedBatch encoded =
        Torch.withoutGradients(() -> encoder.score(batch, embedding.forward(batch)));
    Tensor states = encoded.states().view(chosen.length, encoded.tokens(), encoder.outputSize());
    float[] means = new float[chosen.length * encoder.outputSize()];
    for (int text = 0; text < chosen.length; text++) {
      Tensor own = states.select(0, text).narrow(0, 0, encoded.lengths()[text]);
      float[] mean = Torch.toArray(own.sum(0).div(Torch.scalar(encoded.lengths()[text])));
      System.arraycopy(mean, 0, means, text * mean.length, mean.length);
    }
    return means;
  }
}
