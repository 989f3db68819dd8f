package org.solrlmtc.cli.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.ensemble.EnsembleScorer;
import org.solrlmtc.core.onnx.OnnxOptions;
import org.solrlmtc.core.onnx.OnnxScorer;
import org.solrlmtc.core.onnx.PreparedBatch;
import org.solrlmtc.core.score.DecisionRule;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ReadingScorer;

/**
 * A bundle in this process: reading texts, the bare network, and from text to labels, each on one
 * thread and on as many as there are cores. All get the same acts in the same batches.
 */
public final class ScorerSubjects implements AutoCloseable {
  private final LabelScorer scorer;
  private final DecisionRule decision;
  private final List<List<LegalAct>> batches = new ArrayList<>();

  /** The inputs of each network for each batch. */
  private final List<List<PreparedBatch>> prepared = new ArrayList<>();

  public ScorerSubjects(ModelBundle bundle, List<LegalAct> acts) {
    decision = bundle.manifest().decision();
    scorer = Scorers.open(bundle);
    int size = OnnxOptions.ofThisProcess().batch();
    List<OnnxScorer> networks = networks(scorer);
    for (int from = 0; from < acts.size(); from += size) {
      List<LegalAct> batch = acts.subList(from, Math.min(acts.size(), from + size));
      batches.add(batch);
      prepared.add(
          networks.stream()
              .map(network -> network.prepare(batch))
              .flatMap(Optional::stream)
              .toList());
    }
  }

  private static List<OnnxScorer> networks(LabelScorer scorer) {
    List<OnnxScorer> networks = new ArrayList<>();
    if (scorer instanceof OnnxScorer network) {
      networks.add(network);
    } else if (scorer instanceof EnsembleScorer ensemble) {
      ensemble.members().forEach(member -> networks.addAll(networks(member)));
    }
    return networks;
  }

  /** The subjects, those that {@link #bases} names among them. */
  public List<Subject> subjects() {
    List<Subject> subjects = new ArrayList<>();
    for (int threads : threads()) {
      if (scorer instanceof ReadingScorer reading) {
        subjects.add(
            subject("tokenizing", threads, batch -> batches.get(batch).forEach(reading::read)));
      }
    }
    for (int threads : threads()) {
      if (hasNetwork()) {
        subjects.add(
            subject(
                "bare ONNX Runtime",
                threads,
                batch -> prepared.get(batch).forEach(PreparedBatch::run)));
      }
    }
    for (int threads : threads()) {
      subjects.add(subject("text to labels", threads, this::label));
    }
    return subjects;
  }

  /** Names of those that others are held against: the bare network, else the scorer. */
  public List<String> bases() {
    String base = hasNetwork() ? "bare ONNX Runtime" : "text to labels";
    return threads().stream().map(threads -> name(base, threads)).toList();
  }

  private boolean hasNetwork() {
    return prepared.stream().anyMatch(batch -> !batch.isEmpty());
  }

  private void label(int batch) {
    for (LabelScores scores : scorer.score(batches.get(batch))) {
      decision.decide(scores);
    }
  }

  private Subject subject(String what, int threads, IntConsumer work) {
    return new Subject(
        name(what, threads), threads, batches.stream().map(List::size).toList(), work, () -> {});
  }

  private static String name(String what, int threads) {
    return what + (threads == 1 ? ", 1 thread" : ", " + threads + " threads");
  }

  private static TreeSet<Integer> threads() {
    return new TreeSet<>(List.of(1, Runtime.getRuntime().availableProcessors()));
  }

  @Override
  public void close() {
    prepared.forEach(batch -> batch.forEach(PreparedBatch::close));
    scorer.close();
  }
}
