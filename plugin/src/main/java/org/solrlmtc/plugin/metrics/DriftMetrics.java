package org.solrlmtc.plugin.metrics;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.core.reference.Distribution;
import org.solrlmtc.core.reference.RecentValues;
import org.solrlmtc.core.reference.Reference;
import org.solrlmtc.core.reference.Signal;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.plugin.model.Model;

/**
 * How far the last documents are from the acts that the model was tuned on. Starts again with each
 * version of the model. Thread-safe.
 */
public final class DriftMetrics {
  /** The number of documents compared: enough for ten bins, and few enough to follow a shift. */
  static final int RECENT = 1_000;

  /** With fewer documents, the distance would be mostly noise. */
  public static final int MIN_DOCUMENTS = 200;

  private volatile Window window = new Window("", Optional.empty());

  /** The last values of one version. */
  private static final class Window {
    final String model;
    final Optional<Reference> reference;
    final Map<Signal, RecentValues> recent = new EnumMap<>(Signal.class);

    Window(String model, Optional<Reference> reference) {
      this.model = model;
      this.reference = reference;
      for (Signal signal : Signal.values()) {
        recent.put(signal, new RecentValues(RECENT));
      }
    }
  }

  /** The configured model scored a document. */
  public void scored(Model model, LabelScores scores, Optional<Double> confidence) {
    Window current = windowOf(model);
    List<ScoredLabel> best = scores.top(1);
    current.recent.get(Signal.BEST_SCORE).add(best.isEmpty() ? 0 : best.get(0).score());
    scores
        .coverage()
        .ifPresent(coverage -> current.recent.get(Signal.COVERAGE).add(coverage.share()));
    confidence.ifPresent(value -> current.recent.get(Signal.CONFIDENCE).add(value));
  }

  private Window windowOf(Model model) {
    Window current = window;
    if (!current.model.equals(model.id())) {
      current = new Window(model.id(), Optional.ofNullable(model.manifest().reference()));
      window = current;
    }
    return current;
  }

  /**
   * The values of a gauge: {@code documents} and their {@code mean}; with a reference also its mean
   * and, from {@value #MIN_DOCUMENTS} documents on, the {@code psi}.
   */
  Map<String, Object> gauge(Signal signal) {
    Window current = window;
    double[] values = current.recent.get(signal).values();
    Map<String, Object> gauge = new HashMap<>();
    gauge.put("documents", values.length);
    Arrays.stream(values).average().ifPresent(mean -> gauge.put("mean", mean));
    Optional<Distribution> expected = current.reference.flatMap(all -> all.of(signal));
    expected.ifPresent(
        distribution -> {
          gauge.put("referenceMean", distribution.mean());
          if (values.length >= MIN_DOCUMENTS) {
            gauge.put("psi", distribution.stabilityIndex(values));
          }
        });
    return gauge;
  }
}
