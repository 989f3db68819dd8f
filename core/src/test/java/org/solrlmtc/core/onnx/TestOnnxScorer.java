package org.solrlmtc.core.onnx;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.score.Coverage;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.score.ScoringException;
import org.solrlmtc.core.score.ScoringRun;

/** A network whose answers can be added up by hand. */
class TestOnnxScorer {
  private static final OnnxOptions CPU = new OnnxOptions(Device.parse("cpu"), 1, 3);

  @TempDir Path models;
  private ModelBundle bundle;
  private OnnxScorer scorer;

  @BeforeEach
  void open() throws IOException {
    bundle = TinyNetwork.write(models.resolve("tiny"));
    scorer = new OnnxScorerProvider().open(bundle, CPU);
  }

  @AfterEach
  void close() {
    scorer.close();
  }

  @Test
  void columnsAreMappedToTheirLabels() {
    List<ScoredLabel> labels = score("milk, milk and a ship").top(9);
    assertEquals(List.of("c0", "c3", "c2"), labels.stream().map(ScoredLabel::id).toList());
    assertEquals(TinyNetwork.probability(2, 2, 1), labels.get(0).score(), 1e-6);
    assertEquals(TinyNetwork.probability(0, 2, 1), labels.get(1).score(), 1e-6);
    assertEquals(TinyNetwork.probability(1, 2, 1), labels.get(2).score(), 1e-6);
  }

  @Test
  void aNetworkWithoutAttributionsDoesNotExplain() {
    assertFalse(scorer.explains());
    assertEquals(
        List.of(List.of(), List.of()),
        scorer.explain(LegalAct.ofText("a", "milk"), new int[] {0, 1}, 5));
    assertTrue(scorer.scoresCandidates());
    assertEquals(3, scorer.tokenCount(LegalAct.ofText("a", "milk ship milk")));
    assertEquals(0, scorer.tokenCount(LegalAct.ofText("b", ".")));
  }

  @Test
  void anActWithoutWordsGetsNoLabel() {
    List<LabelScores> scores =
        scorer.score(List.of(LegalAct.ofText("a", "."), LegalAct.ofText("b", "milk")));
    assertEquals(List.of(), scores.get(0).top(9));
    assertEquals(3, scores.get(1).top(9).size());
    assertEquals(new Coverage(0, 0), scores.get(0).coverage().orElseThrow());
    assertEquals(new Coverage(1, 1), scores.get(1).coverage().orElseThrow());
    LegalAct unheard = LegalAct.ofText("c", "milk unheardof");
    assertEquals(
        new Coverage(2, 1), scorer.score(List.of(unheard)).get(0).coverage().orElseThrow());
    assertEquals(List.of(), scorer.score(List.of()));
  }

  @Test
  void scoresComeInTheOrderOfTheActsHoweverTheyAreBatched() {
    List<LegalAct> acts = acts(20);
    List<LabelScores> together = scorer.score(acts);
    for (int i = 0; i < acts.size(); i++) {
      assertEquals(
          scorer.score(List.of(acts.get(i))).get(0).top(9), together.get(i).top(9), "act " + i);
    }
  }

  @Test
  void onlyCandidatesAreScoredEvenByNetworksThatScoreAll() {
    List<LabelScores> scores =
        scorer.score(acts(3), List.of(new int[] {2, 1}, new int[] {}, new int[] {0, 3}));
    assertEquals(List.of("c2"), scores.get(0).top(9).stream().map(ScoredLabel::id).toList());
    assertEquals(List.of(), scores.get(1).top(9));
    assertEquals(2, scores.get(2).top(9).size());
    assertEquals(
        scorer.score(acts(3)).get(2).top(9, label -> label == 0 || label == 3),
        scores.get(2).top(9));
  }

  @Test
  void manyThreadsShareAScorer() throws Exception {
    List<LegalAct> acts = acts(40);
    List<List<ScoredLabel>> expected = tops(scorer.score(acts));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<List<LabelScores>>> results = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        results.add(threads.submit(() -> scorer.score(acts)));
      }
      for (Future<List<LabelScores>> result : results) {
        assertEquals(expected, tops(result.get()));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void closingWaitsForWhatIsBeingScored() throws Exception {
    List<LegalAct> acts = acts(400);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      AtomicInteger batches = new AtomicInteger();
      Future<?> scored =
          thread.submit(
              () -> {
                while (true) {
                  assertEquals(acts.size(), scorer.score(acts).size());
                  batches.incrementAndGet();
                }
              });
      await().atMost(Duration.ofMinutes(1)).until(() -> batches.get() > 0);
      scorer.close();
      ExecutionException e = assertThrows(ExecutionException.class, scored::get);
      assertTrue(e.getCause() instanceof ScoringException, e.toString());
    } finally {
      thread.shutdownNow();
    }
  }

  @Test
  void aClosedScorerRefuses() {
    scorer.close();
    scorer.close();
    ScoringException e = assertThrows(ScoringException.class, () -> score("milk"));
    assertTrue(e.getMessage().contains("was closed"), e.getMessage());
  }

  @Test
  void theDeviceIsReportedAndAnUnusableOneRefused() {
    assertEquals("cpu", scorer.device());
    try (OnnxScorer automatic =
        new OnnxScorerProvider().open(bundle, new OnnxOptions(Device.parse("auto"), 1, 3))) {
      Assumptions.assumeTrue(automatic.device().equals("cpu"), "this machine has a GPU");
    }
    BundleException e =
        assertThrows(
            BundleException.class,
            () ->
                new OnnxScorerProvider()
                    .open(bundle, new OnnxOptions(Device.parse("cuda:1"), 1, 3)));
    assertTrue(e.getMessage().startsWith("the device cuda:1 is required"), e.getMessage());
  }

  @Test
  void memoryCanBeKeptOrReleased() {
    List<LegalAct> acts = acts(20);
    List<List<ScoredLabel>> expected = tops(scorer.score(acts));
    for (Arena arena : Arena.values()) {
      try (OnnxScorer other =
          new OnnxScorerProvider()
              .open(bundle, new OnnxOptions(Device.parse("cpu"), 1, 3, arena, 0, 2048, 60))) {
        assertEquals(expected, tops(other.score(acts)), arena.name());
        assertEquals(expected, tops(other.score(acts)), arena.name());
      }
    }
  }

  @Test
  void theTokenizationTimeIsReported() {
    ScoringRun run = new ScoringRun();
    List<LabelScores> scores = run.call(() -> scorer.score(acts(20)));
    assertEquals(tops(scorer.score(acts(20))), tops(scores));
    assertTrue(run.tokenizationNanos() > 0);
  }

  @Test
  void aStoppedRunFails() {
    ScoringRun run = new ScoringRun();
    run.stop();
    ScoringException e =
        assertThrows(ScoringException.class, () -> run.call(() -> scorer.score(acts(3))));
    assertTrue(e.getMessage().contains("was stopped: it took too long"), e.getMessage());
    assertEquals(3, scorer.score(acts(3)).size());
  }

  @Test
  void filesOfABundleThatWasReplacedMeanwhileAreNotCalledDamaged() throws IOException {
    Path folder = models.resolve("replaced");
    ModelBundle before = TinyNetwork.write(folder);
    byte[] cut = new byte[] {1};
    TinyNetwork.write(folder, cut, TinyNetwork.CONCEPTS, TinyNetwork.WORDS);
    BundleException e = assertThrows(BundleException.class, () -> Scorers.open(before));
    assertTrue(
        e.getMessage().endsWith("was replaced while it was opened: try again"), e::getMessage);
  }

  @Test
  void optionsComeFromSystemProperties() {
    assertWrongProperty(OnnxOptions.DEVICE, "gpu", "must be auto, cpu, cuda or cuda:N");
    assertWrongProperty(OnnxOptions.DEVICE, "cpu:1", "must be auto, cpu, cuda or cuda:N");
    assertWrongProperty(OnnxOptions.ARENA, "big", "lmtc.onnx.arena must be keep, shrink or off");
    assertWrongProperty("lmtc.onnx.gpuMegabytes", "-5", "lmtc.onnx.gpuMegabytes must be between");
    assertWrongProperty(
        "lmtc.onnx.openTimeoutSeconds", "0", "lmtc.onnx.openTimeoutSeconds must be between 1");
    assertWrongProperty(
        "lmtc.onnx.intraOpThreads", "-1", "lmtc.onnx.intraOpThreads must be between 0 and");
    assertWrongProperty(
        "lmtc.onnx.maxBatchSize", "many", "lmtc.onnx.maxBatchSize must be a number");
    assertEquals(new Device(Device.Kind.CUDA, 3), Device.parse("cuda:3"));
  }

  private void assertWrongProperty(String property, String value, String message) {
    System.setProperty(property, value);
    try {
      BundleException e = assertThrows(BundleException.class, () -> Scorers.open(bundle));
      assertTrue(e.getMessage().contains(message), e.getMessage());
    } finally {
      System.clearProperty(property);
    }
  }

  private LabelScores score(String text) {
    return scorer.score(List.of(LegalAct.ofText("a", text))).get(0);
  }

  private static List<LegalAct> acts(int number) {
    Random random = new Random(5);
    List<LegalAct> acts = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      StringBuilder text = new StringBuilder("text");
      for (int word = random.nextInt(30); word > 0; word--) {
        text.append(random.nextBoolean() ? " milk" : " ship");
      }
      acts.add(LegalAct.ofText("a" + i, text.toString()));
    }
    return acts;
  }

  private static List<List<ScoredLabel>> tops(List<LabelScores> scores) {
    return scores.stream().map(act -> act.top(9)).toList();
  }
}
