package org.solrlmtc.core.exactmatch;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.solrlmtc.core.bundle.BundleException;

/**
 * The document frequency of each phrase in the training acts. It distinguishes an informative name
 * ("avian influenza") from one that most acts contain ("European Commission"). Gold labels are not
 * used.
 *
 * @param acts the number of training acts counted
 * @param actsWith number of acts by {@link Phrase#key()}; phrases without any are omitted
 */
record PhraseFrequencies(int acts, Map<String, Integer> actsWith) {
  static final String FILE = "phrase-frequencies.tsv";

  /** Nothing was counted: all phrases have equal weights. */
  static final PhraseFrequencies NONE = new PhraseFrequencies(0, Map.of());

  private static final String HEADING = "acts";

  PhraseFrequencies {
    actsWith = Map.copyOf(actsWith);
  }

  /** Inverse document frequency; 0 for a phrase that every act contains. */
  double weight(Phrase phrase) {
    return acts == 0 ? 1 : Math.log((acts + 1.0) / (actsWith.getOrDefault(phrase.key(), 0) + 1.0));
  }

  static PhraseFrequencies read(Path file) {
    int number = 1;
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      String[] heading = String.valueOf(lines.readLine()).split("\t", -1);
      if (heading.length != 2 || !heading[0].equals(HEADING)) {
        throw new BundleException(file + ":1: expected '" + HEADING + "' and the number of acts");
      }
      int acts = Integer.parseInt(heading[1]);
      if (acts < 0) {
        throw new BundleException(file + ":1: the number of acts is negative");
      }
      Map<String, Integer> actsWith = new HashMap<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        String[] fields = line.split("\t", -1);
        if (fields.length != 2) {
          throw new BundleException(
              file + ":" + number + ": expected a phrase and a number, separated by a tab");
        }
        int with = Integer.parseInt(fields[1]);
        if (with < 1 || with > acts) {
          throw new BundleException(
              file + ":" + number + ": " + with + " is not between 1 and " + acts + " acts");
        }
        actsWith.put(fields[0], with);
      }
      return new PhraseFrequencies(acts, actsWith);
    } catch (NumberFormatException e) {
      throw new BundleException(
          file + ":" + number + ": the second field must be a number of acts", e);
    } catch (IOException e) {
      throw new BundleException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  void write(Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write(HEADING + "\t" + acts + "\n");
      for (Map.Entry<String, Integer> entry : new TreeMap<>(actsWith).entrySet()) {
        out.write(entry.getKey() + "\t" + entry.getValue() + "\n");
      }
    }
  }
}
