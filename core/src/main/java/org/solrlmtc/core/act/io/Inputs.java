package org.solrlmtc.core.act.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Opens an input by what its first bytes say it is. */
final class Inputs {
  private static final int PEEK = 1 << 13;
  private static final int[] GZIP = {0x1F, 0x8B};
  private static final int[] ZIP = {'P', 'K', 3, 4};
  private static final int[] EMPTY_ZIP = {'P', 'K', 5, 6};
  private static final int[] UTF8_MARK = {0xEF, 0xBB, 0xBF};
  private static final int[] UTF16_MARK = {0xFE, 0xFF};
  private static final int[] UTF16_LITTLE_ENDIAN_MARK = {0xFF, 0xFE};

  private Inputs() {}

  /** Opens a file; the caller closes the source. */
  static ActSource open(Path file, ReadLimits limits) throws DamagedInput {
    Origin origin = Origin.of(file);
    try {
      InputStream in = Files.newInputStream(file);
      try {
        PushbackInputStream peekable = new PushbackInputStream(in, PEEK);
        byte[] head = peek(peekable);
        if (startsWith(head, ZIP) || startsWith(head, EMPTY_ZIP)) {
          in.close();
          return ZipSource.open(file, limits);
        }
        return open(origin, peekable, new ExpansionGuard(Files.size(file), limits), limits);
      } catch (IOException | DamagedInput e) {
        in.close();
        throw e;
      }
    } catch (IOException e) {
      throw DamagedInput.of(origin.label(), e);
    }
  }

  /** Opens anything but a zip: those need a file. Closing the source closes the stream. */
  static ActSource open(Origin origin, InputStream in, ExpansionGuard guard, ReadLimits limits)
      throws DamagedInput {
    try {
      PushbackInputStream plain = new PushbackInputStream(in, PEEK);
      byte[] head = peek(plain);
      if (startsWith(head, GZIP)) {
        plain = new PushbackInputStream(guard.watch(new StrictGzipInputStream(plain)), PEEK);
        head = peek(plain);
      }
      if (startsWith(head, ZIP) || startsWith(head, GZIP)) {
        throw DamagedInput.of(
            origin.label(), "an archive inside an archive is not read: unpack the outer one");
      }
      if (startsWith(head, UTF16_MARK) || startsWith(head, UTF16_LITTLE_ENDIAN_MARK)) {
        throw DamagedInput.of(origin.label(), "is written in UTF-16: convert it to UTF-8");
      }
      if (startsWith(head, UTF8_MARK)) {
        plain.skipNBytes(UTF8_MARK.length);
        head = Arrays.copyOfRange(head, UTF8_MARK.length, head.length);
      }
      return openText(origin, plain, head, limits);
    } catch (IOException e) {
      throw DamagedInput.of(origin.label(), e);
    }
  }

  private static ActSource openText(Origin origin, InputStream in, byte[] head, ReadLimits limits)
      throws DamagedInput {
    switch (firstVisible(head)) {
      case '{':
        return new JsonSource(origin, in, limits);
      case '<':
        return new MarkupSource(origin, in, limits);
      case '[':
        throw DamagedInput.of(
            origin.label(), "a JSON list of acts is not read: write one act a line instead");
      case -1:
        throw unreadable(origin, "is empty");
      default:
        if (origin.promisesLines()) {
          return new JsonSource(origin, in, limits); // its first line alone may be damaged
        }
        throw unreadable(origin, "is neither JSON nor XML nor HTML");
    }
  }

  private static DamagedInput unreadable(Origin origin, String reason) {
    return origin.promisesActs()
        ? DamagedInput.of(origin.label(), reason)
        : DamagedInput.notAnAct(origin.label(), reason);
  }

  private static int firstVisible(byte[] head) {
    for (byte b : head) {
      if (b < 0 || b > ' ') {
        return b & 0xFF;
      }
    }
    return -1;
  }

  private static boolean startsWith(byte[] head, int[] magic) {
    for (int i = 0; i < magic.length; i++) {
      if (i >= head.length || (head[i] & 0xFF) != magic[i]) {
        return false;
      }
    }
    return true;
  }

  /** The first bytes, which stay unread. A broken stream shows what comes before the break. */
  private static byte[] peek(PushbackInputStream in) throws IOException {
    byte[] head = new byte[PEEK];
    int length = 0;
    try {
      for (int n = 0; n >= 0 && length < PEEK; length += Math.max(n, 0)) {
        n = in.read(head, length, PEEK - length);
      }
    } catch (IOException e) {
      if (length == 0) {
        throw e;
      }
    }
    in.unread(head, 0, length);
    return Arrays.copyOf(head, length);
  }
}
