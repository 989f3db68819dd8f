package org.solrlmtc.training.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.solrlmtc.core.act.ActRecord;

/** Acts with gold labels that can be read several times, always in the same order. */
public interface ActSplit {
  /** Acts scored in one call. */
  int BATCH_SIZE = 16;

  /**
   * A file or folder in any format that acts can be read from. It is parsed every time it is read.
   */
  static ActSplit of(Path path) {
    return new ParsedSplit(path);
  }

  /**
   * Reads all acts.
   *
   * @throws IOException naming the file that cannot be read
   */
  <T> T read(ActsFunction<T> use) throws IOException;

  /** The name, and the digest of a file: for the provenance of a model. */
  String identity() throws IOException;

  /** Processes acts, which are read once and in order. */
  @FunctionalInterface
  interface ActsFunction<T> {
    T apply(Iterator<ActRecord> acts) throws IOException;
  }

  /** Groups acts into batches for scorers. */
  static Iterator<List<ActRecord>> batches(Iterator<ActRecord> acts) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return acts.hasNext();
      }

      @Override
      public List<ActRecord> next() {
        List<ActRecord> batch = new ArrayList<>();
        while (batch.size() < BATCH_SIZE && acts.hasNext()) {
          batch.add(acts.next());
        }
        return batch;
      }
    };
  }
}
