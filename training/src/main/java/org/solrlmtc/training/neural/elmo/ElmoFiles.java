package org.solrlmtc.training.neural.elmo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.solrlmtc.core.io.Sha256;
import org.solrlmtc.training.execution.TrainingException;

/**
 * A biLM in a folder: its options and weights, under the names of the published files or with a
 * prefix.
 *
 * @param options file {@code ...options.json}
 * @param weights file {@code ...weights.hdf5}
 */
public record ElmoFiles(Path options, Path weights) {
  public static final String OPTIONS = "options.json";
  public static final String WEIGHTS = "weights.hdf5";

  /**
   * Finds the files.
   *
   * @throws TrainingException when the folder has none, or several
   */
  public static ElmoFiles in(Path folder) throws IOException {
    return new ElmoFiles(find(folder, OPTIONS), find(folder, WEIGHTS));
  }

  private static Path find(Path folder, String end) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new TrainingException(
          folder + " is no folder: name the folder of ELMo's options and weights");
    }
    List<Path> found;
    try (Stream<Path> entries = Files.list(folder)) {
      found =
          entries.filter(entry -> entry.getFileName().toString().endsWith(end)).sorted().toList();
    }
    if (found.size() != 1) {
      throw new TrainingException(
          folder
              + " has "
              + (found.isEmpty() ? "no file" : "several files")
              + " ..."
              + end
              + ": it must have the options and weights of one ELMo model");
    }
    return found.get(0);
  }

  /**
   * Reads them.
   *
   * @throws TrainingException naming the file, and the key or tensor that is missing or wrong
   */
  public ElmoWeights read() throws IOException {
    ElmoOptions read = ElmoOptions.read(options);
    try (Hdf5Tensors tensors = Hdf5Tensors.open(weights)) {
      return new ElmoTensors(read).read(tensors);
    }
  }

  /** Digest of both files: a network depends on their content. */
  public String digest() throws IOException {
    return Sha256.of(options) + Sha256.of(weights);
  }

  /** Writes both files into a folder. */
  public static void write(ElmoWeights weights, Path folder) throws IOException {
    Hdf5Tensors.write(folder.resolve(WEIGHTS), weights);
    Files.writeString(folder.resolve(OPTIONS), weights.options().json());
  }
}
