package org.solrlmtc.cli.reproduce;

import java.util.ArrayList;
import java.util.List;

/**
 * Chooses the trainings that fill most of the tables within the time: the exact optimum of the
 * knapsack problem.
 */
final class Budget {
  /** Steps of the time per minute. */
  private static final int STEPS = 10;

  /** A run's value if it is the first of its row, the second, and so on. */
  private static final List<Integer> VALUES = List.of(100, 15, 10);

  private static final int FURTHER = 5;

  private Budget() {}

  /**
   * A training that could be done.
   *
   * @param minutes its estimated time
   * @param value how much it is worth
   */
  record Candidate(Run run, double minutes, int value) {}

  /** The value of the next run of a row that has some already. */
  static int valueAfter(int runs) {
    return runs < VALUES.size() ? VALUES.get(runs) : FURTHER;
  }

  /** The most valuable candidates that fit together into the time, in their order. */
  static List<Candidate> best(List<Candidate> candidates, double minutes) {
    int capacity = (int) Math.min(Math.floor(Math.max(0, minutes) * STEPS), 1_000_000);
    int[] weights =
        candidates.stream().mapToInt(c -> (int) Math.ceil(c.minutes() * STEPS)).toArray();
    int total = 0;
    for (int weight : weights) {
      total = Math.min(capacity, total + Math.min(capacity, weight));
    }
    // more time than all need changes nothing, so the table ends there
    int size = total;
    int[] best = new int[size + 1];
    boolean[][] taken = new boolean[candidates.size()][size + 1];
    for (int i = 0; i < weights.length; i++) {
      for (int left = size; left >= weights[i]; left--) {
        int with = best[left - weights[i]] + candidates.get(i).value();
        if (with > best[left]) {
          best[left] = with;
          taken[i][left] = true;
        }
      }
    }
    List<Candidate> chosen = new ArrayList<>();
    int left = size;
    for (int i = weights.length - 1; i >= 0; i--) {
      if (taken[i][left]) {
        chosen.add(0, candidates.get(i));
        left -= weights[i];
      }
    }
    return chosen;
  }
}
