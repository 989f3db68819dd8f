package org.solrlmtc.core.bundle;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.solrlmtc.core.score.LabelEdit;
import org.solrlmtc.core.score.LabelSet;

/**
 * {@code labels.tsv}: one label per line in label order, with its id, its number of training acts
 * and, if it was edited after training, the edits.
 */
final class LabelsFile {
  private static final String HEADING = "concept_id\ttraining_acts";

  private LabelsFile() {}

  static LabelSet read(Path file) {
    List<String> ids = new ArrayList<>();
    List<Integer> counts = new ArrayList<>();
    List<Set<LabelEdit>> edits = new ArrayList<>();
    int number = 1;
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      if (!HEADING.equals(lines.readLine())) {
        throw new BundleException(file + ":1: expected the heading '" + HEADING + "'");
      }
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        String[] fields = line.split("\t", -1);
        if (fields.length < 2 || fields.length > 3 || fields[0].isEmpty()) {
          throw new BundleException(
              file + ":" + number + ": expected an id and a number, separated by a tab");
        }
        int count = Integer.parseInt(fields[1]);
        if (count < 0) {
          throw new NumberFormatException("negative");
        }
        ids.add(fields[0]);
        counts.add(count);
        edits.add(fields.length == 2 ? Set.of() : edits(fields[2]));
      }
      return new LabelSet(ids, counts.stream().mapToInt(Integer::intValue).toArray(), edits);
    } catch (NumberFormatException e) {
      throw new BundleException(
          file + ":" + number + ": the second field must be a number of acts", e);
    } catch (IllegalArgumentException e) {
      throw new BundleException(file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new BundleException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private static Set<LabelEdit> edits(String field) {
    return Arrays.stream(field.split(",", -1)).map(LabelEdit::parse).collect(Collectors.toSet());
  }

  static void write(LabelSet labels, Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write(HEADING + "\n");
      for (int index = 0; index < labels.size(); index++) {
        String edits =
            labels.edits(index).stream()
                .sorted()
                .map(LabelEdit::key)
                .collect(Collectors.joining(","));
        out.write(
            labels.id(index)
                + "\t"
                + labels.trainingActs(index)
                + (edits.isEmpty() ? "" : "\t" + edits)
                + "\n");
      }
    }
  }
}
