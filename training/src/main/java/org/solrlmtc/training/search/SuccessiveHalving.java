package org.solrlmtc.training.search;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Trains new values on few acts, and only the best of them on more: whenever the best part of a
 * stage has one that was not yet trained at the next stage, that is trained next (asynchronous
 * successive halving, Li et al. 2020).
 *
 * @param factor of a stage's trials, one in this number goes on; each stage has this number of
 *     times as many acts
 * @param stages 1: every trial is trained on all acts
 */
public record SuccessiveHalving(int factor, int stages) {
  public SuccessiveHalving {
    if (factor < 2 || stages < 1) {
      throw new IllegalArgumentException("halving needs a factor of 2 or more and a stage");
    }
  }

  /** One act in this number is used at a stage. */
  public int actsDivisor(int stage) {
    int divisor = 1;
    for (int later = stage + 1; later < stages; later++) {
      divisor *= factor;
    }
    return divisor;
  }

  /** A trial that has earned the next stage; none if new values are to be tried. */
  public Optional<Trial> next(List<Trial> done) {
    for (int stage = stages - 2; stage >= 0; stage--) {
      int at = stage;
      List<Trial> best =
          done.stream()
              .filter(trial -> trial.stage() == at && trial.score().isPresent())
              .sorted(
                  Comparator.comparingDouble((Trial trial) -> -trial.score().orElseThrow())
                      .thenComparing(Trial::number))
              .toList();
      Optional<Trial> promoted =
          best.subList(0, best.size() / factor).stream()
              .filter(trial -> !wasTrained(trial.number(), at + 1, done))
              .findFirst();
      if (promoted.isPresent()) {
        return promoted;
      }
    }
    return Optional.empty();
  }

  private static boolean wasTrained(int number, int stage, List<Trial> done) {
    return done.stream().anyMatch(trial -> trial.number() == number && trial.stage() == stage);
  }
}
