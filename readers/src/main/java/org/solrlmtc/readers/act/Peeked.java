package org.solrlmtc.readers.act;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;

/**
 * The first bytes of a stream, and the stream that still holds them. Of a stream that breaks early
 * it returns the bytes before the break, and breaks again after them.
 */
record Peeked(byte[] head, InputStream rest) {
  private static final int LENGTH = 1 << 13;
  private static final int[] GZIP = {0x1F, 0x8B};
  private static final int[] ZIP = {'P', 'K', 3, 4};
  private static final int[] EMPTY_ZIP = {'P', 'K', 5, 6};
  private static final int[] UTF8_MARK = {0xEF, 0xBB, 0xBF};
  private static final int[] UTF16_MARK = {0xFE, 0xFF};
  private static final int[] UTF16_LITTLE_ENDIAN_MARK = {0xFF, 0xFE};

  /**
   * @throws IOException when not one byte can be read
   */
  static Peeked of(InputStream in) throws IOException {
    byte[] head = new byte[LENGTH];
    int length = 0;
    try {
      for (int n = 0; n >= 0 && length < LENGTH; length += Math.max(n, 0)) {
        n = in.read(head, length, LENGTH - length);
      }
    } catch (IOException e) {
      if (length == 0) {
        throw e;
      }
      return new Peeked(Arrays.copyOf(head, length), broken(in, e));
    }
    return new Peeked(Arrays.copyOf(head, length), in);
  }

  InputStream stream() {
    return new SequenceInputStream(new ByteArrayInputStream(head), rest);
  }

  Peeked withoutByteOrderMark() {
    return startsWith(UTF8_MARK)
        ? new Peeked(Arrays.copyOfRange(head, UTF8_MARK.length, head.length), rest)
        : this;
  }

  boolean isGzip() {
    return startsWith(GZIP);
  }

  boolean isZip() {
    return startsWith(ZIP) || startsWith(EMPTY_ZIP);
  }

  boolean isUtf16() {
    return startsWith(UTF16_MARK) || startsWith(UTF16_LITTLE_ENDIAN_MARK);
  }

  /** The first byte that is no white space, or -1. */
  int firstVisible() {
    for (byte b : head) {
      if (b < 0 || b > ' ') {
        return b & 0xFF;
      }
    }
    return -1;
  }

  private boolean startsWith(int[] magic) {
    for (int i = 0; i < magic.length; i++) {
      if (i >= head.length || (head[i] & 0xFF) != magic[i]) {
        return false;
      }
    }
    return true;
  }

  /** A stream that fails in place of the given one, which it still closes. */
  static InputStream broken(InputStream in, IOException failure) {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        throw failure;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        throw failure;
      }

      @Override
      public void close() throws IOException {
        in.close();
      }
    };
  }
}
