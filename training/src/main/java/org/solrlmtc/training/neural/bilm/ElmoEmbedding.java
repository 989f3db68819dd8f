package org.solrlmtc.training.neural.bilm;

import static org.solrlmtc.training.neural.graph.GraphBuilder.attribute;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.core.onnx.InputSource;
import org.solrlmtc.core.settings.SettingChecks;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.CharacterIds;
import org.solrlmtc.core.text.TokenizerSpec;
import org.solrlmtc.core.text.WordCharacterTokenizer;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.elmo.ElmoFiles;
import org.solrlmtc.training.neural.elmo.ElmoGraph;
import org.solrlmtc.training.neural.elmo.ElmoOptions;
import org.solrlmtc.training.neural.elmo.ElmoReference;
import org.solrlmtc.training.neural.elmo.ElmoWeights;
import org.solrlmtc.training.neural.elmo.StateCache;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.GraphBuilder;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.layer.Embedding;
import org.solrlmtc.training.neural.layer.EmbeddingContext;
import org.solrlmtc.training.neural.layer.ReferenceMath;
import org.solrlmtc.training.neural.layer.WordEmbedding;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;

/**
 * A word vector and, after it, ELMo's vector of the word in its context: a weighted sum of the
 * layers of a biLM, whose weights are trained. The biLM itself is frozen. An act is one text that
 * begins with zero states.
 *
 * @param words the word vectors
 * @param model folder of the biLM, or {@code corpus} to train one on the training acts first; empty
 *     in a finished network
 * @param training how that one is trained
 * @param options of the biLM as JSON, in a finished network
 * @param charactersPerWord characters that the biLM reads of a word
 */
public record ElmoEmbedding(
    WordEmbedding words,
    String model,
    Optional<BiLmSettings> training,
    String options,
    int charactersPerWord)
    implements Embedding {
  public static final String TYPE = "elmo";

  private static final String TRAINING = "languageModel";

  public ElmoEmbedding {
    SettingChecks.atLeast("charactersPerWord", charactersPerWord, CharacterIds.MIN_PER_WORD);
    if (model.isEmpty() == options.isEmpty()) {
      throw new IllegalArgumentException(
          "the embedding '"
              + TYPE
              + "' needs the setting 'model': the folder of a language model (options.json,"
              + " weights.hdf5), or corpus to train one on the training acts first");
    }
  }

  static ElmoEmbedding read(Settings section) {
    String model = section.text("model", "");
    return new ElmoEmbedding(
        WordEmbedding.read(section),
        model,
        model.equals(WordEmbedding.CORPUS)
            ? Optional.of(BiLmSettings.read(section.section(TRAINING)))
            : Optional.empty(),
        section.text("options", ""),
        section.integer("charactersPerWord", 50));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>(words.settings());
    if (!model.isEmpty()) {
      settings.put("model", model);
    }
    training.ifPresent(made -> settings.put(TRAINING, made.settings()));
    if (!options.isEmpty()) {
      settings.put("options", options);
    }
    settings.put("charactersPerWord", charactersPerWord);
    return settings;
  }

  @Override
  public String fingerprint() {
    try {
      return TYPE
          + settings()
          + (model.isEmpty() || training.isPresent() ? "" : ElmoFiles.in(Path.of(model)).digest());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the language model in " + model, e);
    }
  }

  private ElmoOptions biLmOptions() {
    if (training.isPresent()) {
      return training.get().options();
    }
    try {
      return options.isEmpty()
          ? ElmoOptions.read(ElmoFiles.in(Path.of(model)).options())
          : ElmoOptions.parse(options);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the language model in " + model, e);
    }
  }

  @Override
  public int dimension() {
    return words.dimension() + biLmOptions().stateSize();
  }

  @Override
  public int idsPerToken() {
    return 1 + charactersPerWord;
  }

  @Override
  public void check(TokenizerSpec tokenizer) {
    words.check(tokenizer);
    int read = biLmOptions().charactersPerWord();
    if (read != charactersPerWord) {
      throw new TrainingException(
          "the language model in "
              + model
              + " reads "
              + read
              + " characters per word: set 'charactersPerWord' of 'tokenizer' and of 'embedding' to"
              + " "
              + read);
    }
    if (!WordCharacterTokenizer.TYPE.equals(tokenizer.settings().get("type"))) {
      throw new TrainingException(
          "the embedding '"
              + TYPE
              + "' needs the tokenizer '"
              + WordCharacterTokenizer.TYPE
              + "', not '"
              + tokenizer.settings().get("type")
              + "'");
    }
  }

  @Override
  public Layer layer(EmbeddingContext context) throws IOException {
    ElmoFiles files =
        training.isPresent()
            ? trained(
                training.get().withSeed(context.seed()),
                (WordCharacterTokenizer) context.tokenizer(),
                context.task())
            : ElmoFiles.in(Path.of(model));
    ElmoWeights weights = files.read();
    WordCharacterTokenizer tokenizer = (WordCharacterTokenizer) context.tokenizer();
    Embedding.Layer ofWords =
        words.layer(
            new EmbeddingContext(
                context.device(),
                tokenizer.words(),
                context.words(),
                context.task(),
                context.seed(),
                context.acts()));
    StateCache states =
        StateCache.compute(
            context.device(),
            weights,
            context.acts(),
            files.digest().hashCode(),
            context.task().workFolder().resolve("elmo"),
            context.task().progress());
    return new TrainableElmo(context.device(), ofWords, weights, states::rows);
  }

  /** Trains the biLM, unless an interrupted training of the network has it already. */
  private static ElmoFiles trained(
      BiLmSettings settings, WordCharacterTokenizer tokenizer, TrainingTask task)
      throws IOException {
    Path folder = task.workFolder().resolve("language-model");
    if (!Files.isDirectory(folder)) {
      BiLmTrainer.Result result =
          new BiLmTrainer(settings, task.resources(), task.progress())
              .train(task.data(), folder, Optional.of(tokenizer));
      task.progress()
          .note(
              String.format(
                  Locale.ROOT,
                  "language model trained in %,d steps: perplexity of held-out acts %.1f",
                  result.steps(),
                  result.perplexity()));
    }
    return ElmoFiles.in(folder);
  }

  /** An embedding over states that are given, such as computed ones. */
  public static Layer layer(
      Torch device, Embedding.Layer words, ElmoWeights weights, States states) {
    return new TrainableElmo(device, words, weights, states);
  }

  /** Where the states of the frozen biLM come from. */
  @FunctionalInterface
  public interface States {
    /** Word vector and the states of each layer per row of the batch. */
    Tensor rows(Batch batch);
  }

  @Override
  public Weights weights(TrainedTensors tensors) {
    return new Weights(
        words.weights(tensors),
        ElmoGraph.read(tensors, biLmOptions()),
        tensors.floats("mix"),
        tensors.floats("scale")[0]);
  }

  /**
   * A trained embedding.
   *
   * @param mix one value per layer of the biLM; their softmax are the shares
   * @param scale factor of the sum
   */
  public record Weights(WordEmbedding.Weights words, ElmoWeights biLm, float[] mix, float scale)
      implements Embedding.Weights {
    @Override
    public ElmoEmbedding spec() {
      return new ElmoEmbedding(
          words.spec(),
          "",
          Optional.empty(),
          biLm.options().json(),
          biLm.options().charactersPerWord());
    }

    @Override
    public int vocabularySize() {
      return WordCharacterTokenizer.vocabularySize(words.vocabularySize());
    }

    @Override
    public String export(ExportContext context, String tokens) {
      GraphBuilder graph = context.graph();
      String last = graph.longs(2);
      String ids =
          graph.node(
              "Squeeze", graph.node("Slice", tokens, graph.longs(0), graph.longs(1), last), last);
      String known = graph.node("Min", ids, graph.whole(words.vocabularySize() - 1L));
      String ofWords = words.export(context, known);
      String characters =
          graph.node(
              "Slice",
              tokens,
              graph.longs(1),
              graph.longs(1L + biLm.options().charactersPerWord()),
              last);
      String lengths =
          graph.node(
              "Cast",
              List.of(attribute("to", DataType.INT64.getNumber())),
              context.input(InputSource.LENGTHS));
      List<String> layers = new ElmoGraph(graph, biLm).layers(characters, lengths);
      String shares =
          graph.node(
              "Mul",
              graph.node(
                  "Softmax", List.of(attribute("axis", 0)), graph.floats("mix", mix, mix.length)),
              graph.floats("scale", new float[] {scale}, 1));
      String mixed = "";
      for (int layer = 0; layer < layers.size(); layer++) {
        String share =
            graph.node("Mul", layers.get(layer), graph.node("Gather", shares, graph.longs(layer)));
        mixed = layer == 0 ? share : graph.node("Add", mixed, share);
      }
      return graph.node("Concat", List.of(attribute("axis", 2)), ofWords, mixed);
    }

    @Override
    public double[][] reference(int[] ids) {
      int perToken = 1 + biLm.options().charactersPerWord();
      int[] wordIds = new int[ids.length / perToken];
      List<int[]> characters = new ArrayList<>();
      for (int token = 0; token < wordIds.length; token++) {
        wordIds[token] = ids[token * perToken];
        characters.add(Arrays.copyOfRange(ids, token * perToken + 1, (token + 1) * perToken));
      }
      double[][] ofWords = words.reference(wordIds);
      double[][][] layers = new ElmoReference(biLm).states(characters);
      double[] scores = new double[mix.length];
      for (int layer = 0; layer < scores.length; layer++) {
        scores[layer] = mix[layer];
      }
      double[] shares = ReferenceMath.softmax(scores);
      double[][] vectors = new double[wordIds.length][];
      for (int token = 0; token < vectors.length; token++) {
        int wordSize = ofWords[token].length;
        vectors[token] = Arrays.copyOf(ofWords[token], wordSize + biLm.options().stateSize());
        for (int layer = 0; layer < shares.length; layer++) {
          double[] state = layers[layer][token];
          for (int i = 0; i < state.length; i++) {
            vectors[token][wordSize + i] += scale * shares[layer] * state[i];
          }
        }
      }
      return vectors;
    }
  }
}
