package org.solrlmtc.training.neural;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.onnx.OnnxScorerProvider;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.Tokenizer;
import org.solrlmtc.core.text.TokenizerSpec;
import org.solrlmtc.training.TrainedModel;
import org.solrlmtc.training.Trainer;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.bilm.BiLmLayers;
import org.solrlmtc.training.neural.export.NetworkReader;
import org.solrlmtc.training.neural.export.OnnxExport;
import org.solrlmtc.training.neural.graph.Precision;
import org.solrlmtc.training.neural.layer.Embedding;
import org.solrlmtc.training.neural.layer.EmbeddingContext;
import org.solrlmtc.training.neural.layer.Encoder;
import org.solrlmtc.training.neural.layer.Head;
import org.solrlmtc.training.neural.layer.HeadContext;
import org.solrlmtc.training.neural.layer.LayerRegistry;
import org.solrlmtc.training.neural.layer.Network;
import org.solrlmtc.training.neural.loop.TrainingRun;
import org.solrlmtc.training.neural.tensor.LibTorch;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.TokenizedActs;
import org.solrlmtc.training.neural.transformer.TransformerLayers;
import org.solrlmtc.training.recipe.Recipe;

/** Trains neural networks. */
public final class NeuralTrainer implements Trainer {
  private final LayerRegistry layers;

  /** With the layers that recipes can name. */
  public NeuralTrainer() {
    this(BiLmLayers.in(TransformerLayers.in(LayerRegistry.STANDARD)));
  }

  /** With additional layers. */
  public NeuralTrainer(LayerRegistry layers) {
    this.layers = layers;
  }

  @Override
  public String method() {
    return OnnxScorerProvider.METHOD;
  }

  @Override
  public void check(Recipe recipe) {
    NeuralSettings settings = settings(recipe);
    try {
      LibTorch.require();
      settings.tokenizer().check();
      settings.embedding().check(settings.tokenizer());
      settings
          .encoder()
          .check(settings.tokenizer(), settings.embedding(), settings.loop().dropout());
      if (settings.device() == Torch.DeviceChoice.CUDA) {
        Torch.check(settings.device());
      }
    } catch (TrainingException | IllegalArgumentException e) {
      throw new TrainingException("recipe '" + recipe.name() + "': " + e.getMessage(), e);
    }
  }

  private NeuralSettings settings(Recipe recipe) {
    return recipe.read(settings -> NeuralSettings.read(settings, layers));
  }

  @Override
  public Map<String, Object> convert(
      ModelBundle from, Map<String, Object> changes, BundleWriter bundle) throws IOException {
    try {
      Settings settings = new Settings(method(), changes);
      Precision precision = settings.choice("precision", Precision.FP32);
      settings.finish();
      return convert(from, precision, bundle);
    } catch (IllegalArgumentException e) {
      throw new TrainingException("bundle '" + from.manifest().name() + "': " + e.getMessage(), e);
    }
  }

  /**
   * Writes the network of a bundle into another one, with its weights in another precision.
   *
   * @return the settings for the manifest, complete
   * @throws TrainingException when the bundle's weights are quantised
   */
  public Map<String, Object> convert(ModelBundle from, Precision precision, BundleWriter bundle)
      throws IOException {
    NetworkReader reader = NetworkReader.open(from, layers);
    return new OnnxExport(
            precision,
            OnnxScorerProvider.readOutputs(from),
            OnnxScorerProvider.tokenizer(from),
            reader.metadata())
        .write(reader.weights(), bundle);
  }

  @Override
  public TrainedModel train(TrainingTask task, BundleWriter bundle) throws IOException {
    NeuralSettings settings = settings(task.recipe());
    List<String> concepts = concepts(task.labels(), settings.head().scoresUnseenLabels());
    Tokenizer tokenizer = tokenizer(settings.tokenizer(), task);
    Reader reader = new Reader(task, tokenizer, concepts);
    TokenizedActs acts = reader.trainingActs();
    Optional<TokenizedActs> dev =
        reader.dev(acts.size(), settings.loop().schedule().evaluationActs());
    task.progress()
        .note(
            String.format(
                Locale.ROOT,
                "%d acts, vocabulary size %d, %d labels",
                acts.size(),
                tokenizer.vocabularySize(),
                concepts.size()));
    int[] trainingActs = reader.actsOfLabels();
    List<TokenizedActs> read = new ArrayList<>(List.of(acts));
    dev.ifPresent(read::add);

    Torch device = new Torch(settings.device(), task.resources().threads(), task.progress()::note);
    Torch.seed(settings.loop().seed());
    Embedding.Layer embedding =
        settings
            .embedding()
            .layer(
                new EmbeddingContext(
                    device,
                    tokenizer,
                    settings.tokenizer().words(),
                    task,
                    settings.loop().seed(),
                    read));
    Encoder.Layer encoder = settings.encoder().layer(device, settings.embedding().dimension());
    Head.Layer head =
        settings
            .head()
            .layer(
                new HeadContext(
                    device,
                    concepts,
                    task.thesaurus(),
                    logOdds(trainingActs, acts.size()),
                    tokenVectors(tokenizer, embedding),
                    new TextEncoder(tokenizer, embedding, encoder),
                    embedding.wordVectors(),
                    settings.tokenizer().words().map(words -> words.maskDigits()).orElse(false)),
                encoder.outputSize());
    Network network = new Network(device, embedding, encoder, head, settings.loop().dropout());
    network.prepare(
        Stream.concat(Stream.of(acts), dev.stream()).toList(), task.workFolder(), task.progress());
    TrainingRun run =
        new TrainingRun(
            device,
            settings.loop(),
            network,
            acts,
            dev,
            trainingActs,
            settings.fingerprint(),
            task.workFolder(),
            task.progress());
    try {
      run.run();
    } finally {
      network.close();
    }

    task.progress().stage("writing the network");
    run.writeLog(bundle);
    return TrainedModel.of(
        new OnnxExport(
                settings.precision(), concepts, tokenizer, Map.of("recipe", task.recipe().name()))
            .write(network.weights(), bundle));
  }

  /** Builds the vocabulary. */
  private static Tokenizer tokenizer(TokenizerSpec spec, TrainingTask task) throws IOException {
    task.progress().stage("building the vocabulary");
    TokenizerSpec.Corpus corpus =
        visitor ->
            task.data()
                .withTrainingActs(
                    acts -> {
                      long done = 0;
                      while (acts.hasNext()) {
                        visitor.accept(acts.next().act());
                        task.progress().step(++done);
                      }
                      return done;
                    });
    try {
      return spec.build(corpus);
    } catch (IllegalArgumentException e) {
      throw new TrainingException("recipe '" + task.recipe().name() + "': " + e.getMessage(), e);
    }
  }

  /** Looks up the vectors of the tokens of descriptors; the embedding is copied on first use. */
  private static Function<String, double[][]> tokenVectors(
      Tokenizer tokenizer, Embedding.Layer embedding) {
    Embedding.Weights[] initial = new Embedding.Weights[1];
    return text -> {
      if (initial[0] == null) {
        initial[0] = embedding.weights();
      }
      return initial[0].reference(tokenizer.tokenize(LegalAct.ofText("label", text)).ids());
    };
  }

  /** The labels of the training acts; all labels if the head scores unseen ones, too. */
  private static List<String> concepts(LabelSet labels, boolean unseen) {
    List<String> trained =
        IntStream.range(0, labels.size())
            .filter(label -> labels.trainingActs(label) > 0)
            .mapToObj(labels::id)
            .toList();
    if (trained.isEmpty()) {
      throw new TrainingException(
          "no training act has a label of the thesaurus: there is nothing to train");
    }
    return unseen ? labels.ids() : trained;
  }

  /** The initial bias of labels: smoothing by half an act keeps the log-odds finite. */
  private static float[] logOdds(int[] trainingActs, int acts) {
    float[] odds = new float[trainingActs.length];
    for (int label = 0; label < odds.length; label++) {
      odds[label] =
          (float) Math.log((trainingActs[label] + 0.5) / (acts - trainingActs[label] + 0.5));
    }
    return odds;
  }

  /** Reads acts as the network does. */
  private static final class Reader {
    private final TrainingTask task;
    private final Tokenizer tokenizer;
    private final List<String> concepts;
    private final Map<String, Integer> columns = new HashMap<>();

    Reader(TrainingTask task, Tokenizer tokenizer, List<String> concepts) {
      this.task = task;
      this.tokenizer = tokenizer;
      this.concepts = concepts;
      concepts.forEach(concept -> columns.put(concept, columns.size()));
    }

    TokenizedActs trainingActs() throws IOException {
      task.progress().stage("reading training acts");
      return task.data().withTrainingActs(acts -> read(acts, 0));
    }

    /**
     * Development acts, numbered after the training acts.
     *
     * @param trainingActs number of training acts
     * @param maxActs 0: all of them
     */
    Optional<TokenizedActs> dev(int trainingActs, int maxActs) throws IOException {
      if (task.data().dev().isEmpty()) {
        return Optional.empty();
      }
      task.progress().stage("reading dev acts");
      TokenizedActs dev = task.data().dev().get().read(acts -> read(acts, trainingActs));
      return Optional.of(maxActs == 0 ? dev : dev.spread(maxActs));
    }

    private TokenizedActs read(Iterator<ActRecord> acts, int firstNumber) {
      return TokenizedActs.read(acts, tokenizer, firstNumber, columns, task.progress());
    }

    /** The number of training acts per label. */
    int[] actsOfLabels() {
      LabelSet labels = task.labels();
      return concepts.stream()
          .mapToInt(concept -> labels.trainingActs(labels.indexOf(concept).orElseThrow()))
          .toArray();
    }
  }
}
