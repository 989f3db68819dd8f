package org.solrlmtc.core.eval;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.solrlmtc.core.score.LabelSet;

/**
 * The labels of the benchmark EURLEX57K with their number of acts in its training split. They are
 * part of the program, so that its label groups are always those of the published figures. Without
 * them, labels that no act at hand has would be missing among the zero-shot labels, or too many be
 * there.
 */
public final class Eurlex57k {
  /** The benchmark's name. */
  public static final String NAME = "EURLEX57K";

  private static final String TABLE = "eurlex57k-labels.tsv";

  private Eurlex57k() {}

  /** All 4,271 labels. */
  public static LabelSet labels() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    rows().forEach(row -> counts.put(row[0], Integer.valueOf(row[2])));
    return new LabelSet(
        List.copyOf(counts.keySet()),
        counts.values().stream().mapToInt(Integer::intValue).toArray());
  }

  /** The descriptor of each label. */
  public static Map<String, String> names() {
    Map<String, String> names = new HashMap<>();
    rows().forEach(row -> names.put(row[0], row[1]));
    return names;
  }

  /**
   * Whether the training acts are those of the benchmark: it is recognised by its labels, whatever
   * form its files have.
   *
   * @param actsPerLabel the number of training acts of each label
   */
  public static boolean isTrainingSplit(Map<String, Integer> actsPerLabel) {
    LabelSet labels = labels();
    Map<String, Integer> published = new HashMap<>();
    for (int label = 0; label < labels.size(); label++) {
      if (labels.trainingActs(label) > 0) {
        published.put(labels.id(label), labels.trainingActs(label));
      }
    }
    return published.equals(actsPerLabel);
  }

  private static List<String[]> rows() {
    try (InputStream in =
            Objects.requireNonNull(Eurlex57k.class.getResourceAsStream(TABLE), TABLE);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      List<String[]> rows = new ArrayList<>();
      lines.lines().skip(1).forEach(line -> rows.add(line.split("\t", -1)));
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
