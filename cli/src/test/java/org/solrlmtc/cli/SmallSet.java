package org.solrlmtc.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Three acts, four labels and the predictions for them, small enough to compute by hand. */
public final class SmallSet {
  private SmallSet() {}

  /** Writes the acts and, beside them, the table of labels. */
  public static Path write(Path folder) throws IOException {
    return write(folder, "\"1\",\"2\"", "\"3\"", "\"2\",\"4\"");
  }

  public static Path write(Path folder, String... concepts) throws IOException {
    StringBuilder acts = new StringBuilder();
    for (int act = 1; act <= concepts.length; act++) {
      acts.append("{\"celex_id\":\"a")
          .append(act)
          .append("\",\"uri\":\"\",\"type\":\"Decision\",\"concepts\":[")
          .append(concepts[act - 1])
          .append("],\"title\":\"not counted\",\"header\":\"two words\",\"recitals\":\"one\",")
          .append("\"main_body\":[\"an article\",\"and another one\"],\"attachments\":\"\"}\n");
    }
    Files.writeString(
        folder.resolve("labels.tsv"),
        "concept_id\tlabel\ttrain\tdev\tgroup\n1\tone\t100\t1\tfrequent\n2\ttwo\t60\t2\tfrequent\n"
            + "3\tthree\t5\t1\tfew\n4\tfour\t0\t1\tzero\n");
    return Files.writeString(folder.resolve("data.jsonl"), acts);
  }

  public static Path predictions(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("predictions.jsonl"),
        "{\"celex_id\":\"a1\",\"labels\":[[\"1\",0.9],[\"3\",0.6],[\"2\",0.4]]}\n"
            + "{\"celex_id\":\"a2\",\"labels\":[[\"2\",0.8],[\"3\",0.7]]}\n"
            + "{\"celex_id\":\"a3\",\"labels\":[[\"2\",0.95]]}\n");
  }
}
