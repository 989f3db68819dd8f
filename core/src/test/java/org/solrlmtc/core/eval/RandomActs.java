package org.solrlmtc.core.eval;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.solrlmtc.core.score.LabelSet;

/** Made-up acts with many ties, empty golds, empty rankings and labels outside the label set. */
public final class RandomActs {

  public record Case(ActPredictions predictions, List<String> gold) {}

  private static final int LABELS = 60;

  private RandomActs() {}

  /** Labels l0 to l59: a third each frequent, few and zero. */
  public static LabelSet labels() {
    List<String> ids = new ArrayList<>();
    int[] trainingActs = new int[LABELS];
    for (int i = 0; i < LABELS; i++) {
      ids.add("l" + i);
      trainingActs[i] = i % 3 == 0 ? 50 + i * i : i % 3 == 1 ? 1 + i % 49 : 0;
    }
    return new LabelSet(ids, trainingActs);
  }

  /** A forest over all labels: l7 is below l3, which is below l1. */
  public static Map<String, Set<String>> ancestors() {
    Map<String, Set<String>> ancestors = new HashMap<>();
    for (int i = 0; i < LABELS + 5; i++) {
      Set<String> above = new LinkedHashSet<>();
      for (int up = (i - 1) / 2; up > 0; up = (up - 1) / 2) {
        above.add("l" + up);
      }
      ancestors.put("l" + i, above);
    }
    return ancestors;
  }

  /** A system that finds each gold label with some probability, among random others. */
  public static List<Case> cases(int acts, double skill, long goldSeed, long systemSeed) {
    Random goldRandom = new Random(goldSeed);
    Random random = new Random(systemSeed);
    List<Case> cases = new ArrayList<>();
    for (int act = 0; act < acts; act++) {
      List<String> gold = draw(goldRandom, goldRandom.nextInt(8));
      Set<String> predicted = new LinkedHashSet<>(draw(random, random.nextInt(12)));
      for (String label : gold) {
        if (random.nextDouble() < skill) {
          predicted.add(label);
        }
      }
      List<Prediction> ranking = new ArrayList<>();
      for (String label : predicted) {
        double lift = gold.contains(label) ? 0.3 : 0;
        // steps of 1/16 make ties frequent; some scores are far from any step
        float score = (float) Math.min(1, lift + random.nextInt(17) / 16.0);
        ranking.add(new Prediction(label, random.nextInt(4) == 0 ? score * 0.987654f : score));
      }
      ranking.sort((one, other) -> Float.compare(other.score(), one.score()));
      cases.add(new Case(new ActPredictions("act" + act, ranking), gold));
    }
    return cases;
  }

  private static List<String> draw(Random random, int count) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < LABELS + 5; i++) {
      ids.add("l" + i);
    }
    Collections.shuffle(ids, random);
    return ids.subList(0, count);
  }
}
