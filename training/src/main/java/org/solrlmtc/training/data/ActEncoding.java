package org.solrlmtc.training.data;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;

/** The binary form of an act: its texts in a fixed order, each with its length before it. */
final class ActEncoding {
  private ActEncoding() {}

  static byte[] encode(ActRecord record) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    LegalAct act = record.act();
    write(act.id(), out);
    write(act.type(), out);
    write(act.title(), out);
    write(act.header(), out);
    write(act.recitals(), out);
    write(act.articles(), out);
    write(act.attachments(), out);
    write(record.uri(), out);
    write(record.concepts(), out);
    write(record.source(), out);
    return bytes.toByteArray();
  }

  static ActRecord decode(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    LegalAct act =
        new LegalAct(text(in), text(in), text(in), text(in), text(in), texts(in), text(in));
    return new ActRecord(act, text(in), texts(in), text(in));
  }

  private static void write(List<String> texts, DataOutputStream out) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      write(text, out);
    }
  }

  /**
   * UTF-8. Text with an unpaired surrogate, which UTF-8 cannot encode, is written as characters
   * after their negated number.
   */
  private static void write(String text, DataOutputStream out) throws IOException {
    if (text.codePoints().anyMatch(ActEncoding::isSurrogate)) {
      out.writeInt(-text.length());
      out.writeChars(text);
    } else {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      out.writeInt(bytes.length);
      out.write(bytes);
    }
  }

  private static boolean isSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }

  private static List<String> texts(DataInputStream in) throws IOException {
    int size = in.readInt();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      texts.add(text(in));
    }
    return texts;
  }

  private static String text(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length >= 0) {
      return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
    StringBuilder text = new StringBuilder();
    for (int i = length; i < 0; i++) {
      text.append(in.readChar());
    }
    return text.toString();
  }
}
