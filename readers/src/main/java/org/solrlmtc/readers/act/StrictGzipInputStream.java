package org.solrlmtc.readers.act;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * A gzip stream that does not end early without an error: the JDK's treats a damaged header of a
 * later member, and everything after it, as the end of the file.
 */
public final class StrictGzipInputStream extends GZIPInputStream {
  private static final int BUFFER = 1 << 16;
  private static final int TRAILER = 8;

  public StrictGzipInputStream(InputStream in) throws IOException {
    super(in, BUFFER);
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
