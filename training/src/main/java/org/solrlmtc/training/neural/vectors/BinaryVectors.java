package org.solrlmtc.training.neural.vectors;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.solrlmtc.training.execution.TrainingException;

/**
 * The binary format of word2vec: a header line, then per word the word, a space, the vector as
 * little-endian floats, and a line feed, which some programs omit.
 */
final class BinaryVectors {
  private static final int MAX_WORD_BYTES = 1000;

  private final VectorInput input;
  private final VectorHeader header;
  private final VectorCollector vectors;

  BinaryVectors(VectorInput input, VectorHeader header, VectorCollector vectors) {
    this.input = input;
    this.header = header;
    this.vectors = vectors;
  }

  /** Reads the number of words in the header. */
  void read() {
    byte[] bytes = new byte[header.dimensions() * Float.BYTES];
    for (long i = 1; i <= header.words(); i++) {
      String word = word(i);
      if (!input.read(bytes)) {
        throw cut(i);
      }
      if (vectors.wants(word)) {
        float[] vector = new float[header.dimensions()];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(vector);
        try {
          vectors.add(word, vector);
        } catch (VectorCollector.Refused e) {
          throw damaged(e.getMessage());
        }
      }
    }
    int c = input.read();
    if (c == '\n') {
      c = input.read();
    }
    if (c >= 0) {
      throw damaged("there is more data after the " + header.words() + " words of its header");
    }
  }

  private String word(long number) {
    byte[] bytes = new byte[MAX_WORD_BYTES];
    int length = 0;
    for (int c = input.read(); c != ' '; c = input.read()) {
      if (c < 0) {
        throw cut(number);
      }
      if (c == '\n' && length == 0) {
        continue; // end of the previous entry
      }
      if (length == MAX_WORD_BYTES) {
        throw damaged("a word has more than " + MAX_WORD_BYTES + " bytes");
      }
      bytes[length++] = (byte) c;
    }
    try {
      return VectorInput.utf8(bytes, length);
    } catch (CharacterCodingException e) {
      throw damaged("word " + number + " is not UTF-8");
    }
  }

  private TrainingException cut(long number) {
    return damaged("the file ends in word " + number + " of " + header.words());
  }

  private TrainingException damaged(String what) {
    return input.damagedByte(input.offset(), what);
  }

  static void write(WordVectors vectors, OutputStream target) throws IOException {
    OutputStream out = new BufferedOutputStream(target, 1 << 16);
    List<String> words = vectors.words();
    out.write(
        new VectorHeader(words.size(), vectors.dimensions())
            .line()
            .getBytes(StandardCharsets.UTF_8));
    ByteBuffer bytes =
        ByteBuffer.allocate(vectors.dimensions() * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int row = 0; row < words.size(); row++) {
      out.write((words.get(row) + " ").getBytes(StandardCharsets.UTF_8));
      bytes.asFloatBuffer().put(vectors.vector(row));
      out.write(bytes.array());
      out.write('\n');
    }
    out.flush();
  }
}
