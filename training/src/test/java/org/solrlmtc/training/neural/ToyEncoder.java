package org.solrlmtc.training.neural;

import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.core.settings.SettingChecks;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.GraphBuilder;
import org.solrlmtc.training.neural.graph.GraphValues.EncodedStates;
import org.solrlmtc.training.neural.graph.GraphValues.TokenVectors;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.layer.AutogradEncoder;
import org.solrlmtc.training.neural.layer.AutogradTape;
import org.solrlmtc.training.neural.layer.EncodedBatch;
import org.solrlmtc.training.neural.layer.Encoder;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;

/** A new encoder in one class: a dense layer and tanh over each word vector. */
record ToyEncoder(int units) implements Encoder {
  static final String TYPE = "toy-dense";

  ToyEncoder {
    SettingChecks.atLeast("units", units, 1);
  }

  static ToyEncoder read(Settings section) {
    return new ToyEncoder(section.integer("units", 16));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public Map<String, Object> settings() {
    return Map.of("units", units);
  }

  @Override
  public Encoder.Layer layer(Torch device, int inputSize) {
    return new Trainable(device, inputSize, units);
  }

  @Override
  public Weights weights(TrainedTensors tensors) {
    return new Weights(tensors.matrix("dense"));
  }

  private static final class Trainable extends AutogradEncoder {
    private final Torch device;
    private final Parameter dense;

    Trainable(Torch device, int inputSize, int units) {
      this.device = device;
      this.dense = new Parameter("encoder.dense", device.normal(0.3, inputSize, units));
    }

    @Override
    public int outputSize() {
      return Math.toIntExact(dense.value().size(1));
    }

    @Override
    protected EncodedBatch encode(Batch batch, Tensor vectors, AutogradTape tape) {
      int none = batch.rowCount();
      long[] rows = new long[batch.rows().length];
      for (int i = 0; i < rows.length; i++) {
        rows[i] = batch.rows()[i] == Batch.NONE ? none : batch.rows()[i];
      }
      Tensor encoded = vectors.mm(tape.use(dense)).tanh();
      Tensor padded = torch.cat(new TensorVector(encoded, device.zeros(1, outputSize())), 0);
      return new EncodedBatch(
          padded.index_select(0, device.of(rows)), batch.tokens(), batch.lengths());
    }

    @Override
    public List<Parameter> parameters() {
      return List.of(dense);
    }

    @Override
    public Weights weights() {
      return new Weights(dense.matrix());
    }
  }

  record Weights(Matrix dense) implements Encoder.Weights {
    @Override
    public ToyEncoder spec() {
      return new ToyEncoder(dense.columns());
    }

    @Override
    public int inputSize() {
      return dense.rows();
    }

    @Override
    public int outputSize() {
      return dense.columns();
    }

    @Override
    public EncodedStates export(ExportContext context, TokenVectors tokens) {
      GraphBuilder graph = context.graph();
      String sums = graph.node("MatMul", tokens.values(), graph.matrix("dense", dense));
      return new EncodedStates(graph.node("Tanh", sums), tokens.lengths());
    }

    @Override
    public double[][] reference(double[][] vectors, int[] sectionLengths) {
      double[][] states = new double[vectors.length][outputSize()];
      for (int token = 0; token < vectors.length; token++) {
        for (int unit = 0; unit < outputSize(); unit++) {
          double sum = 0;
          for (int i = 0; i < inputSize(); i++) {
            sum += vectors[token][i] * dense.at(i, unit);
          }
          states[token][unit] = Math.tanh(sum);
        }
      }
      return states;
    }
  }
}
