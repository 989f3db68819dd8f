package org.solrlmtc.training.neural;

import org.solrlmtc.core.settings.Settings;

/** Which head a network has. */
sealed interface HeadSettings {
  /** The heads that a recipe can name. */
  enum Kind {
    ATTENTION,
    LABEL_WISE
  }

  static HeadSettings read(Settings section) {
    HeadSettings read =
        switch (section.choice("kind", Kind.LABEL_WISE)) {
          case ATTENTION -> new Attention();
          case LABEL_WISE ->
              new LabelWise(NeuralSettings.atLeast("query", section.integer("query", 0), 0));
        };
    section.finish();
    return read;
  }

  /**
   * Makes the head, its numbers drawn by lot.
   *
   * @param biases where each label's score starts
   */
  Head make(Torch device, int inputSize, float[] biases);

  /** One attention for all labels. */
  record Attention() implements HeadSettings {
    @Override
    public Head make(Torch device, int inputSize, float[] biases) {
      return new AttentionHead(device, inputSize, biases);
    }
  }

  /**
   * An attention for every label.
   *
   * @param query numbers of a query; 0 to look at the encoded tokens themselves
   */
  record LabelWise(int query) implements HeadSettings {
    @Override
    public Head make(Torch device, int inputSize, float[] biases) {
      return new LabelWiseHead(device, inputSize, query, biases);
    }
  }
}
