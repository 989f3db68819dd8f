package org.solrlmtc.readers.act.source;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;

/** Decoding that refuses malformed bytes instead of replacing them. */
public final class StrictDecoder {
  private StrictDecoder() {}

  /**
   * @param firstLine the line number the bytes begin at
   * @throws DamagedInput naming line and byte
   */
  public static String decode(byte[] bytes, Charset charset, Origin origin, long firstLine)
      throws DamagedInput {
    CharsetDecoder decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate((int) (bytes.length * (double) decoder.maxCharsPerByte()));
    CoderResult result = decoder.decode(in, out, true);
    if (result.isError()) {
      throw malformed(bytes, in.position(), charset, origin, firstLine);
    }
    decoder.flush(out);
    return out.flip().toString();
  }

  private static DamagedInput malformed(
      byte[] bytes, int position, Charset charset, Origin origin, long firstLine) {
    long line = firstLine;
    int lineStart = 0;
    for (int i = 0; i < position; i++) {
      if (bytes[i] == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
    return DamagedInput.of(
        origin.at(line),
        "not valid " + charset.name() + " at byte " + (position - lineStart + 1) + " of the line");
  }
}
