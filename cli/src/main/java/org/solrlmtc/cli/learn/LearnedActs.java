package org.solrlmtc.cli.learn;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.solrlmtc.core.act.ActJson;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.io.FileTrees;
import org.solrlmtc.core.io.Sha256;
import org.solrlmtc.core.score.ActMemory;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LearningScorer;

/** The reviewed acts in a file, one as JSON per line. */
record LearnedActs(Path file) {
  private static final int BATCH = 200;

  /** A share of the acts is one of this many. */
  private static final long SHARES = 1L << 32;

  private interface Reader {
    void act(String line, ActRecord record) throws IOException;
  }

  /** An act by its id; the same for every run. */
  static boolean isKeptApart(String id, double share) {
    long hash = Integer.toUnsignedLong(ByteBuffer.wrap(Sha256.bytes(id)).getInt());
    return hash < share * SHARES;
  }

  void forEach(Consumer<String> lines) throws IOException {
    read((line, record) -> lines.accept(line));
  }

  private void read(Reader reader) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        ActJson json = ActJson.of(ActJson.parse(line));
        reader.act(line, new ActRecord(json.act(), "", json.concepts(), file.toString()));
      }
    } catch (ActJson.FieldTypeException e) {
      throw new IOException(file + " is not what this program wrote: " + e.getMessage(), e);
    }
  }

  List<String> ids() throws IOException {
    List<String> ids = new ArrayList<>();
    read((line, record) -> ids.add(record.act().id()));
    return ids;
  }

  /** Writes some of the acts into another file, and returns their number. */
  int copy(Path target, Predicate<String> ids) throws IOException {
    int[] copied = {0};
    try (BufferedWriter out = Files.newBufferedWriter(target)) {
      read(
          (line, record) -> {
            if (ids.test(record.act().id())) {
              out.write(line);
              out.newLine();
              copied[0]++;
            }
          });
    }
    return copied[0];
  }

  /**
   * Gives a scorer some of the acts as its memory. The files of that memory are deleted again: it
   * is for a comparison.
   */
  void teach(LabelScorer scorer, Collection<String> ids, int maxActs) {
    if (ids.isEmpty() || scorer.learning().isEmpty()) {
      return;
    }
    LearningScorer learning = scorer.learning().orElseThrow();
    try {
      Path folder = Files.createTempDirectory("lmtc-memory");
      try (ActMemory memory = learning.openMemory(folder, maxActs)) {
        List<ActRecord> batch = new ArrayList<>();
        read(
            (line, record) -> {
              if (ids.contains(record.act().id())) {
                batch.add(record);
              }
              if (batch.size() == BATCH) {
                memory.add(batch);
                batch.clear();
              }
            });
        if (!batch.isEmpty()) {
          memory.add(batch);
        }
        learning.use(memory);
      } finally {
        FileTrees.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
