package org.solrlmtc.training.neural.elmo;

import java.util.Arrays;
import org.solrlmtc.training.neural.text.Batch;

/**
 * Which word vectors the two directions read at each step. The forward direction reads the mark of
 * the beginning and then the words, the backward direction the mark of the end and then the words
 * from the last one. Both begin at their own end of each text, so that padding follows the text and
 * has no effect.
 *
 * @param lengths number of words per text
 * @param steps number of steps: the words of the longest text, and the mark
 * @param forward row of a word vector per step and text
 * @param backward the same from the last word
 */
public record TextRows(int[] lengths, int steps, long[] forward, long[] backward) {

  /**
   * The rows of a batch, whose marks are the two rows after those of its words.
   *
   * @param batch with the row of each word
   */
  public static TextRows of(Batch batch) {
    int texts = batch.size();
    int steps = batch.tokens() + 1;
    long begin = batch.rowCount();
    long[] forward = new long[steps * texts];
    long[] backward = new long[steps * texts];
    Arrays.fill(forward, begin);
    Arrays.fill(backward, begin + 1);
    for (int text = 0; text < texts; text++) {
      int length = batch.lengths()[text];
      for (int word = 0; word < length; word++) {
        int row = batch.rows()[text * batch.tokens() + word];
        forward[(word + 1) * texts + text] = row;
        backward[(length - word) * texts + text] = row;
      }
    }
    return new TextRows(batch.lengths(), steps, forward, backward);
  }
}
