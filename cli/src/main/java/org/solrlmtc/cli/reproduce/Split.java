package org.solrlmtc.cli.reproduce;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.solrlmtc.cli.evaluate.data.EvaluationLabels;
import org.solrlmtc.cli.evaluate.data.GoldSet;
import org.solrlmtc.cli.evaluate.system.BundleSystem;
import org.solrlmtc.cli.evaluate.system.LabellingSystem;
import org.solrlmtc.cli.evaluate.system.PredictionsSystem;
import org.solrlmtc.cli.evaluate.system.SystemEvaluator;
import org.solrlmtc.cli.evaluate.system.SystemResults;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.eval.EvaluationSettings;
import org.solrlmtc.core.eval.PredictionsFile;
import org.solrlmtc.core.io.Sha256;

/**
 * Acts that runs are measured on.
 *
 * @param name {@code dev} or {@code test}
 * @param file the name of the files of predictions
 */
record Split(String name, String file, GoldSet gold, EvaluationLabels labels) {
  private static final int DIGEST_CHARS = 8;

  /** Measures are needed at these cut-offs. */
  private static final List<Integer> KS = List.of(1, 5, 10);

  /** The development split, whose digest is part of the key of a run. */
  static Split dev(Path path, EvaluationLabels labels) throws IOException {
    return new Split("dev", "dev", GoldSet.read(List.of(path), Optional.empty()), labels);
  }

  static Split test(Path path, EvaluationLabels labels) throws IOException {
    return new Split(
        "test",
        "test-" + Sha256.of(path).substring(0, DIGEST_CHARS),
        GoldSet.read(List.of(path), Optional.empty()),
        labels);
  }

  /** Measures a trained run; its predictions are kept beside its bundle. */
  SystemEvaluator measure(Run run, Runs runs, PrintWriter err) throws IOException {
    Path kept = runs.folder(run).resolve(file + ".predictions.jsonl.gz");
    ModelBundle bundle = runs.open(run);
    if (Files.isRegularFile(kept)) {
      return measure(new PredictionsSystem(kept, Optional.of(bundle)), Optional.empty());
    }
    try (PredictionsFile.Writer writer = new PredictionsFile.Writer(kept)) {
      int threads = Runtime.getRuntime().availableProcessors();
      SystemEvaluator measured =
          measure(new BundleSystem(bundle, threads, err), Optional.of(writer));
      writer.commit();
      return measured;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** What runs are measured with: the paper's decision rule. */
  EvaluationSettings settings() {
    return EvaluationSettings.of(labels.set()).withKs(KS).withRule(SystemEvaluator.PAPER_RULE);
  }

  private SystemEvaluator measure(LabellingSystem system, Optional<PredictionsFile.Writer> writer)
      throws IOException {
    return SystemResults.measure(
            system,
            new SystemResults.Request(gold, labels, KS, Optional.empty(), true, Set.of()),
            predictions -> {
              try {
                if (writer.isPresent()) {
                  writer.get().write(predictions);
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            })
        .all();
  }
}
