package org.solrlmtc.training.neural.transformer;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.core.settings.SettingChecks;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.TokenizerSpec;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.layer.Dropout;
import org.solrlmtc.training.neural.layer.Embedding;
import org.solrlmtc.training.neural.layer.Encoder;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.pretrained.EncoderConfig;
import org.solrlmtc.training.pretrained.PretrainedEncoder;

/**
 * A transformer encoder, as BERT is one: position embeddings, then layers of self-attention and a
 * feed-forward part, each followed by a layer normalisation.
 *
 * @param pretrained name or folder of a published encoder; empty for random initial weights
 * @param layers number of layers, the lowest ones of a published encoder; 0: all of them
 * @param size of an encoder with random weights; that of a published one comes with it
 * @param frozenLayers number of lowest layers that keep their initial weights
 * @param dropout rate in the layers that are trained
 * @param cacheStates whether the states after the frozen layers are computed once and kept
 * @param cache folder for these states; empty: beside the checkpoints
 */
record Transformer(
    String pretrained,
    int layers,
    Optional<Size> size,
    int frozenLayers,
    double dropout,
    TrainingPace pace,
    boolean cacheStates,
    String cache)
    implements Encoder {
  static final String TYPE = "transformer";

  private static final double DEFAULT_EPSILON = 1e-12;

  /**
   * The size of an encoder, except its number of layers.
   *
   * @param feedForwardSize dimension between the two products of the feed-forward part
   * @param positions number of position embeddings: the longest text, in tokens
   */
  record Size(TransformerShape shape, int feedForwardSize, int positions) {
    Size {
      SettingChecks.atLeast("feedForwardSize", feedForwardSize, 1);
      SettingChecks.atLeast("positions", positions, 2);
    }

    static Size read(Settings section) {
      return new Size(
          new TransformerShape(
              section.integer("heads", 6),
              section.choice("activation", TransformerShape.Activation.GELU),
              section.number("epsilon", DEFAULT_EPSILON)),
          section.integer("feedForwardSize", 1024),
          section.integer("positions", 512));
    }

    void describe(Map<String, Object> settings) {
      settings.put("heads", shape.heads());
      settings.put("activation", Settings.key(shape.activation()));
      settings.put("epsilon", shape.epsilon());
      settings.put("feedForwardSize", feedForwardSize);
      settings.put("positions", positions);
    }
  }

  Transformer {
    SettingChecks.atLeast("layers", layers, size.isPresent() ? 1 : 0);
    SettingChecks.atLeast("frozenLayers", frozenLayers, 0);
    SettingChecks.rate("encoder", "dropout", dropout);
    if (layers > 0 && frozenLayers > layers) {
      throw new IllegalArgumentException(
          "the settings 'frozenLayers' and 'layers' of 'encoder' contradict each other: "
              + frozenLayers
              + " of "
              + layers
              + " layers cannot be frozen");
    }
    if (frozenLayers == 0 && !cache.isEmpty()) {
      throw new IllegalArgumentException(
          "the settings 'cache' and 'frozenLayers' of 'encoder' contradict each other: only the"
              + " states of frozen layers are kept; set frozenLayers above 0, or leave out cache");
    }
    if (!cacheStates && !cache.isEmpty()) {
      throw new IllegalArgumentException(
          "the settings 'cache' and 'cacheStates' of 'encoder' contradict each other: leave out"
              + " cache, or set cacheStates to true");
    }
  }

  static Transformer read(Settings section) {
    String pretrained = section.text("pretrained", "");
    Optional<Size> size = pretrained.isEmpty() ? Optional.of(Size.read(section)) : Optional.empty();
    return new Transformer(
        pretrained,
        section.integer("layers", size.isPresent() ? 4 : 0),
        size,
        section.integer("frozenLayers", 0),
        section.number("dropout", 0.1),
        TrainingPace.read(section),
        section.flag("cacheStates", true),
        section.text("cache", ""));
  }

  /** The description of a finished encoder, for reading it back. */
  static Transformer trained(
      TransformerShape shape, int layers, int feedForwardSize, Matrix positions) {
    return new Transformer(
        "",
        layers,
        Optional.of(new Size(shape, feedForwardSize, positions.rows())),
        0,
        0,
        TrainingPace.STANDARD,
        true,
        "");
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("pretrained", pretrained);
    settings.put("layers", layers);
    size.ifPresent(known -> known.describe(settings));
    settings.put("frozenLayers", frozenLayers);
    settings.put("dropout", dropout);
    pace.describe(settings);
    settings.put("cacheStates", cacheStates);
    settings.put("cache", cache);
    return settings;
  }

  Optional<Path> cacheFolder() {
    return cache.isEmpty() ? Optional.empty() : Optional.of(Path.of(cache));
  }

  @Override
  public void check(TokenizerSpec tokenizer, Embedding embedding, Dropout rates) {
    if (frozenLayers > 0 && embedding.trainable()) {
      throw new IllegalArgumentException(
          "the settings 'frozenLayers' of 'encoder' and 'trainable' of 'embedding' contradict each"
              + " other: vectors below frozen layers cannot be trained; set trainable to false");
    }
    if (frozenLayers > 0 && cacheStates && (rates.word() > 0 || rates.embedding() > 0)) {
      throw new IllegalArgumentException(
          "the settings 'frozenLayers' of 'encoder' and '"
              + (rates.word() > 0 ? "word" : "embedding")
              + "' of 'dropout' contradict each other: the states of frozen layers are computed"
              + " once, without dropout; set the rate to 0, or cacheStates to false");
    }
    int positions = size.map(Size::positions).orElseGet(() -> published().maxPositions());
    if (tokenizer.settings().get("maxSequenceLength") instanceof Integer length
        && length > positions) {
      throw new IllegalArgumentException(
          "the settings 'maxSequenceLength' of 'tokenizer' and '"
              + (size.isPresent() ? "positions" : "pretrained")
              + "' of 'encoder' contradict each other: the encoder has "
              + positions
              + " positions, fewer than "
              + length
              + " tokens");
    }
    size.ifPresent(known -> known.shape().headSize(embedding.dimension()));
    if (size.isEmpty()) {
      checkPublished(published(), embedding);
    }
  }

  private EncoderConfig published() {
    return PretrainedEncoder.open(pretrained).config();
  }

  private void checkPublished(EncoderConfig config, Embedding embedding) {
    int most = layers == 0 ? config.layers() : layers;
    if (most > config.layers() || frozenLayers > most) {
      String setting = most > config.layers() ? "layers" : "frozenLayers";
      throw new IllegalArgumentException(
          "the setting '"
              + setting
              + "' of 'encoder' must be at most "
              + Math.min(most, config.layers())
              + ", the layers of "
              + pretrained
              + ", not "
              + (setting.equals("layers") ? layers : frozenLayers));
    }
    if (embedding.dimension() != config.hiddenSize()) {
      throw new IllegalArgumentException(
          "the settings 'pretrained' of 'encoder' and 'dimension' of 'embedding' contradict each"
              + " other: the encoder reads vectors of dimension "
              + config.hiddenSize()
              + ", but the embedding has "
              + embedding.dimension()
              + "; use the embedding 'pretrained' with the same encoder");
    }
  }

  @Override
  public Layer layer(Torch device, int inputSize) {
    TransformerWeights initial =
        size.map(known -> InitialWeights.random(device, known, layers, inputSize))
            .orElseGet(() -> InitialWeights.published(PretrainedEncoder.open(pretrained), layers));
    if (initial.inputSize() != inputSize) {
      throw new TrainingException(
          "the encoder " + pretrained + " does not read vectors of dimension " + inputSize);
    }
    return new TrainableTransformer(device, this, initial);
  }

  @Override
  public Weights weights(TrainedTensors tensors) {
    return TransformerWeights.read(size.orElseThrow().shape(), layers, tensors);
  }
}
