package org.solrlmtc.cli.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.ensemble.EnsembleScorer;
import org.solrlmtc.core.exactmatch.ExactMatchScorer;
import org.solrlmtc.core.linear.NgramScorer;
import org.solrlmtc.core.onnx.OnnxScorer;
import org.solrlmtc.core.score.LabelScorer;

/**
 * A bundle in this process, on as many threads as there are cores: reading texts, the bare network,
 * and from text to labels.
 */
public final class ScorerSubjects implements AutoCloseable {
  private static final int CORES = Runtime.getRuntime().availableProcessors();
  private static final String BARE = "bare ONNX Runtime";
  private static final String LABELS = "text to labels";

  /** Acts in a batch of the bare network: whichever is faster here is what others are held to. */
  private static final List<Integer> BARE_BATCHES = List.of(1, 4);

  private static final int CALL = 16;

  private final LabelScorer scorer;
  private final DecisionRule decision;
  private final List<LegalAct> acts;
  private final List<BareNetwork> networks;
  private final List<Subject> subjects = new ArrayList<>();
  private final List<String> bases = new ArrayList<>();
  private final List<BareNetwork.Batch> prepared = new ArrayList<>();

  public ScorerSubjects(ModelBundle bundle, List<LegalAct> acts) {
    this.decision = bundle.manifest().decision();
    this.scorer = Scorers.open(bundle);
    this.acts = acts;
    this.networks = BareNetwork.of(bundle);
    tokenizing(scorer).ifPresent(read -> add("tokenizing", act -> read.accept(acts.get(act))));
    if (!networks.isEmpty()) {
      BARE_BATCHES.forEach(this::addBare);
      if (scorer instanceof EnsembleScorer ensemble) {
        ensemble.candidates(acts).ifPresent(this::addBareCandidates);
      }
    }
    addLabels();
    if (bases.isEmpty()) {
      bases.add(name(LABELS));
    }
  }

  /** Reads an act as for scoring, if the scorer can do that by itself; all members one by one. */
  private static Optional<Consumer<LegalAct>> tokenizing(LabelScorer scorer) {
    if (scorer instanceof OnnxScorer network) {
      return Optional.of(network::tokenCount);
    }
    if (scorer instanceof NgramScorer<?> ngrams) {
      return Optional.of(ngrams::featureCount);
    }
    if (scorer instanceof ExactMatchScorer names) {
      return Optional.of(names::wordCount);
    }
    if (scorer instanceof EnsembleScorer ensemble) {
      return ensemble.members().stream()
          .map(ScorerSubjects::tokenizing)
          .flatMap(Optional::stream)
          .reduce(Consumer::andThen);
    }
    return Optional.empty();
  }

  /** All labels; acts as they come, or batches as much alike in length as there can be. */
  private void addBare(int size) {
    List<List<LegalAct>> batches =
        parts(
            size == 1
                ? acts
                : acts.stream().sorted(Comparator.comparingInt(networks.get(0)::tokens)).toList(),
            size);
    List<List<BareNetwork.Batch>> inputs =
        batches.stream().map(batch -> prepare(batch, Optional.empty())).toList();
    String name = name(BARE) + (size == 1 ? "" : ", batches of " + size);
    bases.add(name);
    subjects.add(
        new Subject(
            name,
            CORES,
            batches.stream().map(List::size).toList(),
            batch -> inputs.get(batch).forEach(BareNetwork.Batch::run),
            () -> {}));
  }

  /** What the networks of a cascade are really asked, each act by itself. */
  private void addBareCandidates(List<int[]> candidates) {
    List<List<BareNetwork.Batch>> inputs =
        IntStream.range(0, acts.size())
            .mapToObj(
                act -> prepare(List.of(acts.get(act)), Optional.of(List.of(candidates.get(act)))))
            .toList();
    add(BARE + " on candidates", act -> inputs.get(act).forEach(BareNetwork.Batch::run));
  }

  private List<BareNetwork.Batch> prepare(List<LegalAct> batch, Optional<List<int[]>> candidates) {
    List<BareNetwork.Batch> inputs =
        networks.stream()
            .map(network -> network.prepare(batch, candidates))
            .flatMap(Optional::stream)
            .toList();
    prepared.addAll(inputs);
    return inputs;
  }

  /** The subjects, those that {@link #bases} names among them. */
  public List<Subject> subjects() {
    return List.copyOf(subjects);
  }

  /** Names of those that others are held against: the bare network, else the scorer. */
  public List<String> bases() {
    return List.copyOf(bases);
  }

  /** Several acts a call, as a scorer gets them that many wait for. */
  private void addLabels() {
    List<List<LegalAct>> calls = parts(acts, CALL);
    subjects.add(
        new Subject(
            name(LABELS),
            CORES,
            calls.stream().map(List::size).toList(),
            call -> scorer.score(calls.get(call)).forEach(decision::decide),
            () -> {}));
  }

  private static List<List<LegalAct>> parts(List<LegalAct> acts, int size) {
    List<List<LegalAct>> parts = new ArrayList<>();
    for (int from = 0; from < acts.size(); from += size) {
      parts.add(acts.subList(from, Math.min(acts.size(), from + size)));
    }
    return parts;
  }

  /** A subject that goes through the acts one by one. */
  private void add(String what, IntConsumer work) {
    List<Integer> calls = acts.stream().map(act -> 1).toList();
    subjects.add(new Subject(name(what), CORES, calls, work, () -> {}));
  }

  private static String name(String what) {
    return what + (CORES == 1 ? ", 1 thread" : ", " + CORES + " threads");
  }

  @Override
  public void close() {
    prepared.forEach(BareNetwork.Batch::close);
    networks.forEach(BareNetwork::close);
    scorer.close();
  }
}
