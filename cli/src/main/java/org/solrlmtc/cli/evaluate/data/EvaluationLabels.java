package org.solrlmtc.cli.evaluate.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.eval.Eurlex57k;
import org.solrlmtc.core.score.LabelGroup;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Concept;

/**
 * The labels of an evaluation: they define the group of each label.
 *
 * @param set the labels with their number of training acts
 * @param names known descriptors by concept id
 * @param source where the labels come from, for reports
 */
public record EvaluationLabels(LabelSet set, Map<String, String> names, String source) {
  private static final String ID = "concept_id";
  private static final String NAME = "label";

  /** Headers of the column with the number of training acts: in a data set, in a bundle. */
  private static final List<String> COUNTS = List.of("train", "training_acts");

  public EvaluationLabels {
    names = Map.copyOf(names);
  }

  /** The labels that a bundle was trained on. */
  public static EvaluationLabels of(ModelBundle bundle) {
    Map<String, String> names = new HashMap<>();
    for (Concept concept : bundle.thesaurus().concepts()) {
      names.put(concept.id(), concept.descriptor());
    }
    return new EvaluationLabels(bundle.labels(), names, "the bundle " + bundle.manifest().name());
  }

  /**
   * Reads a tab-separated table with a header line. Required are the column {@code concept_id} and
   * one of {@code train} or {@code training_acts}. {@code label} is optional, other columns are
   * ignored.
   *
   * @throws UserError naming file and line
   */
  public static EvaluationLabels read(Path file) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      return read(lines, file.toString());
    } catch (NoSuchFileException e) {
      throw new UserError("the table of labels " + file + " does not exist", e);
    }
  }

  /** The labels of the benchmark EURLEX57K, which are part of the program. */
  public static EvaluationLabels benchmark() {
    return new EvaluationLabels(
        Eurlex57k.labels(), Eurlex57k.names(), "the table of " + Eurlex57k.NAME);
  }

  private static EvaluationLabels read(BufferedReader lines, String file) throws IOException {
    int number = 1;
    try {
      String first = lines.readLine();
      List<String> header = first == null ? List.of() : List.of(first.split("\t", -1));
      int id = header.indexOf(ID);
      int name = header.indexOf(NAME);
      int count = COUNTS.stream().mapToInt(header::indexOf).max().orElseThrow();
      if (id < 0 || count < 0) {
        throw new UserError(
            file
                + ":1: a table of labels needs the columns "
                + ID
                + " and "
                + String.join(" or ", COUNTS)
                + ", separated by tabs");
      }
      List<String> ids = new ArrayList<>();
      List<Integer> counts = new ArrayList<>();
      Map<String, String> names = new HashMap<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        String[] fields = line.split("\t", -1);
        if (fields.length != header.size()) {
          throw new UserError(
              file + ":" + number + ": expected " + header.size() + " fields separated by tabs");
        }
        ids.add(fields[id]);
        counts.add(parseCount(fields[count]));
        if (name >= 0) {
          names.put(fields[id], fields[name]);
        }
      }
      return new EvaluationLabels(
          new LabelSet(ids, counts.stream().mapToInt(Integer::intValue).toArray()), names, file);
    } catch (CharacterCodingException e) {
      throw new UserError(file + ": the table of labels is not in UTF-8", e);
    } catch (NumberFormatException e) {
      throw new UserError(
          file + ":" + number + ": the number of training acts must be a number, 0 or more", e);
    } catch (IllegalArgumentException e) {
      throw new UserError(file + ": " + e.getMessage(), e);
    }
  }

  /** Whether all of these labels are in the table. */
  public boolean contains(Collection<String> labels) {
    return new HashSet<>(set.ids()).containsAll(labels);
  }

  /** Whether each label is in the same group as in EURLEX57K, so that its figures compare. */
  public boolean hasGroupsOfBenchmark() {
    return groups(set).equals(groups(benchmark().set()));
  }

  private static Map<String, LabelGroup> groups(LabelSet labels) {
    Map<String, LabelGroup> groups = new HashMap<>();
    for (int label = 0; label < labels.size(); label++) {
      groups.put(labels.id(label), labels.group(label));
    }
    return groups;
  }

  /** The descriptor of a label, or an empty string. */
  public String name(String label) {
    return names.getOrDefault(label, "");
  }

  private static int parseCount(String text) {
    int count = Integer.parseInt(text);
    if (count < 0) {
      throw new NumberFormatException("negative count");
    }
    return count;
  }
}
