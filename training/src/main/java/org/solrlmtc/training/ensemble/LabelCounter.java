package org.solrlmtc.training.ensemble;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.ranking.LabelStatistics;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.training.data.TrainingData;

/** Counts labels, types of acts, and labels that acts have together. */
final class LabelCounter {
  /** More partners of a label than these are too rare to matter. */
  private static final int MAX_PARTNERS = 30;

  /** Rarer types count as unknown. */
  private static final int MAX_TYPES = 20;

  private final LabelSet labels;
  private final int[] labelActs;
  private final List<Map<Integer, Integer>> together = new ArrayList<>();
  private final Map<String, Integer> typeActs = new LinkedHashMap<>();
  private final List<Map<String, Integer>> labelTypeActs = new ArrayList<>();
  private int acts;

  private LabelCounter(LabelSet labels) {
    this.labels = labels;
    this.labelActs = new int[labels.size()];
    for (int label = 0; label < labelActs.length; label++) {
      together.add(new HashMap<>());
      labelTypeActs.add(new HashMap<>());
    }
  }

  /** Counts in the training acts. */
  static LabelStatistics count(TrainingData data, LabelSet labels) throws IOException {
    LabelCounter counter = new LabelCounter(labels);
    data.withTrainingActs(
        records -> {
          records.forEachRemaining(counter::add);
          return null;
        });
    return counter.statistics();
  }

  private void add(ActRecord act) {
    acts++;
    String type = act.act().type();
    typeActs.merge(type, 1, Integer::sum);
    int[] gold = labels.indexesOf(act.concepts());
    for (int label : gold) {
      labelActs[label]++;
      labelTypeActs.get(label).merge(type, 1, Integer::sum);
      for (int other : gold) {
        if (other != label) {
          together.get(label).merge(other, 1, Integer::sum);
        }
      }
    }
  }

  private LabelStatistics statistics() {
    List<String> types =
        typeActs.entrySet().stream()
            .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
            .limit(MAX_TYPES)
            .map(Map.Entry::getKey)
            .toList();
    int[][] byType = new int[labelActs.length][types.size()];
    int[][] partners = new int[labelActs.length][];
    float[][] probabilities = new float[labelActs.length][];
    for (int label = 0; label < labelActs.length; label++) {
      for (int type = 0; type < types.size(); type++) {
        byType[label][type] = labelTypeActs.get(label).getOrDefault(types.get(type), 0);
      }
      List<Map.Entry<Integer, Integer>> best =
          together.get(label).entrySet().stream()
              .sorted(
                  Map.Entry.<Integer, Integer>comparingByValue(Comparator.reverseOrder())
                      .thenComparing(Map.Entry.comparingByKey()))
              .limit(MAX_PARTNERS)
              .toList();
      partners[label] = best.stream().mapToInt(Map.Entry::getKey).toArray();
      probabilities[label] = new float[best.size()];
      for (int i = 0; i < best.size(); i++) {
        // one more act without the partner: a single act is weak evidence
        probabilities[label][i] = best.get(i).getValue() / (labelActs[label] + 1f);
      }
    }
    return new LabelStatistics(
        acts,
        types,
        types.stream().mapToInt(typeActs::get).toArray(),
        labelActs,
        byType,
        partners,
        probabilities);
  }
}
