package org.solrlmtc.cli.learn;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Map;
import org.apache.solr.common.params.CursorMarkParams;
import org.solrlmtc.cli.common.ProgressLine;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.solr.SolrHttp;
import org.solrlmtc.core.act.ActJson;
import org.solrlmtc.core.act.ActRecord;

/**
 * The folder of a collection's learning: the lock, so that one process learns at a time; the acts
 * read so far, from which the next run goes on; what is being trained; and the log.
 */
final class LearnFolder implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();

  private final Path folder;
  private final FileChannel lock;

  /**
   * How far the acts are read.
   *
   * @param source what is read: another source starts over
   * @param bytes of the file that belong to the acts before the cursor
   */
  record Reading(String source, String cursor, long bytes, long documents) {}

  private LearnFolder(Path folder, FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /**
   * Takes the lock. The operating system releases it when the process ends, for whatever reason.
   *
   * @throws UserError if another process has it
   */
  static LearnFolder lock(Path folder) throws IOException {
    Files.createDirectories(folder);
    FileChannel channel =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return new LearnFolder(folder, channel);
      }
    } catch (OverlappingFileLockException e) {
      channel.close();
      throw new UserError(learning(folder), e);
    }
    channel.close();
    throw new UserError(learning(folder));
  }

  private static String learning(Path folder) {
    return "another process learns for this collection (" + folder + "): wait until it has ended";
  }

  /** A file or folder in it. */
  Path file(String name) {
    return folder.resolve(name);
  }

  /** All reviewed acts, after {@link #read}. */
  Path acts() {
    return file("reviewed.jsonl");
  }

  private Path state() {
    return file("reading.json");
  }

  /**
   * Reads the reviewed acts of a collection into a file. An interrupted reading is resumed.
   *
   * @param source the address of the collection
   */
  void read(SolrHttp solr, ReviewedCollection collection, String source, int rows, PrintWriter err)
      throws IOException {
    Reading reading = resumed(source + " " + collection);
    if (reading.documents() > 0) {
      err.printf(Locale.ROOT, "note: resuming after %,d documents%n", reading.documents());
    }
    long total = solr.documents(collection.name(), collection.filters());
    try (FileChannel file =
            FileChannel.open(acts(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        ProgressLine progress =
            new ProgressLine(
                "reading", "reviewed acts", Math.max(0, total - reading.documents()), err)) {
      file.truncate(reading.bytes()).position(reading.bytes());
      ReviewedCollection.Page page = collection.page(solr, reading.cursor(), rows);
      while (page.documents() > 0) {
        for (ActRecord record : page.acts()) {
          file.write(StandardCharsets.UTF_8.encode(ActJson.write(record) + "\n"));
        }
        reading =
            new Reading(
                reading.source(),
                page.next(),
                file.position(),
                reading.documents() + page.documents());
        write(reading);
        progress.step(page.documents());
        page = collection.page(solr, reading.cursor(), rows);
      }
    }
    Files.delete(write(reading));
  }

  private Reading resumed(String source) throws IOException {
    Reading begin = new Reading(source, CursorMarkParams.CURSOR_MARK_START, 0, 0);
    if (!Files.exists(state()) || !Files.exists(acts())) {
      return begin;
    }
    try {
      Reading saved = JSON.readValue(state().toFile(), Reading.class);
      return saved.source().equals(source) && saved.bytes() <= Files.size(acts()) ? saved : begin;
    } catch (JsonProcessingException e) {
      return begin;
    }
  }

  private Path write(Reading reading) throws IOException {
    Path partial = file("reading.json.partial");
    Files.write(partial, JSON.writeValueAsBytes(reading));
    return Files.move(partial, state(), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Appends to the log of what was learned. */
  void log(Map<String, Object> entry) throws IOException {
    try (BufferedWriter log =
        Files.newBufferedWriter(
            file("log.jsonl"), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      log.write(JSON.writeValueAsString(entry));
      log.newLine();
    }
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
