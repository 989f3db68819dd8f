package org.solrlmtc.core.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Words as ELMo reads them: the bytes of their UTF-8 form between a begin and an end mark, padded
 * to a fixed number. Ids are those of ELMo's files plus one, so that 0 stays free for padding of
 * texts.
 */
public final class CharacterIds {
  /** The number of ids in ELMo's files: 256 bytes and 5 marks. */
  public static final int COUNT = 261;

  /** Begin mark, one byte, end mark. */
  public static final int MIN_PER_WORD = 3;

  private static final int TEXT_BEGIN = 257;
  private static final int TEXT_END = 258;
  private static final int WORD_BEGIN = 259;
  private static final int WORD_END = 260;
  private static final int WORD_PADDING = 261;

  private CharacterIds() {}

  /**
   * The ids of a word.
   *
   * @param perWord number of ids; longer words are cut
   */
  public static int[] ofWord(CharSequence word, int perWord) {
    // a character has at least one byte: more characters than ids are never read
    int end = Math.min(word.length(), perWord);
    byte[] bytes = word.subSequence(0, end).toString().getBytes(StandardCharsets.UTF_8);
    int[] ids = new int[perWord];
    Arrays.fill(ids, WORD_PADDING);
    ids[0] = WORD_BEGIN;
    int read = Math.min(bytes.length, perWord - 2);
    for (int i = 0; i < read; i++) {
      ids[i + 1] = 1 + (bytes[i] & 0xFF);
    }
    ids[read + 1] = WORD_END;
    return ids;
  }

  /** The ids of the mark before the first word. */
  public static int[] textBegin(int perWord) {
    return mark(TEXT_BEGIN, perWord);
  }

  /** The ids of the mark after the last word. */
  public static int[] textEnd(int perWord) {
    return mark(TEXT_END, perWord);
  }

  private static int[] mark(int mark, int perWord) {
    int[] ids = new int[perWord];
    Arrays.fill(ids, WORD_PADDING);
    ids[0] = WORD_BEGIN;
    ids[1] = mark;
    ids[2] = WORD_END;
    return ids;
  }
}
