package org.solrlmtc.training.checkpoint;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * A checkpoint: a magic number, a fingerprint of data and settings, the state of a training, and a
 * checksum. A file that is damaged, or of other data or settings, counts as absent. A state is
 * replaced atomically: after a power failure either the old or the new one exists.
 */
public final class CheckpointFile {
  private static final int BUFFER = 1 << 16;
  private static final int ENVELOPE = Integer.BYTES + 2 * Long.BYTES;

  private final Path file;
  private final int magic;
  private final long fingerprint;

  /**
   * @param magic of the kind of state, so that one kind is never read as another
   * @param fingerprint of data and settings
   */
  public CheckpointFile(Path file, int magic, long fingerprint) {
    this.file = file;
    this.magic = magic;
    this.fingerprint = fingerprint;
  }

  /** Writes a state. */
  @FunctionalInterface
  public interface StateWriter {
    void write(DataOutputStream out) throws IOException;
  }

  /** Reads a state whose checksum is right. */
  @FunctionalInterface
  public interface StateReader<T> {
    /** The state; empty when it does not fit. */
    Optional<T> read(DataInputStream in) throws IOException;
  }

  /** Replaces the state. */
  public void write(StateWriter state) throws IOException {
    Path draft = Files.createTempFile(file.toAbsolutePath().getParent(), "checkpoint-", ".draft");
    try {
      CheckedOutputStream checked =
          new CheckedOutputStream(
              new BufferedOutputStream(Files.newOutputStream(draft), BUFFER), new CRC32());
      try (DataOutputStream out = new DataOutputStream(checked)) {
        out.writeInt(magic);
        out.writeLong(fingerprint);
        state.write(out);
        out.writeLong(checked.getChecksum().getValue());
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** The state, if there is an undamaged one of the same data and settings. */
  public <T> Optional<T> read(StateReader<T> state) throws IOException {
    if (!isIntact()) {
      return Optional.empty();
    }
    try (DataInputStream in = open(new CRC32())) {
      in.readInt();
      in.readLong();
      return state.read(in);
    } catch (EOFException e) {
      return Optional.empty();
    }
  }

  private boolean isIntact() throws IOException {
    if (!Files.exists(file) || Files.size(file) < ENVELOPE) {
      return false;
    }
    CRC32 sum = new CRC32();
    try (DataInputStream in = open(sum)) {
      if (in.readInt() != magic || in.readLong() != fingerprint) {
        return false;
      }
      in.skipNBytes(Files.size(file) - ENVELOPE);
      long expected = sum.getValue();
      return in.readLong() == expected;
    } catch (EOFException e) {
      return false;
    }
  }

  private DataInputStream open(CRC32 sum) throws IOException {
    return new DataInputStream(
        new CheckedInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER), sum));
  }
}
