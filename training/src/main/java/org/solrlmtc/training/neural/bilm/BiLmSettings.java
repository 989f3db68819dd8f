package org.solrlmtc.training.neural.bilm;

import java.util.List;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.settings.SettingChecks;
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
  public BiLmSettings {
    SettingChecks.atLeast("vocabulary", vocabulary, 10);
    SettingChecks.atLeast("epochs", epochs, 1);
    SettingChecks.atLeast("sequenceLength", sequenceLength, 2);
    SettingChecks.atLeast("batchSize", batchSize, 1);
    SettingChecks.atLeast("negativeSamples", negativeSamples, 1);
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
