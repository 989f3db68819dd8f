package org.solrlmtc.training.neural.layer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.core.settings.SettingChecks;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.TokenizerSpec;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.RowSelection;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;
import org.solrlmtc.training.neural.vectors.WordVectors;

/**
 * One vector per id of the vocabulary.
 *
 * @param dimension embedding dimension
 * @param vectors file of initial word vectors, {@value #CORPUS} to train them on the training acts,
 *     or empty for random initial vectors
 * @param trainable whether training changes the vectors
 */
public record WordEmbedding(int dimension, String vectors, boolean trainable) implements Embedding {
  public static final String TYPE = "word-vectors";

  /** The value of {@code vectors} that trains them on the training acts. */
  public static final String CORPUS = "corpus";

  public WordEmbedding {
    SettingChecks.atLeast("dimension", dimension, 1);
    if (vectors.isEmpty() && !trainable) {
      throw new IllegalArgumentException(
          "the settings 'vectors' and 'trainable' of 'embedding' contradict each other: random"
              + " initial vectors must be trainable; name a file of vectors, or corpus, or set"
              + " trainable to true");
    }
  }

  public static WordEmbedding read(Settings section) {
    String vectors = section.text("vectors", "");
    return new WordEmbedding(
        section.integer("dimension", 200), vectors, section.flag("trainable", vectors.isEmpty()));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("dimension", dimension);
    settings.put("vectors", vectors);
    settings.put("trainable", trainable);
    return settings;
  }

  @Override
  public void check(TokenizerSpec tokenizer) {
    if (vectors.equals(CORPUS) && tokenizer.words().isEmpty()) {
      throw new TrainingException(
          "the setting 'vectors' of 'embedding' cannot be "
              + CORPUS
              + " with the tokenizer '"
              + tokenizer.settings().get("type")
              + "', whose tokens are no words: name a file of vectors, or leave it out");
    }
    if (vectors.isEmpty() || vectors.equals(CORPUS)) {
      return;
    }
    try {
      if (Files.isReadable(Path.of(vectors)) && !Files.isDirectory(Path.of(vectors))) {
        return;
      }
    } catch (InvalidPathException e) {
      // refused below
    }
    throw new TrainingException(
        "the setting 'vectors' of 'embedding' names "
            + vectors
            + ", which is no readable file: correct the path, or use corpus");
  }

  @Override
  public Layer layer(EmbeddingContext context) throws IOException {
    InitialVectors initial = new InitialVectors(this, context);
    Tensor tensor = initial.tensor();
    return new Trainable(context.device(), tensor, trainable, initial.pretrained());
  }

  @Override
  public Weights weights(TrainedTensors tensors) {
    return new Weights(tensors.matrix("embedding"));
  }

  /** An embedding that starts from given vectors, one row per id. */
  public static Layer layer(Torch device, Tensor vectors, boolean trainable) {
    return new Trainable(device, vectors, trainable, Optional.empty());
  }

  private static final class Trainable implements Layer {
    private final Torch device;
    private final Parameter vectors;
    private final boolean trainable;
    private final Optional<WordVectors> pretrained;
    private RowSelection ids;

    Trainable(Torch device, Tensor vectors, boolean trainable, Optional<WordVectors> pretrained) {
      this.pretrained = pretrained;
      this.device = device;
      this.vectors = new Parameter("embedding", vectors);
      this.trainable = trainable;
    }

    @Override
    public Tensor forward(Batch batch) {
      ids = RowSelection.of(batch.ids(), device);
      return vectors.select(ids);
    }

    @Override
    public void backward(Tensor gradient) {
      if (trainable) {
        vectors.add(ids, gradient);
      }
    }

    @Override
    public List<Parameter> parameters() {
      return trainable ? List.of(vectors) : List.of();
    }

    @Override
    public Weights weights() {
      return new Weights(vectors.matrix());
    }

    @Override
    public Optional<WordVectors> wordVectors() {
      return pretrained;
    }
  }

  /**
   * Trained word vectors.
   *
   * @param vectors one row per id; row 0 is padding
   */
  public record Weights(Matrix vectors) implements Embedding.Weights {
    @Override
    public WordEmbedding spec() {
      return new WordEmbedding(vectors.columns(), "", true);
    }

    @Override
    public int vocabularySize() {
      return vectors.rows();
    }

    @Override
    public String export(ExportContext context, String tokens) {
      return context
          .store("embedding", vectors)
          .gather(context.graph(), tokens)
          .floats(context.graph());
    }

    @Override
    public double[][] reference(int[] ids) {
      double[][] rows = new double[ids.length][];
      for (int i = 0; i < ids.length; i++) {
        rows[i] = vectors.row(ids[i]);
      }
      return rows;
    }
  }
}
