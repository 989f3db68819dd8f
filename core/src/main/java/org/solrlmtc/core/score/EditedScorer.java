package org.solrlmtc.core.score;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.solrlmtc.core.act.LegalAct;

/**
 * Scores the labels of a model that was edited after training. Labels that are as they were keep
 * exactly the scores of the trained model; added and renamed ones are scored with the present names
 * of all labels.
 */
public final class EditedScorer implements LabelScorer {
  private final LabelScorer trained;
  private final LabelScorer present;

  /**
   * @param trained scores the labels as they were trained
   * @param present scores all labels with their present names
   */
  public EditedScorer(LabelScorer trained, LabelScorer present) {
    this.trained = trained;
    this.present = present;
  }

  /** The scorer of the labels as they were trained. */
  public LabelScorer trained() {
    return trained;
  }

  @Override
  public LabelSet labels() {
    return present.labels();
  }

  @Override
  public List<LabelScores> score(List<LegalAct> acts) {
    return merge(trained.score(acts), acts);
  }

  /**
   * As {@link #score}, for acts that are scored already.
   *
   * @param trainedScores the scores of {@link #trained}
   */
  public List<LabelScores> merge(List<LabelScores> trainedScores, List<LegalAct> acts) {
    List<LabelScores> presentScores = present.score(acts);
    List<LabelScores> merged = new ArrayList<>(acts.size());
    for (int act = 0; act < acts.size(); act++) {
      merged.add(merge(trainedScores.get(act), presentScores.get(act)));
    }
    return merged;
  }

  /**
   * The scores of an edited model.
   *
   * @param trained scores of the labels as they were trained
   * @param present scores of all labels
   */
  public static LabelScores merge(LabelScores trained, LabelScores present) {
    LabelSet labels = present.labels();
    BitSet renewed = labels.withNewNames();
    int[] indexes = new int[labels.size()];
    float[] scores = new float[labels.size()];
    int[] size = {0};
    trained.forEach(
        (label, score) -> {
          if (!renewed.get(label)) {
            indexes[size[0]] = label;
            scores[size[0]++] = score;
          }
        });
    present.forEach(
        (label, score) -> {
          if (renewed.get(label)) {
            indexes[size[0]] = label;
            scores[size[0]++] = score;
          }
        });
    return LabelScores.sparse(
            labels, Arrays.copyOf(indexes, size[0]), Arrays.copyOf(scores, size[0]))
        .withCoverage(trained.coverage());
  }

  @Override
  public boolean explains() {
    return present.explains();
  }

  @Override
  public List<List<Evidence>> explain(LegalAct act, int[] wanted, int limit) {
    return present.explain(act, wanted, limit);
  }

  @Override
  public void close() {
    try (trained) {
      present.close();
    }
  }
}
