package org.solrlmtc.training.linear;

import java.io.IOException;
import java.util.Arrays;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.text.ActVector;
import org.solrlmtc.core.text.NgramVocabulary;
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
    CountedVocabulary counted =
        CountedVocabulary.read(task, settings.ngrams(), settings.features(), work);
    acts = counted.acts();
    requireMemory(counted.entries(), counted.vocabulary().size());
    return fill(counted.vocabulary(), counted.entries());
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
                          task.labels().indexesOf(record.concepts()),
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
}
