package org.solrlmtc.plugin.javabin;

import static org.apache.solr.common.util.JavaBinCodec.ARR;
import static org.apache.solr.common.util.JavaBinCodec.BOOL_FALSE;
import static org.apache.solr.common.util.JavaBinCodec.BOOL_TRUE;
import static org.apache.solr.common.util.JavaBinCodec.BYTE;
import static org.apache.solr.common.util.JavaBinCodec.BYTEARR;
import static org.apache.solr.common.util.JavaBinCodec.DATE;
import static org.apache.solr.common.util.JavaBinCodec.DOUBLE;
import static org.apache.solr.common.util.JavaBinCodec.END;
import static org.apache.solr.common.util.JavaBinCodec.ENUM_FIELD_VALUE;
import static org.apache.solr.common.util.JavaBinCodec.EXTERN_STRING;
import static org.apache.solr.common.util.JavaBinCodec.FLOAT;
import static org.apache.solr.common.util.JavaBinCodec.INT;
import static org.apache.solr.common.util.JavaBinCodec.ITERATOR;
import static org.apache.solr.common.util.JavaBinCodec.LONG;
import static org.apache.solr.common.util.JavaBinCodec.MAP;
import static org.apache.solr.common.util.JavaBinCodec.MAP_ENTRY;
import static org.apache.solr.common.util.JavaBinCodec.MAP_ENTRY_ITER;
import static org.apache.solr.common.util.JavaBinCodec.NAMED_LST;
import static org.apache.solr.common.util.JavaBinCodec.NULL;
import static org.apache.solr.common.util.JavaBinCodec.ORDERED_MAP;
import static org.apache.solr.common.util.JavaBinCodec.PRIMITIVE_ARR;
import static org.apache.solr.common.util.JavaBinCodec.SHORT;
import static org.apache.solr.common.util.JavaBinCodec.SINT;
import static org.apache.solr.common.util.JavaBinCodec.SLONG;
import static org.apache.solr.common.util.JavaBinCodec.SOLRDOC;
import static org.apache.solr.common.util.JavaBinCodec.SOLRDOCLST;
import static org.apache.solr.common.util.JavaBinCodec.SOLRINPUTDOC;
import static org.apache.solr.common.util.JavaBinCodec.STR;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.util.FastInputStream;

/**
 * Reads javabin value by value into a buffer, without building the values. The buffer grows with
 * the bytes that arrive, never with a stated size; so a value that is in the buffer has all the
 * content that it states, and Solr can build it.
 */
final class JavabinScanner {
  /** Nested values. Solr reads them recursively, and deeper ones would exhaust the stack. */
  private static final int MAX_DEPTH = 100;

  /** What a value costs besides its bytes: Solr keeps a reference to it, or an entry of a map. */
  private static final int BYTES_PER_VALUE = 16;

  private static final int VERSION = 2;
  private static final int MAX_STEP = 1 << 16;
  private static final int TYPE_BITS = 0xE0;
  private static final int SIZE_BITS = 0x1F;
  private static final int MORE_BIT = 0x10;

  private final FastInputStream source;
  private final long maxBytes;
  private byte[] buffer = new byte[MAX_STEP];
  private int length;
  private long values;

  /** Texts that later values can refer to by their number. */
  private int sharedTexts;

  /**
   * @param maxBytes of a value, with what it contains
   */
  JavabinScanner(InputStream source, long maxBytes) {
    this.source = new FastInputStream(source);
    this.maxBytes = maxBytes;
  }

  byte[] buffer() {
    return buffer;
  }

  /** Number of valid bytes in the buffer. */
  int length() {
    return length;
  }

  /** Forgets what is in the buffer. */
  void clear() {
    length = 0;
    values = 0;
    if (buffer.length > MAX_STEP) {
      buffer = new byte[MAX_STEP];
    }
  }

  boolean isAtEnd() throws IOException {
    return source.peek() < 0;
  }

  /** Reads the byte that javabin begins with. */
  void version() throws IOException {
    sharedTexts = 0;
    if (next() != VERSION) {
      throw damaged("it does not begin with the version " + VERSION);
    }
  }

  /** Reads the byte that a value begins with. */
  int tag() throws IOException {
    return next() & 0xFF;
  }

  static boolean isNamedList(int tag) {
    return (tag & TYPE_BITS) == (NAMED_LST & 0xFF);
  }

  /** Reads the name of an entry. */
  void name() throws IOException {
    name(tag());
  }

  private void name(int tag) throws IOException {
    int type = tag & TYPE_BITS;
    if (type != STR && type != (EXTERN_STRING & 0xFF) && tag != NULL) {
      throw damaged("an entry has no name");
    }
    value(tag, 0);
  }

  /** Reads the rest of a value. */
  void value(int tag) throws IOException {
    value(tag, 0);
  }

  private void value(int tag, int depth) throws IOException {
    if (depth > MAX_DEPTH) {
      throw damaged("values are nested more than " + MAX_DEPTH + " deep");
    }
    values++;
    switch ((byte) (tag & TYPE_BITS)) {
      case STR -> text(size(tag));
      case SINT, SLONG -> {
        if ((tag & MORE_BIT) != 0) {
          number(10);
        }
      }
      case ARR -> valuesOf(size(tag), depth);
      case ORDERED_MAP, NAMED_LST -> entries(size(tag), depth);
      case EXTERN_STRING -> sharedText(size(tag));
      default -> untyped((byte) tag, depth);
    }
  }

  private void untyped(byte tag, int depth) throws IOException {
    switch (tag) {
      case NULL, BOOL_TRUE, BOOL_FALSE -> {}
      case BYTE, SHORT, INT, FLOAT, LONG, DOUBLE, DATE -> bytes(1, width(tag));
      case BYTEARR -> bytes(size(), 1);
      case PRIMITIVE_ARR -> {
        int width = width(next());
        bytes(size(), width);
      }
      case MAP -> {
        for (int left = size(); left > 0; left--) {
          value(tag(), depth + 1);
          value(tag(), depth + 1);
        }
      }
      case MAP_ENTRY, ENUM_FIELD_VALUE, SOLRDOCLST -> valuesOf(2, depth);
      case ITERATOR -> {
        for (int inner = tag(); inner != END; inner = tag()) {
          value(inner, depth + 1);
        }
      }
      case MAP_ENTRY_ITER -> {
        for (int key = tag(); key != END; key = tag()) {
          value(key, depth + 1);
          value(tag(), depth + 1);
        }
      }
      case SOLRDOC -> fields(size(tag()), SOLRDOC, depth);
      case SOLRINPUTDOC -> {
        int size = size();
        boost(tag());
        fields(size, SOLRINPUTDOC, depth);
      }
      default -> throw damaged("no value has the type " + tag);
    }
  }

  private int width(byte tag) {
    return switch (tag) {
      case BYTE, BOOL_TRUE, BOOL_FALSE -> 1;
      case SHORT -> 2;
      case INT, FLOAT -> 4;
      case LONG, DOUBLE, DATE -> 8;
      default -> throw damaged("no array has the type " + tag);
    };
  }

  private void valuesOf(int size, int depth) throws IOException {
    for (int left = size; left > 0; left--) {
      value(tag(), depth + 1);
    }
  }

  private void entries(int size, int depth) throws IOException {
    for (int left = size; left > 0; left--) {
      name();
      value(tag(), depth + 1);
    }
  }

  /** Fields of a document, and its child documents. */
  private void fields(int size, byte document, int depth) throws IOException {
    for (int left = size; left > 0; left--) {
      int tag = tag();
      if (tag == document) {
        value(tag, depth + 1);
        continue;
      }
      if (tag == FLOAT && document == SOLRINPUTDOC) {
        boost(tag);
        tag = tag();
      }
      name(tag);
      value(tag(), depth + 1);
    }
  }

  private void boost(int tag) throws IOException {
    if (tag != FLOAT) {
      throw damaged("a document has no boost");
    }
    bytes(1, width(FLOAT));
  }

  /** Solr reads what is not UTF-8 as other characters, and beyond the end of the text. */
  private void text(int size) throws IOException {
    bytes(size, 1);
    for (int i = length - size; i < length; i++) {
      byte first = buffer[i];
      if (first >= 0) {
        continue;
      }
      int more = first >> 5 == -2 ? 1 : first >> 4 == -2 ? 2 : first >> 3 == -2 ? 3 : length;
      for (int last = i + more; i < last; ) {
        if (++i >= length || (buffer[i] & 0xC0) != 0x80) {
          throw damaged("a text is not UTF-8");
        }
      }
    }
  }

  private void sharedText(int number) throws IOException {
    if (number > sharedTexts) {
      throw damaged("text " + number + " is used before it is given");
    }
    if (number == 0) {
      int tag = tag();
      if ((tag & TYPE_BITS) != STR) {
        throw damaged("a shared text is no text");
      }
      text(size(tag));
      sharedTexts++;
    }
  }

  /** A size of which the tag has the first bits. */
  int size(int tag) throws IOException {
    int size = tag & SIZE_BITS;
    return checked(size == SIZE_BITS ? size + number(5) : size);
  }

  private int size() throws IOException {
    return checked(number(5));
  }

  private int checked(long size) {
    if (size < 0 || size > Integer.MAX_VALUE) {
      throw damaged("a size is not between 0 and " + Integer.MAX_VALUE);
    }
    return (int) size;
  }

  /** A number of seven bits per byte. */
  private long number(int maxBytes) throws IOException {
    long number = 0;
    for (int i = 0; i < maxBytes; i++) {
      byte next = next();
      number |= (long) (next & 0x7F) << (7 * i);
      if (next >= 0) {
        return number;
      }
    }
    throw damaged("a number has more than " + maxBytes + " bytes");
  }

  private byte next() throws IOException {
    bytes(1, 1);
    return buffer[length - 1];
  }

  private void bytes(int count, int width) throws IOException {
    long left = (long) count * width;
    if (length + left + values * BYTES_PER_VALUE > maxBytes) {
      throw refused(
          "a document of it takes more than "
              + (maxBytes >> 20)
              + " MB, or its javabin is damaged: send smaller documents, or raise "
              + JavabinLimit.MAX_MEGABYTES);
    }
    while (left > 0) {
      int step = (int) Math.min(left, MAX_STEP);
      if (buffer.length - length < step) {
        // not beyond the maximum by much, for a buffer that was nearly large enough
        long larger = Math.min(2L * buffer.length, maxBytes + MAX_STEP);
        buffer = Arrays.copyOf(buffer, (int) Math.min(larger, Integer.MAX_VALUE - 8));
      }
      int read = source.read(buffer, length, step);
      if (read < 0) {
        throw damaged("it ends within a value");
      }
      length += read;
      left -= read;
    }
  }

  static SolrException damaged(String reason) {
    return refused("its javabin is damaged: " + reason);
  }

  private static SolrException refused(String reason) {
    return new SolrException(ErrorCode.BAD_REQUEST, "the request is refused: " + reason);
  }
}
