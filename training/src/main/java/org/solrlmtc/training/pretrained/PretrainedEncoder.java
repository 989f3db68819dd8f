package org.solrlmtc.training.pretrained;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.solrlmtc.core.io.Sha256;
import org.solrlmtc.core.text.pieces.PretrainedFolder;
import org.solrlmtc.core.text.pieces.PretrainedPieces;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.tensor.Matrix;

/**
 * A published BERT encoder: its sizes, its word pieces and its weights, from a folder with {@code
 * config.json}, {@code tokenizer.json} or {@code vocab.txt}, and {@code model.safetensors}, {@code
 * model.onnx} or a TensorFlow checkpoint. All formats give the same names and layouts: those of
 * Hugging Face's BertModel, matrices as [out, in]. Weights are checked for their shapes when it is
 * opened and read when they are asked for.
 */
public final class PretrainedEncoder {
  private static final String SAFETENSORS = "model.safetensors";
  private static final List<String> ONNX = List.of("model.onnx", "onnx/model.onnx");

  private final Path folder;
  private final Path file;
  private final EncoderConfig config;
  private final PretrainedPieces pieces;
  private final WeightsFile weights;
  private final Map<String, List<Integer>> shapes;

  private PretrainedEncoder(
      Path folder, Path file, EncoderConfig config, PretrainedPieces pieces, WeightsFile weights) {
    this.folder = folder;
    this.file = file;
    this.config = config;
    this.pieces = pieces;
    this.weights = weights;
    this.shapes = weights.shapes();
  }

  /**
   * Opens an encoder.
   *
   * @param given a name in the user's cache, or the path of a folder
   * @throws TrainingException saying how to get it, or naming the file that is wrong
   */
  public static PretrainedEncoder open(String given) {
    try {
      return open(PretrainedFolder.find(given));
    } catch (IllegalArgumentException e) {
      throw new TrainingException(e.getMessage(), e);
    }
  }

  /**
   * Opens the encoder of a folder.
   *
   * @throws TrainingException naming the file that is wrong
   */
  public static PretrainedEncoder open(Path folder) {
    EncoderConfig config = EncoderConfig.read(folder);
    PretrainedEncoder encoder = weights(folder, config, pieces(folder, config));
    encoder.checkShapes(EncoderTensors.required(config));
    if (encoder.hasMaskedWordHead()) {
      encoder.checkShapes(EncoderTensors.maskedWordHead(config));
    }
    if (encoder.hasPooler()) {
      encoder.checkShapes(EncoderTensors.pooler(config));
    }
    return encoder;
  }

  private static PretrainedPieces pieces(Path folder, EncoderConfig config) {
    PretrainedPieces pieces;
    try {
      pieces = PretrainedPieces.read(folder);
    } catch (IllegalArgumentException e) {
      throw new TrainingException(e.getMessage(), e);
    }
    if (pieces.vocabulary().size() != config.vocabularySize()) {
      throw new TrainingException(
          folder
              + " has a vocabulary of "
              + pieces.vocabulary().size()
              + " word pieces, but its config.json says "
              + config.vocabularySize()
              + ": the vocabulary is of another model; take all files from one model");
    }
    return pieces;
  }

  private static PretrainedEncoder weights(
      Path folder, EncoderConfig config, PretrainedPieces pieces) {
    Path safetensors = folder.resolve(SAFETENSORS);
    if (Files.exists(safetensors)) {
      return new PretrainedEncoder(
          folder, safetensors, config, pieces, SafetensorsFile.open(safetensors));
    }
    for (String name : ONNX) {
      Path onnx = folder.resolve(name);
      if (Files.exists(onnx)) {
        return new PretrainedEncoder(folder, onnx, config, pieces, OnnxWeights.open(onnx));
      }
    }
    if (TensorFlowCheckpoint.isIn(folder)) {
      return new PretrainedEncoder(
          folder,
          TensorFlowCheckpoint.dataFile(folder),
          config,
          pieces,
          TensorFlowCheckpoint.open(folder));
    }
    throw new TrainingException(
        folder
            + " has no weights: copy "
            + SAFETENSORS
            + " or model.onnx from the model's page into it");
  }

  private void checkShapes(Map<String, List<Integer>> expected) {
    List<String> missing =
        expected.keySet().stream().filter(name -> !shapes.containsKey(name)).toList();
    if (!missing.isEmpty()) {
      throw new TrainingException(
          file
              + " lacks "
              + missing.size()
              + " of "
              + expected.size()
              + " tensors, such as '"
              + missing.get(0)
              + "': it is no BERT encoder of the sizes in config.json, or was optimised or"
              + " quantised; take the original file");
    }
    expected.forEach(
        (name, shape) -> {
          if (!shapes.get(name).equals(shape)) {
            throw new TrainingException(
                file
                    + ": the tensor '"
                    + name
                    + "' has the shape "
                    + shapes.get(name)
                    + ", but by config.json it should be "
                    + shape
                    + ": take all files from one model");
          }
        });
  }

  /** Its sizes. */
  public EncoderConfig config() {
    return config;
  }

  /** The word pieces that it was trained with. */
  public PretrainedPieces pieces() {
    return pieces;
  }

  /** The folder with its files. */
  public Path folder() {
    return folder;
  }

  /** The names of its weights: of the encoder and of the heads that it has. */
  public Set<String> names() {
    Set<String> names = new LinkedHashSet<>(EncoderTensors.required(config).keySet());
    if (hasMaskedWordHead()) {
      names.addAll(EncoderTensors.maskedWordHead(config).keySet());
    }
    if (hasPooler()) {
      names.addAll(EncoderTensors.pooler(config).keySet());
    }
    return names;
  }

  /** Whether it has the weights to guess masked words. */
  public boolean hasMaskedWordHead() {
    return shapes.containsKey("cls.predictions.transform.dense.weight");
  }

  /** Whether it has the dense layer behind [CLS]. */
  public boolean hasPooler() {
    return shapes.containsKey("pooler.dense.weight");
  }

  /**
   * Reads a tensor, in row-major order.
   *
   * @throws TrainingException naming the file, if the tensor is damaged or absent
   */
  public float[] floats(String name) {
    if (!shapes.containsKey(name)) {
      throw new TrainingException(file + " has no tensor '" + name + "'");
    }
    float[] values = weights.read(name);
    for (float value : values) {
      if (!Float.isFinite(value)) {
        throw new TrainingException(
            file
                + ": the tensor '"
                + name
                + "' has the value "
                + value
                + ": the file is damaged; get it again");
      }
    }
    return values;
  }

  /**
   * Reads a matrix: of a dense layer, [out, in]; of an embedding, one row per id.
   *
   * @throws TrainingException naming the file, if the tensor is damaged or absent
   */
  public Matrix matrix(String name) {
    float[] values = floats(name);
    List<Integer> shape = shapes.get(name);
    if (shape.size() != 2) {
      throw new TrainingException(file + ": the tensor '" + name + "' is no matrix");
    }
    return new Matrix(shape.get(0), shape.get(1), values);
  }

  /** The SHA-256 of the file of weights; identifies them in checkpoints and bundles. */
  public String digest() {
    try {
      return Sha256.of(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
