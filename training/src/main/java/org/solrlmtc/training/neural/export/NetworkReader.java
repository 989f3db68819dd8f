package org.solrlmtc.training.neural.export;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.onnx.OnnxScorerProvider;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.graph.Precision;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.layer.LayerRegistry;
import org.solrlmtc.training.neural.layer.LayerSpec;
import org.solrlmtc.training.neural.layer.NetworkWeights;
import org.solrlmtc.training.neural.tensor.Matrix;

/**
 * Reads the weights of a finished network. Its metadata name the type of each layer, and each type
 * reads its own weights.
 */
public final class NetworkReader {
  /** Metadata: types and settings of the layers, as JSON. */
  static final String LAYERS = "layers";

  private static final JsonMapper JSON = new JsonMapper();

  private final Path file;
  private final TrainedTensors tensors;
  private final Map<String, String> metadata;
  private final LayerRegistry registry;

  private NetworkReader(
      Path file, ModelProto model, Optional<Matrix> labelVectors, LayerRegistry registry) {
    this.file = file;
    this.tensors = TrainedTensors.of(file, model, labelVectors);
    this.metadata = new TreeMap<>();
    this.registry = registry;
    for (StringStringEntryProto entry : model.getMetadataPropsList()) {
      metadata.put(entry.getKey(), entry.getValue());
    }
  }

  /**
   * Reads the network of a bundle, which was checked when the bundle was opened.
   *
   * @throws TrainingException when its weights are quantised
   */
  public static NetworkReader open(ModelBundle bundle, LayerRegistry registry) throws IOException {
    Path file = bundle.file(OnnxScorerProvider.MODEL);
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      NetworkReader reader =
          new NetworkReader(file, ModelProto.parseFrom(in), labelVectors(bundle), registry);
      String precision = reader.metadata.get(OnnxExport.PRECISION);
      if (!Precision.FP32.key().equals(precision)) {
        throw new TrainingException(
            file
                + " has weights of the precision "
                + precision
                + ": only a bundle of full precision ("
                + Precision.FP32.key()
                + ") can be converted");
      }
      return reader;
    }
  }

  private static Optional<Matrix> labelVectors(ModelBundle bundle) {
    return OnnxScorerProvider.labelVectors(OnnxScorerProvider.signature(bundle), bundle)
        .map(
            vectors -> {
              Matrix matrix =
                  new Matrix(
                      vectors.rows(),
                      vectors.dimension(),
                      new float[vectors.rows() * vectors.dimension()]);
              for (int row = 0; row < matrix.rows(); row++) {
                System.arraycopy(
                    vectors.row(row), 0, matrix.values(), row * matrix.columns(), matrix.columns());
              }
              return matrix;
            });
  }

  /** The file's metadata. */
  public Map<String, String> metadata() {
    return metadata;
  }

  public NetworkWeights weights() {
    Settings layers = new Settings("network", layers());
    return new NetworkWeights(
        registry
            .embedding(layers.section(NetworkGraph.EMBEDDING))
            .weights(tensors.scope(NetworkGraph.EMBEDDING)),
        registry
            .encoder(layers.section(NetworkGraph.ENCODER))
            .weights(tensors.scope(NetworkGraph.ENCODER)),
        registry.head(layers.section(NetworkGraph.HEAD)).weights(tensors.scope(NetworkGraph.HEAD)));
  }

  private Map<String, Object> layers() {
    String json = metadata.get(LAYERS);
    if (json == null) {
      throw new TrainingException(
          file + " has no metadata of its layers: an older version wrote it; train it again");
    }
    try {
      return JSON.readValue(json, new TypeReference<Map<String, Object>>() {});
    } catch (JsonProcessingException e) {
      throw new TrainingException(file + ": the metadata '" + LAYERS + "' are not JSON", e);
    }
  }

  /** The metadata from which {@link #weights} restores the layers. */
  static String describe(NetworkWeights weights) {
    Map<String, Object> layers = new LinkedHashMap<>();
    layers.put(NetworkGraph.EMBEDDING, describe(weights.embedding().spec()));
    layers.put(NetworkGraph.ENCODER, describe(weights.encoder().spec()));
    layers.put(NetworkGraph.HEAD, describe(weights.head().spec()));
    try {
      return JSON.writeValueAsString(layers);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the settings of a layer are not plain data", e);
    }
  }

  private static Map<String, Object> describe(LayerSpec layer) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("type", layer.type());
    described.putAll(layer.settings());
    return described;
  }
}
