package org.solrlmtc.training.neural;

import static org.solrlmtc.training.neural.graph.GraphBuilder.attribute;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.GraphBuilder;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.layer.Embedding;
import org.solrlmtc.training.neural.layer.EmbeddingContext;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.RowSelection;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;

/**
 * A new embedding in one class, for tokens of several characters: the sum of one vector per
 * character and position.
 */
record ToyEmbedding(int dimension, int idsPerToken) implements Embedding {
  static final String TYPE = "toy-character-sum";

  static ToyEmbedding read(Settings section) {
    return new ToyEmbedding(
        section.integer("dimension", 16), section.integer("charactersPerToken", 3));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public Map<String, Object> settings() {
    return Map.of("dimension", dimension, "charactersPerToken", idsPerToken);
  }

  @Override
  public Embedding.Layer layer(EmbeddingContext context) {
    int rows = idsPerToken * context.tokenizer().vocabularySize();
    return new Trainable(context.device(), idsPerToken, rows, dimension);
  }

  @Override
  public Weights weights(TrainedTensors tensors) {
    return new Weights(tensors.matrix("characters"), idsPerToken);
  }

  private static final class Trainable implements Embedding.Layer {
    private final Torch device;
    private final int idsPerToken;
    private final Parameter characters;
    private RowSelection read;

    Trainable(Torch device, int idsPerToken, int rows, int dimension) {
      this.device = device;
      this.idsPerToken = idsPerToken;
      this.characters = new Parameter("embedding.characters", device.normal(0.3, rows, dimension));
    }

    @Override
    public Tensor forward(Batch batch) {
      long[] rows = batch.ids().clone();
      int vocabulary = characters.rows() / idsPerToken;
      for (int i = 0; i < rows.length; i++) {
        rows[i] += (long) (i % idsPerToken) * vocabulary;
      }
      read = RowSelection.of(rows, device);
      long dimension = characters.value().size(1);
      return characters.select(read).view(batch.rowCount(), idsPerToken, dimension).sum(1);
    }

    @Override
    public void backward(Tensor gradient) {
      characters.add(
          read, gradient.unsqueeze(1).repeat(1, idsPerToken, 1).view(-1, gradient.size(1)));
    }

    @Override
    public List<Parameter> parameters() {
      return List.of(characters);
    }

    @Override
    public Weights weights() {
      return new Weights(characters.matrix(), idsPerToken);
    }
  }

  record Weights(Matrix characters, int idsPerToken) implements Embedding.Weights {
    @Override
    public ToyEmbedding spec() {
      return new ToyEmbedding(characters.columns(), idsPerToken);
    }

    @Override
    public int vocabularySize() {
      return characters.rows() / idsPerToken;
    }

    @Override
    public String export(ExportContext context, String tokens) {
      GraphBuilder graph = context.graph();
      String rows =
          graph.node(
              "Add",
              tokens,
              graph.longs(
                  LongStream.range(0, idsPerToken).map(i -> i * vocabularySize()).toArray()));
      return graph.node(
          "ReduceSum",
          List.of(attribute("keepdims", 0)),
          context.store("characters", characters).gather(graph, rows).floats(graph),
          graph.longs(2));
    }

    @Override
    public double[][] reference(int[] ids) {
      double[][] sums = new double[ids.length / idsPerToken][characters.columns()];
      for (int i = 0; i < ids.length; i++) {
        double[] vector = characters.row(i % idsPerToken * vocabularySize() + ids[i]);
        for (int j = 0; j < vector.length; j++) {
          sums[i / idsPerToken][j] += vector[j];
        }
      }
      return sums;
    }
  }
}
