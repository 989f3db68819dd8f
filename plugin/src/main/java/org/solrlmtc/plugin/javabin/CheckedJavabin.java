package org.solrlmtc.plugin.javabin;

import static org.apache.solr.common.util.JavaBinCodec.END;
import static org.apache.solr.common.util.JavaBinCodec.ITERATOR;

import java.io.IOException;
import java.io.InputStream;

/**
 * The javabin of updates, checked as it is read. A reader gets a document when the whole document
 * has arrived; so the documents of a long update are still indexed while others are sent.
 */
final class CheckedJavabin extends InputStream {
  private static final int MAX_ENTRIES = 1_000;

  private final InputStream source;
  private final JavabinScanner scanner;
  private int position;

  /** Whether an update has begun, and is not finished. */
  private boolean begun;

  /** Names and values of the update that are still to come. */
  private int left;

  /** Whether the documents of the update are being read. */
  private boolean inDocuments;

  CheckedJavabin(InputStream source, long maxBytes) {
    this.source = source;
    this.scanner = new JavabinScanner(source, maxBytes);
  }

  /** Makes the next part of the update available; false at its end. */
  private boolean advance() throws IOException {
    while (position == scanner.length()) {
      position = 0;
      scanner.clear();
      if (!begun && scanner.isAtEnd()) {
        return false;
      }
      if (!begun) {
        begin();
      } else if (inDocuments) {
        document();
      } else {
        left--;
        entry();
      }
      begun = inDocuments || left > 0;
    }
    return true;
  }

  private void begin() throws IOException {
    scanner.version();
    int tag = scanner.tag();
    inDocuments = tag == ITERATOR;
    left = 0;
    if (JavabinScanner.isNamedList(tag)) {
      int entries = scanner.size(tag);
      if (entries > MAX_ENTRIES) {
        throw JavabinScanner.damaged("it has more than " + MAX_ENTRIES + " entries");
      }
      left = 2 * entries;
    } else if (!inDocuments) {
      throw JavabinScanner.damaged("it is no update");
    }
  }

  private void document() throws IOException {
    int tag = scanner.tag();
    if (tag == END) {
      inDocuments = false;
    } else {
      scanner.value(tag);
    }
  }

  private void entry() throws IOException {
    if (left % 2 == 1) {
      scanner.name();
      return;
    }
    int tag = scanner.tag();
    if (tag == ITERATOR) {
      inDocuments = true;
    } else {
      scanner.value(tag);
    }
  }

  @Override
  public int read() throws IOException {
    return advance() ? scanner.buffer()[position++] & 0xFF : -1;
  }

  @Override
  public int read(byte[] target, int offset, int count) throws IOException {
    if (count == 0) {
      return 0;
    }
    if (!advance()) {
      return -1;
    }
    int read = Math.min(count, scanner.length() - position);
    System.arraycopy(scanner.buffer(), position, target, offset, read);
    position += read;
    return read;
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
