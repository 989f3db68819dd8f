package org.solrlmtc.training.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.solrlmtc.core.text.NgramVocabulary;

/**
 * 40 labels on four subjects: label l has subject l % 4, and its acts have words of the subject.
 */
class TestLabelClusters {
  private static final int LABELS = 40;
  private static final int SUBJECTS = 4;
  private static final int WORDS = 10;

  private static FeatureMatrix matrix() {
    Random random = new Random(3);
    FeatureMatrix.Builder builder = new FeatureMatrix.Builder(1000, LABELS);
    for (int row = 0; row < 200; row++) {
      int label = row % LABELS;
      int first = label % SUBJECTS * WORDS;
      int[] features =
          IntStream.generate(() -> first + random.nextInt(WORDS))
              .distinct()
              .limit(4)
              .sorted()
              .toArray();
      builder.add(
          new FeatureMatrix.Row(features, new float[] {.5f, .5f, .5f, .5f}, new int[] {label}, 1));
    }
    int features = SUBJECTS * WORDS;
    long[] names = IntStream.range(0, features).asLongStream().toArray();
    return builder.build(NgramVocabulary.of(names, new int[features], 200), 200);
  }

  private static List<int[]> split(int[] labels, int clusters, long seed) {
    return new LabelClusters(LabelVectors.of(matrix(), 100), seed).split(labels, clusters);
  }

  private static int[] all() {
    return IntStream.range(0, LABELS).toArray();
  }

  @Test
  void labelsOfOneSubjectAreInOneCluster() {
    List<int[]> clusters = split(all(), SUBJECTS, 1);
    assertEquals(SUBJECTS, clusters.size());
    for (int[] cluster : clusters) {
      assertEquals(1, IntStream.of(cluster).map(label -> label % SUBJECTS).distinct().count());
    }
  }

  @ParameterizedTest
  @CsvSource({"40, 1", "40, 7", "40, 40", "13, 5", "1, 1", "2, 2"})
  void clustersHaveEqualSizes(int labels, int clusters) {
    List<int[]> split = split(IntStream.range(0, labels).toArray(), clusters, 1);
    assertEquals(clusters, split.size());
    for (int[] cluster : split) {
      assertTrue(Math.abs(cluster.length - (double) labels / clusters) < 1);
    }
    assertArrayEquals(
        IntStream.range(0, labels).toArray(),
        split.stream().flatMapToInt(IntStream::of).sorted().toArray());
  }

  @Test
  void theSameSeedResultsInTheSameClustersAndAnotherSeedInOthers() {
    assertEquals(text(split(all(), 9, 1)), text(split(all(), 9, 1)));
    assertNotEquals(text(split(all(), 9, 1)), text(split(all(), 9, 2)));
  }

  private static String text(List<int[]> clusters) {
    return clusters.stream().map(java.util.Arrays::toString).collect(Collectors.joining());
  }

  @Test
  void allLabelsOfATreeAreOnTheSameLevelInClustersOfLimitedSize() {
    LabelClusters clusters = new LabelClusters(LabelVectors.of(matrix(), 100), 1);
    int levels = LabelTreeNode.levels(LABELS, 3, 5);
    assertEquals(3, levels);
    List<LabelTreeNode> nodes = List.of(LabelTreeNode.grow(all(), levels, 5, clusters));
    for (int level = 1; level < levels; level++) {
      List<LabelTreeNode> below = new ArrayList<>();
      for (LabelTreeNode node : nodes) {
        assertTrue(node.below().size() >= 1 && node.below().size() <= 3);
        below.addAll(node.below());
      }
      nodes = below;
    }
    for (LabelTreeNode leaf : nodes) {
      assertEquals(List.of(), leaf.below());
      assertTrue(leaf.labels().length <= 5, leaf.labels().length + " labels");
    }
    assertEquals(LABELS, nodes.stream().mapToInt(leaf -> leaf.labels().length).sum());
  }

  @Test
  void aPartOfTheActsHasOnlyItsOwnFeatures() {
    SparseRows rows = matrix().rows();
    SparseRows.Part part = rows.part(new int[] {0, 4, 199});
    assertEquals(3, part.rows().size());
    assertEquals(part.names().length, part.rows().width());
    for (int i = 0; i < 4; i++) {
      int at = part.rows().starts()[2] + i;
      assertEquals(
          rows.features()[rows.starts()[199] + i], part.names()[part.rows().features()[at]]);
      assertEquals(rows.values()[rows.starts()[199] + i], part.rows().values()[at]);
    }
    assertTrue(part.rows().width() < rows.width());
  }
}
