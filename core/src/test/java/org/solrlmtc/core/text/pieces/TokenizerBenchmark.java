package org.solrlmtc.core.text.pieces;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.Tokenizer;
import org.solrlmtc.core.text.Tokenizers;
import org.solrlmtc.fixtures.Corpus;

/**
 * Acts per second on one thread, words against the pieces of {@code minilm-l6}, which must have
 * been fetched. Run with {@code mvn -q -Pbench process-test-classes -pl core
 * -Dbench.args=TokenizerBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
public class TokenizerBenchmark {
  private static final int ACTS = 500;

  @Param({"256", "100000"})
  private int maxSequenceLength;

  private Tokenizer words;
  private Tokenizer pieces;
  private List<LegalAct> acts;
  private int next;

  @Setup
  public void setUp() throws IOException {
    Optional<Path> dev = Corpus.find("dev.jsonl.gz");
    acts = dev.isPresent() ? Corpus.acts(dev.get(), ACTS) : Corpus.demoActs();
    words = open(Map.of("type", "words", "maxSequenceLength", maxSequenceLength));
    pieces =
        open(
            Map.of(
                "type",
                "word-pieces",
                "pretrained",
                "minilm-l6",
                "maxSequenceLength",
                maxSequenceLength));
  }

  private Tokenizer open(Map<String, Object> settings) throws IOException {
    return Tokenizers.spec(new Settings("tokenizer", settings))
        .build(
            visitor -> {
              acts.forEach(visitor);
              return acts.size();
            });
  }

  private LegalAct nextAct() {
    next = (next + 1) % acts.size();
    return acts.get(next);
  }

  @Benchmark
  public Object words() {
    return words.tokenize(nextAct());
  }

  @Benchmark
  public Object pieces() {
    return pieces.tokenize(nextAct());
  }
}
