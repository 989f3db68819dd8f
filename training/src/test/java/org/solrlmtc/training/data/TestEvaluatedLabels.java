package org.solrlmtc.training.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.eval.Eurlex57k;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.training.TinyData;

/** Labels that the quality of a trained model is measured on. */
class TestEvaluatedLabels {
  private static final LabelSet BENCHMARK = Eurlex57k.labels();
  private static final int MOST =
      IntStream.range(0, BENCHMARK.size()).map(BENCHMARK::trainingActs).max().orElseThrow();

  @TempDir Path folder;

  /** Acts with the labels of the benchmark as often as they occur there. */
  private TinyData benchmarkLabels() {
    TinyData data = new TinyData();
    for (int act = 0; act < MOST; act++) {
      int number = act;
      data.act(
          "train",
          "a text",
          IntStream.range(0, BENCHMARK.size())
              .filter(label -> BENCHMARK.trainingActs(label) > number)
              .mapToObj(BENCHMARK::id)
              .toArray(String[]::new));
    }
    return data.act("dev", "a text", "1309");
  }

  /** Otherwise zero-shot labels would be those that dev has: 89 of 163. */
  @Test
  void theBenchmarkHasItsPublishedLabelGroups() throws IOException {
    LabelSet labels = benchmarkLabels().write(folder).labelsInUse();
    assertEquals(BENCHMARK.ids(), labels.ids());
    assertEquals(
        BENCHMARK.ids(),
        TrainingData.labelsInUse(BENCHMARK, TrainingData.in(folder).dev().orElseThrow()).ids());
  }

  @Test
  void otherActsHaveTheLabelsThatAreUsed() throws IOException {
    LabelSet labels =
        benchmarkLabels().act("train", "a text", "1309", "y").write(folder).labelsInUse();
    assertEquals(4108 + 1, labels.size());
  }
}
