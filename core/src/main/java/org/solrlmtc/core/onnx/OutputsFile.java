package org.solrlmtc.core.onnx;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.io.Sha256;
import org.solrlmtc.core.score.LabelSet;

/** {@code outputs.txt}: the concept of each output column of a network, one per line. */
final class OutputsFile {
  private OutputsFile() {}

  static void write(List<String> concepts, Path file) throws IOException {
    Files.write(file, concepts);
  }

  /**
   * The digest in the metadata of the ONNX file, so that network and concepts cannot be mixed up.
   */
  static String digest(List<String> concepts) {
    return Sha256.of(String.join("\n", concepts));
  }

  static List<String> read(Path file) {
    try {
      return List.copyOf(Files.readAllLines(file));
    } catch (MalformedInputException e) {
      throw new BundleException(file + " is not UTF-8 text: copy the bundle again", e);
    } catch (IOException e) {
      throw new BundleException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** The label of each column. */
  static int[] labels(List<String> concepts, ModelBundle bundle) {
    LabelSet labels = bundle.labels();
    int[] indexes = new int[concepts.size()];
    boolean[] seen = new boolean[labels.size()];
    for (int column = 0; column < indexes.length; column++) {
      String place =
          bundle.file(OnnxScorerProvider.OUTPUTS) + ":" + (column + 1) + ": the concept '";
      String concept = concepts.get(column);
      indexes[column] =
          labels
              .indexOf(concept)
              .orElseThrow(
                  () ->
                      new BundleException(
                          place
                              + concept
                              + "' is no label of "
                              + bundle.file(ModelBundle.LABELS)
                              + ": the network was made for other labels; copy the bundle again"));
      if (seen[indexes[column]]) {
        throw new BundleException(place + concept + "' appears twice: copy the bundle again");
      }
      seen[indexes[column]] = true;
    }
    return indexes;
  }

  /** The column of each label, -1 for labels without one. */
  static int[] columns(int[] labelOfColumn, int labels) {
    int[] columns = new int[labels];
    Arrays.fill(columns, -1);
    for (int column = 0; column < labelOfColumn.length; column++) {
      columns[labelOfColumn[column]] = column;
    }
    return columns;
  }
}
