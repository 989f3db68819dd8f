package org.solrlmtc.readers.act.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * A gzip stream that does not end early: the JDK's treats a damaged header of a later member, and
 * everything after it, as the end of the file. It also takes a moment when no byte is available for
 * the end, even if more follow.
 */
public final class StrictGzipInputStream extends GZIPInputStream {
  private static final int BUFFER = 1 << 16;
  private static final int TRAILER = 8;

  public StrictGzipInputStream(InputStream in) throws IOException {
    super(new EndTestingInputStream(in), BUFFER);
  }

  /** Its {@link #available} is 0 only at the end. */
  private static final class EndTestingInputStream extends PushbackInputStream {
    EndTestingInputStream(InputStream in) {
      super(in, 1);
    }

    @Override
    public int available() throws IOException {
      if (super.available() == 0) {
        int next = read();
        if (next >= 0) {
          unread(next);
        }
      }
      return super.available();
    }
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    boolean endKnown = eos;
    int n = super.read(target, offset, length);
    if (n < 0 && !endKnown && (inf.getRemaining() > TRAILER || in.read() >= 0)) {
      throw new ZipException("unreadable bytes after the end of the gzip data");
    }
    return n;
  }
}
