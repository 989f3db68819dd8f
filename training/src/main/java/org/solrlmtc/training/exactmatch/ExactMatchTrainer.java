package org.solrlmtc.training.exactmatch;

import java.io.IOException;
import java.util.Iterator;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.exactmatch.ExactMatchScorerProvider;
import org.solrlmtc.core.exactmatch.ExactMatchSettings;
import org.solrlmtc.training.TrainedModel;
import org.solrlmtc.training.Trainer;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.recipe.Recipe;

/** Counts the training acts in which each name occurs; nothing else is trained. */
public final class ExactMatchTrainer implements Trainer {
  @Override
  public String method() {
    return ExactMatchScorerProvider.METHOD;
  }

  @Override
  public void check(Recipe recipe) {
    settings(recipe);
  }

  private static ExactMatchSettings settings(Recipe recipe) {
    try {
      return ExactMatchSettings.fromMap(recipe.settings());
    } catch (IllegalArgumentException e) {
      throw new TrainingException("recipe '" + recipe.name() + "': " + e.getMessage(), e);
    }
  }

  @Override
  public TrainedModel train(TrainingTask task, BundleWriter bundle) throws IOException {
    ExactMatchSettings settings = settings(task.recipe());
    task.progress().stage("counting names in training acts");
    task.data()
        .withTrainingActs(
            acts -> {
              ExactMatchScorerProvider.writeFrequencies(
                  bundle,
                  task.labels(),
                  task.thesaurus(),
                  settings,
                  textsOf(acts, task.progress()));
              return null;
            });
    return TrainedModel.of(settings.toMap());
  }

  private static Iterator<LegalAct> textsOf(Iterator<ActRecord> acts, Progress progress) {
    return new Iterator<>() {
      private long done;

      @Override
      public boolean hasNext() {
        return acts.hasNext();
      }

      @Override
      public LegalAct next() {
        progress.step(++done);
        return acts.next().act();
      }
    };
  }
}
