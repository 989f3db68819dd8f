package org.solrlmtc.training.linear;

import java.io.IOException;
import java.util.Arrays;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.text.NgramSettings;
import org.solrlmtc.core.text.NgramVocabulary;
import org.solrlmtc.core.text.Ngrams;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.execution.OrderedWork;
import org.solrlmtc.training.execution.TrainingException;

/**
 * The vocabulary of the training acts.
 *
 * @param entries sum of the document frequencies of its n-grams
 * @param acts number of training acts
 */
public record CountedVocabulary(NgramVocabulary vocabulary, long entries, int acts) {
  /**
   * Counts the n-grams of the training acts and selects those within the limits.
   *
   * @throws TrainingException if there is none, or counting would take too much memory
   */
  public static CountedVocabulary read(
      TrainingTask task, NgramSettings settings, FeatureLimits limits, OrderedWork work)
      throws IOException {
    task.resources()
        .require(
            NgramCounts.bytes(limits.maxCountedNgrams()),
            "counting up to " + limits.maxCountedNgrams() + " n-grams",
            "lower the setting 'maxCountedNgrams'");
    task.progress().stage("counting n-grams");
    Ngrams ngrams = new Ngrams(settings);
    NgramCounts counts = new NgramCounts(limits.maxCountedNgrams());
    int acts =
        task.data()
            .withTrainingActs(
                records -> {
                  int[] counted = {0};
                  work.<ActRecord, long[]>forEach(
                      records,
                      record -> distinctNgrams(ngrams, record.act()),
                      names -> {
                        for (long name : names) {
                          counts.add(name);
                        }
                        task.progress().step(++counted[0]);
                      });
                  return counted[0];
                });
    int maxActs = Math.max(1, (int) (limits.maxDocFrequencyRatio() * acts));
    NgramCounts.Chosen chosen =
        counts.choose(limits.minDocFrequency(), maxActs, limits.maxFeatures());
    if (chosen.names().length == 0) {
      throw new TrainingException(
          "no n-gram of the training acts occurs in at least "
              + limits.minDocFrequency()
              + " of them and in at most a ratio of "
              + limits.maxDocFrequencyRatio()
              + ": lower 'minDocFrequency', raise 'maxDocFrequencyRatio' or train on more acts");
    }
    return new CountedVocabulary(
        NgramVocabulary.of(chosen.names(), chosen.acts(), acts),
        Arrays.stream(chosen.acts()).asLongStream().sum(),
        acts);
  }

  private static long[] distinctNgrams(Ngrams ngrams, LegalAct act) {
    NgramList names = new NgramList();
    ngrams.forEach(act, (words, name, start, end) -> names.add(name));
    return names.distinct();
  }

  /** A growable list of n-grams. */
  private static final class NgramList {
    private long[] names = new long[4096];
    private int size;

    void add(long name) {
      if (size == names.length) {
        names = Arrays.copyOf(names, size * 2);
      }
      names[size++] = name;
    }

    long[] distinct() {
      Arrays.sort(names, 0, size);
      int distinct = 0;
      for (int i = 0; i < size; i++) {
        if (i == 0 || names[i] != names[i - 1]) {
          names[distinct++] = names[i];
        }
      }
      return Arrays.copyOf(names, distinct);
    }
  }
}
