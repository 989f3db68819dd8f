package org.solrlmtc.training.neural.bilm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.settings.SettingChecks;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.elmo.ElmoOptions;

/**
 * How a biLM is trained.
 *
 * @param options sizes of the biLM
 * @param zones the text read
 * @param vocabulary number of words that are predicted
 * @param maxWords at most this number of words of the acts is read per epoch; 0: all
 * @param epochs passes over these words
 * @param sequenceLength words per sequence; acts are cut into sequences
 * @param batchSize sequences per step
 * @param negativeSamples sampled words per step
 * @param learningRate after the warm-up
 * @param minutes training ends after this time with the weights that it has; 0: no limit
 * @param checkpointMinutes minutes between checkpoints
 * @param seed random seed
 */
public record BiLmSettings(
    ElmoOptions options,
    ZoneSelection zones,
    int vocabulary,
    long maxWords,
    int epochs,
    int sequenceLength,
    int batchSize,
    int negativeSamples,
    double learningRate,
    double minutes,
    double checkpointMinutes,
    int seed) {
  /** Defaults, of recipes and of the command. */
  public static final String ZONES = "H+R";

  public static final int EPOCHS = 1;
  public static final int SIZE = 128;
  public static final int CELL_SIZE = 512;
  public static final int VOCABULARY = 20_000;
  public static final int BATCH_SIZE = 48;
  public static final double LEARNING_RATE = 0.003;

  private static final int SEQUENCE_LENGTH = 128;
  private static final int NEGATIVE_SAMPLES = 2048;
  private static final double CHECKPOINT_MINUTES = 5;

  public BiLmSettings {
    SettingChecks.atLeast("vocabulary", vocabulary, 10);
    SettingChecks.atLeast("epochs", epochs, 1);
    SettingChecks.atLeast("sequenceLength", sequenceLength, 2);
    SettingChecks.atLeast("batchSize", batchSize, 1);
    SettingChecks.atLeast("negativeSamples", negativeSamples, 1);
  }

  /**
   * Reads the section of a recipe. Training has no time limit there, so that the recipe determines
   * the result.
   */
  static BiLmSettings read(Settings section) {
    BiLmSettings settings =
        of(
            smallOptions(section.integer("cellSize", CELL_SIZE), section.integer("size", SIZE)),
            ZoneSelection.parse(section.text("zones", ZONES)),
            section.integer("vocabulary", VOCABULARY),
            section.integer("words", 0),
            section.integer("epochs", EPOCHS),
            section.integer("batchSize", BATCH_SIZE),
            section.number("learningRate", LEARNING_RATE),
            0,
            1);
    section.finish();
    return settings;
  }

  /** With the settings that are the same for all trainings. */
  public static BiLmSettings of(
      ElmoOptions options,
      ZoneSelection zones,
      int vocabulary,
      long maxWords,
      int epochs,
      int batchSize,
      double learningRate,
      double minutes,
      int seed) {
    return new BiLmSettings(
        options,
        zones,
        vocabulary,
        maxWords,
        epochs,
        SEQUENCE_LENGTH,
        batchSize,
        NEGATIVE_SAMPLES,
        learningRate,
        minutes,
        CHECKPOINT_MINUTES,
        seed);
  }

  BiLmSettings withSeed(int other) {
    return of(
        options, zones, vocabulary, maxWords, epochs, batchSize, learningRate, minutes, other);
  }

  /** As in the section of a recipe. */
  Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("zones", zones.toString());
    settings.put("words", maxWords);
    settings.put("epochs", epochs);
    settings.put("size", options.size());
    settings.put("cellSize", options.cellSize());
    settings.put("vocabulary", vocabulary);
    settings.put("batchSize", batchSize);
    settings.put("learningRate", learningRate);
    return settings;
  }

  /** The sizes of a biLM that is trained within two hours on two cores. */
  public static ElmoOptions smallOptions(int cellSize, int size) {
    return new ElmoOptions(
        50,
        16,
        List.of(
            new ElmoOptions.Filter(1, 32),
            new ElmoOptions.Filter(2, 32),
            new ElmoOptions.Filter(3, 64),
            new ElmoOptions.Filter(4, 128),
            new ElmoOptions.Filter(5, 128)),
        ElmoOptions.Activation.RELU,
        1,
        2,
        cellSize,
        size,
        3,
        3,
        true);
  }

  /** Of all that the weights depend on. */
  int fingerprint() {
    return List.of(
            options,
            zones.toString(),
            vocabulary,
            maxWords,
            epochs,
            sequenceLength,
            batchSize,
            negativeSamples,
            learningRate,
            seed)
        .toString()
        .hashCode();
  }
}
