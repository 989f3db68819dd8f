package org.solrlmtc.core.eval.significance;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.solrlmtc.core.eval.Measure;
import org.solrlmtc.core.eval.RandomActs;

/**
 * The randomization test with 10,000 iterations over 6,000 acts, one thread. Run with {@code mvn -q
 * -Pbench process-test-classes -pl core -Dbench.args=SignificanceBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 3)
@Measurement(iterations = 3, time = 3)
public class SignificanceBenchmark {
  private static final int ACTS = 6_000;

  @Param({"RP@5", "nDCG@5", "micro-F1", "macro-F1"})
  private String measure;

  private EvaluatedRun better;
  private EvaluatedRun worse;

  @Setup
  public void setUp() {
    List<RandomActs.Case> betterCases = RandomActs.cases(ACTS, 0.6, 5, 6);
    List<RandomActs.Case> worseCases = RandomActs.cases(ACTS, 0.59, 5, 7);
    // random systems agree on hardly a label, where real ones agree on most
    for (int act = 0; act < ACTS; act += 2) {
      worseCases.set(act, betterCases.get(act));
    }
    better = TestSignificance.run(betterCases);
    worse = TestSignificance.run(worseCases);
  }

  @Benchmark
  public Object compare() {
    return RandomizationTest.compare(better, worse, Measure.parse(measure), 10_000, 1);
  }
}
