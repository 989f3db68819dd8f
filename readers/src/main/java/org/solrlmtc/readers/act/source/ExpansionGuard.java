package org.solrlmtc.readers.act.source;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/** Stops a compressed file that expands out of all proportion. */
public final class ExpansionGuard {
  /** Small files may expand more: a short repetitive text compresses very well. */
  private static final long ALWAYS_ALLOWED = 64_000_000;

  private final long allowed;
  private final int maxExpansion;
  private long seen;

  public ExpansionGuard(long compressedBytes, ReadLimits limits) {
    this.maxExpansion = limits.maxExpansion();
    this.allowed = Math.max(ALWAYS_ALLOWED, compressedBytes * maxExpansion);
  }

  /** Counts what is read from the expanded stream; several streams share the allowance. */
  public InputStream watch(InputStream expanded) {
    return new FilterInputStream(expanded) {
      @Override
      public int read() throws IOException {
        int b = super.read();
        count(b < 0 ? 0 : 1);
        return b;
      }

      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        int n = super.read(target, offset, length);
        count(Math.max(n, 0));
        return n;
      }

      @Override
      public long skip(long n) throws IOException {
        long skipped = super.skip(n);
        count(skipped);
        return skipped;
      }
    };
  }

  public boolean exceeded() {
    return seen > allowed;
  }

  private void count(long bytes) throws LimitException {
    seen += bytes;
    if (exceeded()) {
      throw new LimitException(
          String.format(
              Locale.ROOT,
              "expands to more than %,d bytes, over %d times its size, and is not read further: if"
                  + " it is no decompression bomb, raise maxExpansion",
              allowed,
              maxExpansion));
    }
  }

  /** The allowance is used up. */
  public static final class LimitException extends IOException {
    private static final long serialVersionUID = 1L;

    LimitException(String message) {
      super(message);
    }
  }
}
