package org.solrlmtc.training.neural.loop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TestLabelSampler {
  private static final int[] TRAINING_ACTS =
      IntStream.range(0, 400).map(label -> 1 + 20_000 / (label + 1)).toArray();

  private final LabelSampler sampler = LabelSampler.byFrequency(TRAINING_ACTS, 60, 0.02);
  private final SplittableRandom random = new SplittableRandom(1);

  @Test
  void theExpectedWeightOfEveryLabelIsOne() {
    int samples = 20_000;
    double[] counted = new double[TRAINING_ACTS.length];
    double labels = 0;
    for (int i = 0; i < samples; i++) {
      LabelSampler.Sample sample = sampler.sample(new BitSet(), random);
      labels += sample.labels().length;
      for (int label = 0; label < sample.labels().length; label++) {
        counted[sample.labels()[label]] += sample.weights()[label];
      }
    }
    assertEquals(60, labels / samples, 0.5, "labels of a batch");
    // a label with a sampling probability of 2% deviates by 0.05 on average
    assertEquals(1, Arrays.stream(counted).map(sum -> sum / samples).max().orElseThrow(), 0.2);
    assertEquals(1, Arrays.stream(counted).map(sum -> sum / samples).min().orElseThrow(), 0.2);
    assertEquals(1, Arrays.stream(counted).sum() / samples / TRAINING_ACTS.length, 0.01);
  }

  @Test
  void goldLabelsAreAlwaysSampledWithWeightOne() {
    BitSet gold = new BitSet();
    gold.set(399);
    for (int i = 0; i < 20; i++) {
      LabelSampler.Sample sample = sampler.sample(gold, random);
      int position = Arrays.binarySearch(sample.labels(), 399);
      assertTrue(position >= 0);
      assertEquals(1, sample.weights()[position]);
    }
  }

  @Test
  void frequentLabelsAreSampledMoreOften() {
    int common = 0;
    int rare = 0;
    for (int i = 0; i < 500; i++) {
      int[] labels = sampler.sample(new BitSet(), random).labels();
      common += Arrays.binarySearch(labels, 0) >= 0 ? 1 : 0;
      rare += Arrays.binarySearch(labels, 399) >= 0 ? 1 : 0;
    }
    assertTrue(common > 5 * rare, common + " against " + rare);
  }

  @Test
  void allLabelsCanBeUsed() {
    LabelSampler.Sample sample = LabelSampler.all(new int[] {1, 5, 2}).sample(new BitSet(), random);
    assertArrayEquals(new int[] {0, 1, 2}, sample.labels());
    assertArrayEquals(new float[] {1, 1, 1}, sample.weights());
  }
}
