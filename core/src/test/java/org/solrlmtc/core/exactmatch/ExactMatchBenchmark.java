package org.solrlmtc.core.exactmatch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.fixtures.Corpus;

/**
 * One thread, real acts (the corpus' where it is at hand, the demo acts otherwise), all of EuroVoc.
 * Run with {@code mvn -q -Pbench process-test-classes -pl core -Dbench.args=ExactMatchBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 5, time = 5)
public class ExactMatchBenchmark {
  private ExactMatchScorer paper;
  private ExactMatchScorer shipped;
  private BruteForceMatcher bruteForce;
  private MemoryIndexMatcher memoryIndex;
  private List<LegalAct> acts;
  private int next;

  @Setup
  public void setUp() throws IOException {
    paper = Names.euroVoc(ExactMatchSettings.PAPER);
    shipped = Names.euroVoc(new ExactMatchSettings(ZoneSelection.FULL, true, Stemming.PLURALS, 1));
    bruteForce = new BruteForceMatcher(paper.phrases());
    memoryIndex = new MemoryIndexMatcher(paper.phrases());
    Optional<Path> dev = Corpus.find("dev.jsonl.gz");
    acts = dev.isPresent() ? Corpus.acts(dev.get(), 500) : Corpus.demoActs();
  }

  private LegalAct nextAct() {
    next = (next + 1) % acts.size();
    return acts.get(next);
  }

  /** What queries need first: Lucene's analysis and an index in memory. */
  @Benchmark
  public Object indexOnly() {
    return ActIndex.of(nextAct(), paper);
  }

  @Benchmark
  public Object bruteForce() throws IOException {
    return bruteForce.match(ActIndex.of(nextAct(), paper));
  }

  @Benchmark
  public Object candidatesFirst() throws IOException {
    return memoryIndex.match(ActIndex.of(nextAct(), paper));
  }

  @Benchmark
  public Object trie() {
    return paper.hits(nextAct());
  }

  /** Text to scores with the shipped settings: alternative names and plurals too. */
  @Benchmark
  public Object shippedScorer() {
    return shipped.score(List.of(nextAct()));
  }
}
