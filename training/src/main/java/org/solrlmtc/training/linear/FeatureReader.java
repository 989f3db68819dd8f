package org.solrlmtc.training.linear;

import java.io.IOException;
import java.util.Arrays;
import java.util.OptionalInt;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.text.ActVector;
import org.solrlmtc.core.text.NgramVocabulary;
import org.solrlmtc.core.text.Ngrams;
import org.solrlmtc.core.text.TextVectorizer;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.execution.OrderedWork;
import org.solrlmtc.training.execution.TrainingException;

/** Builds the feature matrix in two passes over the training acts. */
final class FeatureReader {
  private final TrainingTask task;
  private final LinearSettings settings;
  private final OrderedWork work;
  private int acts;

  FeatureReader(TrainingTask task, LinearSettings settings, OrderedWork work) {
    this.task = task;
    this.settings = settings;
    this.work = work;
  }

  FeatureMatrix read() throws IOException {
    FeatureLimits limits = settings.features();
    task.resources()
        .require(
            NgramCounts.bytes(limits.maxCountedNgrams()),
            "counting up to " + limits.maxCountedNgrams() + " n-grams",
            "lower the setting 'maxCountedNgrams'");
    NgramCounts.Chosen chosen = choose(limits);
    if (chosen.names().length == 0) {
      throw new TrainingException(
          "no n-gram of the training acts occurs in at least "
              + limits.minDocFrequency()
              + " of them and in at most a ratio of "
              + limits.maxDocFrequencyRatio()
              + ": lower 'minDocFrequency', raise 'maxDocFrequencyRatio' or train on more acts");
    }
    long entries = Arrays.stream(chosen.acts()).asLongStream().sum();
    requireMemory(entries, chosen.names().length);
    return fill(NgramVocabulary.of(chosen.names(), chosen.acts(), acts), entries);
  }

  private void requireMemory(long entries, int features) {
    long threads = task.resources().threads();
    long bytes = 2 * FeatureMatrix.bytes(entries) + threads * LabelTrainer.bytes(features);
    String remedy = "lower the setting 'maxFeatures' or 'maxNgram'";
    task.resources()
        .require(
            bytes,
            "training on "
                + acts
                + " acts with "
                + features
                + " features and "
                + threads
                + " threads",
            remedy);
    if (entries > Integer.MAX_VALUE - 8) {
      throw new TrainingException(
          "the feature matrix would have "
              + entries
              + " values, more than an array can hold: "
              + remedy);
    }
  }

  private NgramCounts.Chosen choose(FeatureLimits limits) throws IOException {
    task.progress().stage("counting n-grams");
    Ngrams ngrams = new Ngrams(settings.ngrams());
    NgramCounts counts = new NgramCounts(limits.maxCountedNgrams());
    acts = 0;
    task.data()
        .withTrainingActs(
            records -> {
              work.<ActRecord, long[]>forEach(
                  records,
                  record -> distinctNgrams(ngrams, record.act()),
                  names -> {
                    for (long name : names) {
                      counts.add(name);
                    }
                    task.progress().step(++acts);
                  });
              return null;
            });
    int maxActs = Math.max(1, (int) (limits.maxDocFrequencyRatio() * acts));
    return counts.choose(limits.minDocFrequency(), maxActs, limits.maxFeatures());
  }

  private static long[] distinctNgrams(Ngrams ngrams, LegalAct act) {
    NgramList names = new NgramList();
    ngrams.forEach(act, (words, name, start, end) -> names.add(name));
    return names.distinct();
  }

  private FeatureMatrix fill(NgramVocabulary vocabulary, long entries) throws IOException {
    task.progress().stage("building the feature matrix", acts);
    TextVectorizer vectorizer = new TextVectorizer(settings.ngrams(), vocabulary);
    ThreadLocal<ActVector> vectors = ThreadLocal.withInitial(vectorizer::newVector);
    FeatureMatrix.Builder matrix = new FeatureMatrix.Builder((int) entries, task.labels().size());
    acts = 0;
    task.data()
        .withTrainingActs(
            records -> {
              work.<ActRecord, FeatureMatrix.Row>forEach(
                  records,
                  record ->
                      row(
                          vectorizer,
                          vectors.get(),
                          record.act(),
                          indexes(record, task.labels()),
                          settings.actWeights().weight(record)),
                  row -> {
                    matrix.add(row);
                    task.progress().step(++acts);
                  });
              return null;
            });
    if (settings.labelNamesAsExamples()) {
      addLabelNames(vectorizer, matrix);
    }
    return matrix.build(vocabulary, acts);
  }

  /**
   * One row per label, with its names as the header and text of an act: the only example of a
   * zero-shot label.
   */
  private void addLabelNames(TextVectorizer vectorizer, FeatureMatrix.Builder matrix) {
    ActVector vector = vectorizer.newVector();
    for (int label = 0; label < task.labels().size(); label++) {
      Concept concept = task.thesaurus().concept(task.labels().id(label)).orElseThrow();
      LegalAct names =
          new LegalAct(
              concept.id(), "", "", concept.descriptor(), "", concept.alternativeNames(), "");
      FeatureMatrix.Row row = row(vectorizer, vector, names, new int[] {label}, 1);
      if (row.features().length > 0) {
        matrix.add(row);
      }
    }
  }

  private static int[] indexes(ActRecord record, LabelSet labels) {
    return record.concepts().stream()
        .map(labels::indexOf)
        .flatMapToInt(OptionalInt::stream)
        .distinct()
        .toArray();
  }

  private static FeatureMatrix.Row row(
      TextVectorizer vectorizer, ActVector vector, LegalAct act, int[] labels, float weight) {
    vectorizer.vectorize(act, vector);
    long[] byFeature = new long[vector.size()];
    for (int i = 0; i < byFeature.length; i++) {
      byFeature[i] = (long) vector.feature(i) << 32 | i;
    }
    Arrays.sort(byFeature);
    int[] features = new int[byFeature.length];
    float[] values = new float[byFeature.length];
    for (int i = 0; i < byFeature.length; i++) {
      features[i] = (int) (byFeature[i] >>> 32);
      values[i] = vector.value((int) byFeature[i]);
    }
    return new FeatureMatrix.Row(features, values, labels, weight);
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
