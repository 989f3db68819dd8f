package org.solrlmtc.core.bundle;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.fixtures.Corpus;

/**
 * Acts a second of any bundles, from text to scores: a network in floats and in bytes, an ensemble
 * with all labels and as a cascade, ... Run with {@code mvn -q -Pbench process-test-classes -pl
 * core -Dbench.args="BundleBenchmark -p bundle=DIR1,DIR2"}, with paths as seen from this module;
 * {@code -jvmArgsAppend -Dlmtc.onnx.intraOpThreads=1} and the like set how networks run.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 5)
@Measurement(iterations = 5, time = 5)
public class BundleBenchmark {
  private static final int TOGETHER = 32;

  /** A bundle's folder. */
  @Param("../onnx-models/exact-match")
  public String bundle;

  private LabelScorer scorer;
  private List<LegalAct> acts;
  private int next;

  @Setup
  public void setUp() throws IOException {
    scorer = Scorers.open(ModelBundle.open(Path.of(bundle)));
    Optional<Path> dev = Corpus.find("dev.jsonl.gz");
    acts = new ArrayList<>(dev.isPresent() ? Corpus.acts(dev.get(), 640) : Corpus.demoActs());
  }

  @TearDown
  public void tearDown() {
    scorer.close();
  }

  @Benchmark
  @OperationsPerInvocation(TOGETHER)
  public Object score() {
    List<LegalAct> batch = new ArrayList<>(TOGETHER);
    while (batch.size() < TOGETHER) {
      next = (next + 1) % acts.size();
      batch.add(acts.get(next));
    }
    return scorer.score(batch);
  }
}
