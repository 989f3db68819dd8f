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
import org.solrlmtc.core.ensemble.EnsembleSettings;
import org.solrlmtc.core.exactmatch.ExactMatchScorer;
import org.solrlmtc.core.linear.NgramScorer;
import org.solrlmtc.core.onnx.OnnxScorer;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.ScoredLabel;

/**
 * Subjects in this process, with one thread per core: tokenization, the bare network, and from text
 * to labels.
 */
final class ScorerSubjects implements AutoCloseable {
  private static final int CORES = Runtime.getRuntime().availableProcessors();
  private static final String BARE = "bare ONNX Runtime";
  private static final String LABELS = "text to labels";

  /** Batch sizes of the bare network: the faster one on this machine is the reference. */
  private static final List<Integer> BARE_BATCH_SIZES = List.of(1, 4);

  private static final int ACTS_PER_CALL = 16;

  private final LabelScorer scorer;
  private final DecisionRule decision;
  private final List<LegalAct> acts;
  private final List<BareNetwork> networks;
  private final List<Subject> subjects = new ArrayList<>();
  private final List<String> references = new ArrayList<>();
  private final List<BareNetwork.Batch> prepared = new ArrayList<>();

  /**
   * @param withMembers whether every member of an ensemble has a row, too
   */
  ScorerSubjects(ModelBundle bundle, List<LegalAct> acts, boolean withMembers) {
    this.decision = bundle.manifest().decision();
    this.scorer = Scorers.open(bundle);
    this.acts = acts;
    this.networks = BareNetwork.of(bundle);
    tokenization(scorer)
        .ifPresent(tokenize -> add("tokenization", act -> tokenize.accept(acts.get(act))));
    if (!networks.isEmpty()) {
      BARE_BATCH_SIZES.forEach(this::addBare);
      if (scorer instanceof EnsembleScorer ensemble) {
        candidates(ensemble, EnsembleSettings.of(bundle)).ifPresent(this::addBareCandidates);
      }
    }
    if (withMembers && scorer instanceof EnsembleScorer ensemble) {
      addMembers(ensemble, EnsembleSettings.of(bundle));
    }
    addLabels();
    if (references.isEmpty()) {
      references.add(name(LABELS));
    }
  }

  /** Tokenizes an act as scoring does, if the scorer can; an ensemble does it for each member. */
  private static Optional<Consumer<LegalAct>> tokenization(LabelScorer scorer) {
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
          .map(ScorerSubjects::tokenization)
          .flatMap(Optional::stream)
          .reduce(Consumer::andThen);
    }
    return Optional.empty();
  }

  /** All labels; single acts in order, or batches of acts sorted by length. */
  private void addBare(int size) {
    List<List<LegalAct>> batches =
        chunks(
            size == 1
                ? acts
                : acts.stream().sorted(Comparator.comparingInt(networks.get(0)::tokens)).toList(),
            size);
    List<List<BareNetwork.Batch>> inputs =
        batches.stream().map(batch -> prepare(batch, Optional.empty())).toList();
    String name = name(BARE) + (size == 1 ? "" : ", batches of " + size);
    references.add(name);
    subjects.add(
        new Subject(
            name,
            CORES,
            batches.stream().map(List::size).toList(),
            batch -> inputs.get(batch).forEach(BareNetwork.Batch::run),
            () -> {}));
  }

  /** The candidate labels of each act in a cascade. */
  private Optional<List<int[]>> candidates(EnsembleScorer ensemble, EnsembleSettings settings) {
    return settings.candidates() == 0
        ? Optional.empty()
        : Optional.of(
            ensemble.members().get(settings.candidateMember()).score(acts).stream()
                .map(scores -> scores.top(settings.candidates()))
                .map(top -> top.stream().mapToInt(ScoredLabel::index).toArray())
                .toList());
  }

  /** The work of the networks in a cascade, one act at a time. */
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

  /** The subjects, including the {@link #references}. */
  List<Subject> subjects() {
    return List.copyOf(subjects);
  }

  /** Names of the possible references: the bare network, else the scorer. */
  List<String> references() {
    return List.copyOf(references);
  }

  /** Several acts per call, as a scorer gets them under load. */
  private void addLabels() {
    addCalls(LABELS, call -> scorer.score(call).forEach(decision::decide));
  }

  /** Each member alone and on all labels, and all members together without the combiner. */
  private void addMembers(EnsembleScorer ensemble, EnsembleSettings settings) {
    for (int i = 0; i < settings.members().size(); i++) {
      LabelScorer member = ensemble.members().get(i);
      addCalls("member " + settings.members().get(i).name(), member::score);
    }
    addCalls("all members", ensemble::outputs);
  }

  private void addCalls(String what, Consumer<List<LegalAct>> work) {
    List<List<LegalAct>> calls = chunks(acts, ACTS_PER_CALL);
    subjects.add(
        new Subject(
            name(what),
            CORES,
            calls.stream().map(List::size).toList(),
            call -> work.accept(calls.get(call)),
            () -> {}));
  }

  private static List<List<LegalAct>> chunks(List<LegalAct> acts, int size) {
    List<List<LegalAct>> chunks = new ArrayList<>();
    for (int from = 0; from < acts.size(); from += size) {
      chunks.add(acts.subList(from, Math.min(acts.size(), from + size)));
    }
    return chunks;
  }

  /** Adds a subject that processes the acts one by one. */
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
