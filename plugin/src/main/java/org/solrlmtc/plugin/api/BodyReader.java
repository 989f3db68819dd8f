package org.solrlmtc.plugin.api;

import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.util.ContentStream;
import org.apache.solr.common.util.ContentStreamBase;

/**
 * Reads the body of a request and counts its characters: it stops at a limit, and reserves memory
 * for what is kept. Bytes that are no characters are an error.
 */
@SuppressWarnings("deprecation") // ContentStream: the only access to a body in Solr 9
final class BodyReader extends FilterReader {
  /** A parser's buffer, a builder and the text itself exist at the same time. */
  private static final int BYTES_PER_CHAR = 6;

  /** Maximum number of characters of an escaped character in JSON. */
  private static final int ESCAPE_LENGTH = 6;

  /** Allowance for field names and ignored fields in JSON. */
  private static final int CHARS_AROUND_TEXT = 1 << 16;

  private final Charset charset;
  private final int maxTextChars;
  private final long limit;
  private final RequestMemory.Reservation memory;
  private long read;

  /** Characters of the texts that are kept, and of the one that is being read. */
  private long kept;

  private boolean keeping;

  private BodyReader(
      ContentStream body,
      Charset charset,
      int maxTextChars,
      long limit,
      RequestMemory.Reservation memory)
      throws IOException {
    super(new InputStreamReader(body.getStream(), charset.newDecoder()));
    this.charset = charset;
    this.maxTextChars = maxTextChars;
    this.limit = limit;
    this.memory = memory;
  }

  /** A body that is a text. */
  static BodyReader open(ContentStream body, int maxTextChars, RequestMemory.Reservation memory)
      throws IOException {
    return new BodyReader(body, charset(body), maxTextChars, maxTextChars, memory);
  }

  /** A JSON body, which is always UTF-8. */
  static BodyReader openJson(ContentStream body, int maxTextChars, RequestMemory.Reservation memory)
      throws IOException {
    return new BodyReader(
        body,
        StandardCharsets.UTF_8,
        maxTextChars,
        (long) maxTextChars * ESCAPE_LENGTH + CHARS_AROUND_TEXT,
        memory);
  }

  private static Charset charset(ContentStream body) {
    String name = ContentStreamBase.getCharsetFromContentType(body.getContentType());
    try {
      Charset charset = name == null ? StandardCharsets.UTF_8 : Charset.forName(name);
      charset.newDecoder();
      return charset;
    } catch (IllegalArgumentException | UnsupportedOperationException e) {
      throw PostedAct.bad("the body has the unknown charset '" + name + "'");
    }
  }

  String charset() {
    return charset.name().toUpperCase(Locale.ROOT);
  }

  /** From now on, memory is reserved for what is read. */
  void startKeeping() {
    keeping = true;
  }

  /**
   * What is read from now on is skipped.
   *
   * @param chars characters of all texts that are kept
   */
  void keepOnly(long chars) {
    keeping = false;
    kept = chars;
    reserve();
  }

  private void reserve() {
    memory.raiseTo(kept * BYTES_PER_CHAR, "the text");
  }

  /** Reserves memory for a text that was read elsewhere. */
  static void reserve(String text, RequestMemory.Reservation memory) {
    memory.raiseTo((long) text.length() * BYTES_PER_CHAR, "the text");
  }

  @Override
  public int read() throws IOException {
    char[] one = new char[1];
    return read(one, 0, 1) < 0 ? -1 : one[0];
  }

  /**
   * @throws SolrException beyond the limit, or when there is no memory for more
   */
  @Override
  public int read(char[] buffer, int offset, int length) throws IOException {
    int count = super.read(buffer, offset, length);
    if (count > 0) {
      read += count;
      if (read > limit) {
        throw PostedAct.bad(
            "the body is longer than "
                + limit
                + " characters, the most that maxTextChars = "
                + maxTextChars
                + " allows");
      }
      if (keeping) {
        kept += count;
        reserve();
      }
    }
    return count;
  }
}
