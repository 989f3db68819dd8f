package org.solrlmtc.training.neural;

import java.util.List;
import java.util.Map;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.WordTokenizerSettings;
import org.solrlmtc.training.neural.onnx.Precision;

/**
 * How a network is built and trained: a neural recipe's settings, in sections.
 *
 * @param precision how the finished network's numbers are stored
 * @param seed of everything drawn by lot
 */
record NeuralSettings(
    Pipeline pipeline,
    Embedding embedding,
    EncoderSettings encoder,
    HeadSettings head,
    Dropout dropout,
    Labels labels,
    Optimiser optimiser,
    Schedule schedule,
    Torch.DeviceChoice device,
    Precision precision,
    int seed) {

  /**
   * Reads a recipe's settings.
   *
   * @throws IllegalArgumentException naming the setting that is unknown, wrong or contradicts
   *     another one
   */
  static NeuralSettings fromMap(String method, Map<String, Object> map) {
    Settings settings = new Settings(method, map);
    NeuralSettings read =
        new NeuralSettings(
            Pipeline.read(settings.section("pipeline")),
            Embedding.read(settings.section("embedding")),
            EncoderSettings.read(settings.section("encoder")),
            HeadSettings.read(settings.section("head")),
            Dropout.read(settings.section("dropout")),
            Labels.read(settings.section("labels")),
            Optimiser.read(settings.section("optimiser")),
            Schedule.read(settings.section("schedule")),
            settings.choice("device", Torch.DeviceChoice.AUTO),
            settings.choice("precision", Precision.FP32),
            settings.integer("seed", 1));
    settings.finish();
    return read;
  }

  /** Of all that the trained numbers depend on; the same for the same in every process. */
  int fingerprint() {
    return List.of(pipeline, embedding, encoder, head, dropout, labels, optimiser, schedule, seed)
        .toString()
        .hashCode();
  }

  /**
   * What is read.
   *
   * @param minActs words in fewer training acts are unknown words
   * @param maxShare words in a larger share of the training acts are unknown words
   * @param maxWords at most this many words are known, the most frequent ones
   */
  record Pipeline(WordTokenizerSettings tokens, int minActs, double maxShare, int maxWords) {
    static Pipeline read(Settings section) {
      Pipeline read =
          new Pipeline(
              WordTokenizerSettings.read(section),
              atLeast("minActs", section.integer("minActs", 2), 1),
              section.number("maxShare", 1),
              atLeast("maxWords", section.integer("maxWords", 100_000), 1));
      section.finish();
      if (!(read.maxShare > 0 && read.maxShare <= 1)) {
        throw new IllegalArgumentException(
            "the setting 'maxShare' of 'pipeline' must be above 0 and at most 1, not "
                + read.maxShare);
      }
      return read;
    }
  }

  /**
   * The vectors of words.
   *
   * @param size numbers of a vector
   * @param vectors a file of word vectors to start from, {@value #CORPUS} to train them on the
   *     training acts, or nothing to start by lot
   * @param learnt whether training changes them
   */
  record Embedding(int size, String vectors, boolean learnt) {
    static final String CORPUS = "corpus";

    static Embedding read(Settings section) {
      String vectors = section.text("vectors", "");
      Embedding read =
          new Embedding(
              atLeast("size", section.integer("size", 200), 1),
              vectors,
              section.flag("learnt", vectors.isEmpty()));
      section.finish();
      if (vectors.isEmpty() && !read.learnt) {
        throw new IllegalArgumentException(
            "the settings 'vectors' and 'learnt' of 'embedding' contradict each other: vectors"
                + " drawn by lot must be learnt; name a file of vectors, or corpus, or set learnt"
                + " to true");
      }
      return read;
    }
  }

  /**
   * What is left out by lot in training.
   *
   * @param spatial the share of the numbers of word vectors, the same for all words of an act
   * @param word the share of words
   * @param encoded the share of the numbers of encoded tokens, the same for all tokens of an act
   */
  record Dropout(double spatial, double word, double encoded) {
    static Dropout read(Settings section) {
      Dropout read =
          new Dropout(
              rate("spatial", section.number("spatial", 0)),
              rate("word", section.number("word", 0)),
              rate("encoded", section.number("encoded", 0)));
      section.finish();
      return read;
    }

    private static double rate(String name, double value) {
      if (!(value >= 0 && value < 1)) {
        throw new IllegalArgumentException(
            "the setting '" + name + "' of 'dropout' must be at least 0 and below 1, not " + value);
      }
      return value;
    }
  }

  /**
   * Which labels a batch is scored for.
   *
   * @param sampled how many labels are drawn beside the gold ones; 0 to train on all labels
   * @param leastChance of a label to be drawn
   * @param allForLast all labels are trained on in so many last epochs
   */
  record Labels(int sampled, double leastChance, int allForLast) {
    static Labels read(Settings section) {
      Labels read =
          new Labels(
              atLeast("sampled", section.integer("sampled", 0), 0),
              section.number("leastChance", 0.02),
              atLeast("allForLast", section.integer("allForLast", 0), 0));
      section.finish();
      if (!(read.leastChance > 0 && read.leastChance <= 1)) {
        throw new IllegalArgumentException(
            "the setting 'leastChance' of 'labels' must be above 0 and at most 1, not "
                + read.leastChance);
      }
      if (read.sampled == 0 && read.allForLast > 0) {
        throw new IllegalArgumentException(
            "the settings 'sampled' and 'allForLast' of 'labels' contradict each other: with"
                + " sampled 0 every epoch trains on all labels; leave allForLast out");
      }
      return read;
    }
  }

  /**
   * How the network is changed.
   *
   * @param rate the largest step of a number
   * @param clip the largest gradient of a number
   * @param batch acts that are read together
   * @param accumulate batches that make a step together
   */
  record Optimiser(double rate, double clip, int batch, int accumulate) {
    static Optimiser read(Settings section) {
      Optimiser read =
          new Optimiser(
              section.number("rate", 1e-3),
              section.number("clip", 5),
              atLeast("batch", section.integer("batch", 16), 1),
              atLeast("accumulate", section.integer("accumulate", 1), 1));
      section.finish();
      positive("rate", read.rate);
      positive("clip", read.clip);
      return read;
    }
  }

  static int atLeast(String name, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(
          "the setting '" + name + "' must be at least " + least + ", not " + value);
    }
    return value;
  }

  static double positive(String name, double value) {
    if (!(value > 0 && Double.isFinite(value))) {
      throw new IllegalArgumentException(
          "the setting '" + name + "' must be above 0, not " + value);
    }
    return value;
  }
}
