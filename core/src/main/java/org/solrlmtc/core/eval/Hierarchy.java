package org.solrlmtc.core.eval;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Computes hierarchy-aware measures, with credit along broader concepts. */
final class Hierarchy {
  private final Function<String, Set<String>> ancestors;
  private final Map<String, Set<String>> upwards = new HashMap<>();

  Hierarchy(Function<String, Set<String>> ancestors) {
    this.ancestors = ancestors;
  }

  /** Counts decisions after adding all broader concepts to the assigned and to the gold labels. */
  DecisionCounts decisions(Collection<String> assigned, Collection<String> gold) {
    Set<String> assignedUp = upwards(assigned);
    Set<String> goldUp = upwards(gold);
    long hits = assignedUp.stream().filter(goldUp::contains).count();
    return new DecisionCounts(hits, assignedUp.size() - hits, goldUp.size() - hits);
  }

  /**
   * R-precision at K with partial credit. Among the first K labels, each gold label found counts 1.
   * Then the others, in rank order, each take the most similar gold label still free (the first in
   * the order of {@code gold} when several are) and count the similarity. As no gold label counts
   * twice, the value lies between R-precision at K and 1.
   *
   * @param gold in an order that does not depend on the input's
   */
  double rPrecision(List<String> ranking, Collection<String> gold, int k) {
    List<String> first = ranking.subList(0, Math.min(k, ranking.size()));
    List<String> free = new ArrayList<>(gold);
    List<String> others = new ArrayList<>();
    for (String label : first) {
      if (!free.remove(label)) {
        others.add(label);
      }
    }
    double credit = gold.size() - free.size();
    for (String label : others) {
      String best = null;
      double bestSimilarity = 0;
      for (String candidate : free) {
        double similarity = similarity(label, candidate);
        if (similarity > bestSimilarity) {
          best = candidate;
          bestSimilarity = similarity;
        }
      }
      if (best != null) {
        free.remove(best);
        credit += bestSimilarity;
      }
    }
    return credit / Math.min(k, gold.size());
  }

  /**
   * Jaccard similarity of the two labels with all their broader concepts: 1 for a label and itself,
   * 0 if they have none in common.
   */
  private double similarity(String one, String other) {
    Set<String> oneUp = upwards(one);
    Set<String> otherUp = upwards(other);
    int common = 0;
    for (String concept : oneUp) {
      if (otherUp.contains(concept)) {
        common++;
      }
    }
    return (double) common / (oneUp.size() + otherUp.size() - common);
  }

  private Set<String> upwards(Collection<String> labels) {
    Set<String> all = new HashSet<>();
    labels.forEach(label -> all.addAll(upwards(label)));
    return all;
  }

  private Set<String> upwards(String label) {
    return upwards.computeIfAbsent(
        label,
        key -> {
          Set<String> all = new HashSet<>(ancestors.apply(key));
          all.add(key);
          return all;
        });
  }
}
