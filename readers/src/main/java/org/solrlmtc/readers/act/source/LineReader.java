package org.solrlmtc.readers.act.source;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/**
 * Lines of bytes up to a maximum length: of a longer line only the fact is kept. If the stream
 * breaks, the part of the line that was read is returned, marked as cut, and {@link #takeFailure}
 * has the reason.
 */
public final class LineReader implements Closeable {
  private final InputStream in;
  private final int maxBytes;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int end;
  private long number;
  private Optional<IOException> failure = Optional.empty();
  private boolean ended;

  public LineReader(InputStream in, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
  }

  /**
   * One line without its line feed.
   *
   * @param tooLong if true, the bytes are omitted
   * @param cut the stream broke before the line's end
   */
  public record Line(long number, byte[] bytes, boolean tooLong, boolean cut) {
    public boolean isBlank() {
      return !tooLong && firstByte() < 0;
    }

    /** The first byte that is no white space, or -1. */
    public int firstByte() {
      for (byte b : bytes) {
        if (b < 0 || b > ' ') {
          return b & 0xFF;
        }
      }
      return -1;
    }
  }

  public Optional<Line> next() {
    if (ended) {
      return Optional.empty();
    }
    number++;
    byte[] line = new byte[0];
    int length = 0;
    boolean tooLong = false;
    boolean started = false;
    while (position < end || fill()) {
      started = true;
      int stop = position;
      while (stop < end && buffer[stop] != '\n') {
        stop++;
      }
      int chunk = stop - position;
      tooLong |= chunk > maxBytes - length;
      if (!tooLong) {
        if (length + chunk > line.length) {
          line = Arrays.copyOf(line, Math.min(maxBytes, Math.max(length + chunk, 2 * line.length)));
        }
        System.arraycopy(buffer, position, line, length, chunk);
        length += chunk;
      } else {
        line = new byte[0];
        length = 0;
      }
      position = stop;
      if (stop < end) {
        position++;
        return Optional.of(new Line(number, trim(line, length), tooLong, false));
      }
    }
    ended = true;
    return started
        ? Optional.of(new Line(number, trim(line, length), tooLong, failure.isPresent()))
        : Optional.empty();
  }

  /** The number of the line last begun. */
  public long number() {
    return number;
  }

  public boolean hasFailed() {
    return failure.isPresent();
  }

  /** The reason why the stream broke, if it did; only the first call returns it. */
  public Optional<IOException> takeFailure() {
    Optional<IOException> taken = failure;
    failure = Optional.empty();
    return taken;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private boolean fill() {
    try {
      position = 0;
      end = Math.max(0, in.read(buffer, 0, buffer.length));
    } catch (IOException e) {
      end = 0;
      failure = Optional.of(e);
    }
    return end > 0;
  }

  private static byte[] trim(byte[] line, int length) {
    return line.length == length ? line : Arrays.copyOf(line, length);
  }
}
