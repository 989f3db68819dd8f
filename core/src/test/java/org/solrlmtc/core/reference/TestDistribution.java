package org.solrlmtc.core.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TestDistribution {
  private static double[] evenly(double from, double to) {
    return IntStream.range(0, 1000).mapToDouble(i -> from + (to - from) * i / 1000).toArray();
  }

  @Test
  void binsHaveSimilarShares() {
    Distribution distribution = Distribution.of(evenly(0, 1));
    assertEquals(0.5, distribution.mean(), 1e-3);
    assertEquals(9, distribution.bounds().size());
    assertTrue(
        distribution.shares().stream().allMatch(share -> Math.abs(share - 0.1) < 0.002),
        distribution.toString());
  }

  @Test
  void equalValuesShareABin() {
    Distribution distribution = Distribution.of(new double[] {1, 1, 1, 1, 0.2, 1, 1, 1, 1, 1});
    assertEquals(List.of(0.2), Distribution.of(new double[] {0.2, 0.2, 1}).bounds());
    assertEquals(distribution.shares().size(), distribution.bounds().size() + 1);
    assertEquals(0, distribution.stabilityIndex(new double[] {1, 1, 1, 1, 0.2, 1, 1, 1, 1, 1}));
    assertEquals(List.of(1.0), Distribution.of(new double[] {3, 3, 3}).shares());
  }

  @Test
  void theStabilityIndexIsTheSumOverTheBins() {
    Distribution half = new Distribution(0.5, List.of(0.5), List.of(0.5, 0.5));
    double[] values = new double[10_000];
    for (int i = 0; i < values.length; i++) {
      values[i] = i % 10 < 8 ? 0.1 : 0.9;
    }
    // (.8 - .5) ln(.8 / .5) + (.2 - .5) ln(.2 / .5)
    assertEquals(0.3 * Math.log(1.6) - 0.3 * Math.log(0.4), half.stabilityIndex(values), 1e-3);
  }

  @Test
  void theStabilityIndexTellsAShiftFromNoise() {
    Distribution distribution = Distribution.of(evenly(0, 1));
    assertEquals(0, distribution.stabilityIndex(evenly(0, 1)), 1e-3);
    assertTrue(distribution.stabilityIndex(evenly(0.02, 1)) < 0.1);
    assertTrue(distribution.stabilityIndex(evenly(0.3, 1)) > 0.25);
    double none = distribution.stabilityIndex(evenly(2, 3));
    assertTrue(none > 1 && Double.isFinite(none), "all in the last bin: " + none);
  }

  @Test
  void damagedDistributionsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> Distribution.of(new double[0]));
    assertThrows(
        IllegalArgumentException.class, () -> new Distribution(0, List.of(0.5), List.of(1.0)));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Distribution(0, List.of(0.5, 0.5), List.of(0.1, 0.1, 0.8)));
    assertThrows(
        IllegalArgumentException.class, () -> new Distribution(0, List.of(0.5), List.of(2.0, 0.0)));
  }

  @Test
  void recentValuesForgetTheOldest() {
    RecentValues recent = new RecentValues(3);
    assertEquals(0, recent.values().length);
    IntStream.rangeClosed(1, 4).forEach(recent::add);
    assertEquals(9, IntStream.range(0, 3).mapToDouble(i -> recent.values()[i]).sum());
  }
}
