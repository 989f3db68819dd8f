package org.solrlmtc.training.neighbours;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.document.Document;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.io.FileTrees;
import org.solrlmtc.core.neighbours.KnownActsWriter;
import org.solrlmtc.core.neighbours.NeighboursScorerProvider;
import org.solrlmtc.core.neighbours.NeighboursSettings;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.ActVector;
import org.solrlmtc.core.text.TextVectorizer;
import org.solrlmtc.training.TrainedModel;
import org.solrlmtc.training.Trainer;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.execution.OrderedWork;
import org.solrlmtc.training.linear.CountedVocabulary;
import org.solrlmtc.training.linear.FeatureLimits;
import org.solrlmtc.training.recipe.Recipe;

/** Indexes the training acts with their labels. */
public final class NeighboursTrainer implements Trainer {
  @Override
  public String method() {
    return NeighboursScorerProvider.METHOD;
  }

  @Override
  public void check(Recipe recipe) {
    recipe.read(IndexRecipe::read);
  }

  /**
   * The settings of a recipe.
   *
   * @param limits which n-grams become terms
   * @param storeTitles whether titles of acts are stored, to be shown in explanations
   */
  private record IndexRecipe(
      NeighboursSettings settings, FeatureLimits limits, boolean storeTitles) {
    static IndexRecipe read(Settings settings) {
      return new IndexRecipe(
          NeighboursSettings.read(settings),
          FeatureLimits.read(settings),
          settings.flag("storeTitles", false));
    }
  }

  @Override
  public TrainedModel train(TrainingTask task, BundleWriter bundle) throws IOException {
    IndexRecipe recipe = task.recipe().read(IndexRecipe::read);
    try (OrderedWork work = new OrderedWork(task.resources().threads())) {
      CountedVocabulary counted =
          CountedVocabulary.read(task, recipe.settings().ngrams(), recipe.limits(), work);
      counted.vocabulary().write(bundle.file(NeighboursScorerProvider.VOCABULARY));
      index(task, recipe, counted, work, bundle);
    }
    return TrainedModel.of(recipe.settings().toMap());
  }

  private static void index(
      TrainingTask task,
      IndexRecipe recipe,
      CountedVocabulary counted,
      OrderedWork work,
      BundleWriter bundle)
      throws IOException {
    task.progress().stage("indexing acts", counted.acts());
    TextVectorizer vectorizer =
        new TextVectorizer(recipe.settings().ngrams(), counted.vocabulary());
    ThreadLocal<ActVector> vectors = ThreadLocal.withInitial(vectorizer::newVector);
    Files.createDirectories(task.workFolder());
    Path folder = Files.createTempDirectory(task.workFolder(), "index-");
    try (KnownActsWriter writer =
        new KnownActsWriter(folder, recipe.settings(), counted.vocabulary().size())) {
      task.data()
          .withTrainingActs(
              records -> {
                int[] done = {0};
                work.<ActRecord, Document>forEach(
                    records,
                    record -> {
                      vectorizer.vectorize(record.act(), vectors.get());
                      return writer.document(
                          record.act().id(),
                          recipe.storeTitles() ? record.act().title() : "",
                          task.labels().indexesOf(record.concepts()),
                          vectors.get());
                    },
                    document -> {
                      writer.add(document);
                      task.progress().step(++done[0]);
                    });
                return null;
              });
      for (String name : writer.finish()) {
        Files.copy(folder.resolve(name), bundle.file(NeighboursScorerProvider.indexFile(name)));
      }
    } finally {
      FileTrees.delete(folder);
    }
  }
}
