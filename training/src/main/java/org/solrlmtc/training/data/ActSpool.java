package org.solrlmtc.training.data;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.readers.act.ActStream;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.TrainingException;

/**
 * The acts of a split, parsed once and kept in a binary file of the work folder. A training reads
 * them several times; decompressing and parsing them each time would take longer than most of the
 * work on them. One act at a time is in memory.
 */
final class ActSpool implements ActSplit {
  /** Prefix of all file names. */
  static final String PREFIX = "acts-";

  private static final int MAGIC = 0x4C4D5441; // LMTA
  private static final int END = -1;
  private static final int BUFFER = 1 << 16;

  private final ParsedSplit source;
  private final Path file;
  private final String fingerprint;
  private final long acts;

  private ActSpool(ParsedSplit source, Path file, String fingerprint, long acts) {
    this.source = source;
    this.file = file;
    this.fingerprint = fingerprint;
    this.acts = acts;
  }

  /**
   * Parses a split into a file. After a failure there is no file.
   *
   * @param reuse whether to use a complete file that an earlier training wrote from the same data
   */
  static ActSpool of(ParsedSplit source, Path folder, boolean reuse, Progress progress)
      throws IOException {
    String fingerprint = source.digest() + " " + readerVersion();
    Path file = folder.resolve(PREFIX + source.digest().substring(0, 16) + ".bin");
    OptionalLong kept = reuse ? completeSize(file, fingerprint) : OptionalLong.empty();
    if (kept.isPresent()) {
      return new ActSpool(source, file, fingerprint, kept.getAsLong());
    }
    Files.createDirectories(folder);
    Path draft = Files.createTempFile(folder, PREFIX, ".draft");
    try {
      long acts = source.read(records -> write(records, fingerprint, draft, progress));
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
      return new ActSpool(source, file, fingerprint, acts);
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(draft);
      deleteIfEmpty(folder);
      throw e;
    }
  }

  /** Part of the fingerprint: another version may parse the same file differently. */
  private static String readerVersion() {
    return String.valueOf(ActStream.class.getPackage().getImplementationVersion());
  }

  private static void deleteIfEmpty(Path folder) throws IOException {
    try {
      Files.delete(folder);
    } catch (DirectoryNotEmptyException e) {
      // the folder has other files
    }
  }

  /** Writes acts, and returns their number. */
  static long write(Iterator<ActRecord> records, String fingerprint, Path file, Progress progress)
      throws IOException {
    long acts = 0;
    long bytes = 0;
    try {
      CheckedOutputStream checked =
          new CheckedOutputStream(
              new BufferedOutputStream(Files.newOutputStream(file), BUFFER), new CRC32());
      try (DataOutputStream out = new DataOutputStream(checked)) {
        out.writeInt(MAGIC);
        out.writeUTF(fingerprint);
        while (records.hasNext()) {
          byte[] record = ActEncoding.encode(records.next());
          out.writeInt(record.length);
          out.write(record);
          bytes += record.length;
          progress.step(++acts);
        }
        out.writeInt(END);
        out.writeLong(acts);
        out.writeLong(checked.getChecksum().getValue());
      }
      return acts;
    } catch (IOException e) {
      FileSystemException named =
          new FileSystemException(
              file.toString(),
              null,
              "cannot keep the parsed acts after "
                  + (bytes >> 20)
                  + " MB: "
                  + e.getMessage()
                  + "; free some disk space, or train to another disk");
      named.initCause(e);
      throw named;
    }
  }

  /** The number of acts of a file, if it is complete and of the same data. */
  private static OptionalLong completeSize(Path file, String fingerprint) throws IOException {
    if (!Files.isRegularFile(file)) {
      return OptionalLong.empty();
    }
    try (Records records = new Records(file, fingerprint)) {
      long acts = 0;
      while (records.next().isPresent()) {
        acts++;
      }
      return OptionalLong.of(acts);
    } catch (DamagedSpoolException e) {
      return OptionalLong.empty();
    }
  }

  @Override
  public <T> T read(ActsFunction<T> use) throws IOException {
    try (Records records = new Records(file, fingerprint)) {
      return use.apply(new Acts(records));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public String identity() throws IOException {
    return source.identity();
  }

  Path file() {
    return file;
  }

  /** The number of acts. */
  long acts() {
    return acts;
  }

  private static final class DamagedSpoolException extends TrainingException {
    private static final long serialVersionUID = 1L;

    DamagedSpoolException(Path file) {
      super("the parsed acts in " + file + " are damaged: train again with --restart");
    }
  }

  /** Reads encoded acts one by one. */
  private static final class Records implements Closeable {
    private final Path file;
    private final long size;
    private final CheckedInputStream checked;
    private final DataInputStream in;
    private long acts;

    Records(Path file, String fingerprint) throws IOException {
      this.file = file;
      this.size = Files.size(file);
      this.checked =
          new CheckedInputStream(
              new BufferedInputStream(Files.newInputStream(file), BUFFER), new CRC32());
      this.in = new DataInputStream(checked);
      try {
        if (in.readInt() != MAGIC || !in.readUTF().equals(fingerprint)) {
          throw new DamagedSpoolException(file);
        }
      } catch (EOFException e) {
        in.close();
        throw new DamagedSpoolException(file);
      } catch (IOException | RuntimeException e) {
        in.close();
        throw e;
      }
    }

    /** The next act; empty when all were read and the checksum is right. */
    Optional<byte[]> next() throws IOException {
      try {
        int length = in.readInt();
        if (length == END) {
          long written = in.readLong();
          long sum = checked.getChecksum().getValue();
          if (written != acts || in.readLong() != sum) {
            throw new DamagedSpoolException(file);
          }
          return Optional.empty();
        }
        if (length < 0 || length > size) {
          throw new DamagedSpoolException(file);
        }
        byte[] record = new byte[length];
        in.readFully(record);
        acts++;
        return Optional.of(record);
      } catch (EOFException e) {
        throw new DamagedSpoolException(file);
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  /** Decodes records on demand. */
  private static final class Acts implements Iterator<ActRecord> {
    private final Records records;
    private Optional<byte[]> next;

    Acts(Records records) throws IOException {
      this.records = records;
      this.next = records.next();
    }

    @Override
    public boolean hasNext() {
      return next.isPresent();
    }

    @Override
    public ActRecord next() {
      try {
        ActRecord act =
            ActEncoding.decode(next.orElseThrow(() -> new NoSuchElementException("no more acts")));
        next = records.next();
        return act;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
