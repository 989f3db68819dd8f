package org.solrlmtc.cli.bench;

import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.ensemble.EnsembleScorerProvider;
import org.solrlmtc.core.ensemble.EnsembleSettings;
import org.solrlmtc.core.onnx.InputFeeder;
import org.solrlmtc.core.onnx.InputSource;
import org.solrlmtc.core.onnx.NetworkSignature;
import org.solrlmtc.core.onnx.OnnxOptions;
import org.solrlmtc.core.onnx.OnnxRuntime;
import org.solrlmtc.core.onnx.OnnxScorerProvider;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.text.TokenSequence;
import org.solrlmtc.core.text.Tokenizer;

/**
 * The network of a bundle without the scorer around it, to measure ONNX Runtime alone on prepared
 * inputs. It is opened with the options of this process, as the scorer is.
 */
final class BareNetwork implements AutoCloseable {
  private final NetworkSignature signature;
  private final Tokenizer tokenizer;
  private final LabelSet labels;
  private final Map<String, Integer> columns;
  private final OnnxRuntime.Opened opened;
  private final InputFeeder feeder;

  private BareNetwork(ModelBundle bundle) throws OrtException {
    this.signature = OnnxScorerProvider.signature(bundle);
    this.tokenizer = OnnxScorerProvider.tokenizer(bundle);
    this.labels = bundle.labels();
    this.columns = new HashMap<>();
    OnnxScorerProvider.readOutputs(bundle).forEach(concept -> columns.put(concept, columns.size()));
    this.opened =
        OnnxRuntime.open(bundle.file(OnnxScorerProvider.MODEL), OnnxOptions.ofThisProcess());
    this.feeder =
        new InputFeeder(
            opened.environment(), signature, OnnxScorerProvider.labelVectors(signature, bundle));
  }

  /** The networks of a bundle, including those of the members of an ensemble. */
  static List<BareNetwork> of(ModelBundle bundle) {
    try {
      List<BareNetwork> networks = new ArrayList<>();
      for (ModelBundle network : networks(bundle).toList()) {
        networks.add(new BareNetwork(network));
      }
      return networks;
    } catch (OrtException e) {
      throw failure(e);
    }
  }

  private static Stream<ModelBundle> networks(ModelBundle bundle) {
    return switch (bundle.manifest().method()) {
      case OnnxScorerProvider.METHOD -> Stream.of(bundle);
      case EnsembleScorerProvider.METHOD ->
          EnsembleSettings.of(bundle).members().stream()
              .flatMap(
                  member ->
                      networks(bundle.member(member.name(), member.method(), member.settings())));
      default -> Stream.empty();
    };
  }

  /** The number of tokens of an act that the network reads. */
  int tokens(LegalAct act) {
    return tokenizer.tokenize(act).length();
  }

  /** The inputs of one run, outside the Java heap; to be closed before the network. */
  final class Batch implements AutoCloseable {
    private final InputFeeder.Inputs inputs;
    private volatile boolean closed;

    private Batch(InputFeeder.Inputs inputs) {
      this.inputs = inputs;
    }

    /** Runs the network without copying the probabilities to the Java heap. */
    void run() {
      try (OrtSession.Result result = compute()) {
        if (result.size() != 1) {
          throw new IllegalStateException("the network returned " + result.size() + " outputs");
        }
      }
    }

    /** Runs the network, and returns the probabilities of each text. */
    float[][] probabilities() {
      try (OrtSession.Result result = compute()) {
        return (float[][]) result.get(0).getValue();
      } catch (OrtException e) {
        throw failure(e);
      }
    }

    private OrtSession.Result compute() {
      // the native code does not check this and would crash
      if (closed) {
        throw new IllegalStateException("the batch was closed: prepare it again to run it");
      }
      try {
        return opened.session().run(inputs.byName(), Set.of(signature.probabilities()));
      } catch (OrtException e) {
        throw failure(e);
      }
    }

    @Override
    public void close() {
      closed = true;
      inputs.close();
    }
  }

  /**
   * Prepares the inputs of a batch; acts without tokens are skipped.
   *
   * @param candidates candidate labels of each act; empty for all labels
   */
  Optional<Batch> prepare(List<LegalAct> acts, Optional<List<int[]>> candidates) {
    List<TokenSequence> texts = new ArrayList<>();
    List<int[]> candidateColumns = new ArrayList<>();
    for (int i = 0; i < acts.size(); i++) {
      TokenSequence text = tokenizer.tokenize(acts.get(i));
      if (text.length() > 0) {
        texts.add(text);
        candidateColumns.add(candidates.isEmpty() ? new int[0] : columns(candidates.get().get(i)));
      }
    }
    if (texts.isEmpty()) {
      return Optional.empty();
    }
    int maxCandidates = candidateColumns.stream().mapToInt(list -> list.length).max().orElseThrow();
    boolean readsCandidates = signature.input(InputSource.CANDIDATES).isPresent();
    int[][] padded =
        candidateColumns.stream()
            .map(list -> Arrays.copyOf(list, readsCandidates ? maxCandidates : 0))
            .toArray(int[][]::new);
    try {
      return Optional.of(new Batch(feeder.feed(texts, padded)));
    } catch (OrtException e) {
      throw failure(e);
    }
  }

  private int[] columns(int[] labelIndexes) {
    return Arrays.stream(labelIndexes)
        .mapToObj(label -> columns.get(labels.id(label)))
        .filter(column -> column != null)
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static UserError failure(OrtException e) {
    return new UserError("the network failed: " + e.getMessage());
  }

  @Override
  public void close() {
    try {
      feeder.close();
      opened.session().close();
    } catch (OrtException e) {
      throw failure(e);
    }
  }
}
