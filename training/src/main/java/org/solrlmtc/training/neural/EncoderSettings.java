package org.solrlmtc.training.neural;

import org.solrlmtc.core.settings.Settings;

/** Which encoder a network has. */
sealed interface EncoderSettings {
  /** The encoders that a recipe can name. */
  enum Kind {
    CONVOLUTION,
    BIGRU
  }

  static EncoderSettings read(Settings section) {
    Kind kind = section.choice("kind", Kind.CONVOLUTION);
    EncoderSettings read =
        switch (kind) {
          case CONVOLUTION ->
              new Convolution(
                  section.integer("width", 3),
                  NeuralSettings.atLeast("filters", section.integer("filters", 200), 1),
                  NeuralSettings.atLeast("pool", section.integer("pool", 1), 1));
          case BIGRU ->
              new BiGru(
                  NeuralSettings.atLeast("hidden", section.integer("hidden", 300), 1),
                  NeuralSettings.atLeast("pool", section.integer("pool", 1), 1));
        };
    section.finish();
    return read;
  }

  /** Makes the encoder, its numbers drawn by lot. */
  Encoder make(Torch device, int inputSize);

  /**
   * A convolution over neighbouring words.
   *
   * @param width how many words a filter sees
   * @param pool how many neighbouring tokens become one
   */
  record Convolution(int width, int filters, int pool) implements EncoderSettings {
    public Convolution {
      if (width < 1 || width % 2 == 0) {
        throw new IllegalArgumentException(
            "the setting 'width' of 'encoder' must be odd, not " + width);
      }
    }

    @Override
    public Encoder make(Torch device, int inputSize) {
      return new ConvolutionEncoder(device, inputSize, width, filters, pool);
    }
  }

  /**
   * Gated recurrent units in both directions.
   *
   * @param hidden numbers of a direction's state
   * @param pool how many neighbouring tokens become one
   */
  record BiGru(int hidden, int pool) implements EncoderSettings {
    @Override
    public Encoder make(Torch device, int inputSize) {
      return new BiGruEncoder(device, inputSize, hidden, pool);
    }
  }
}
