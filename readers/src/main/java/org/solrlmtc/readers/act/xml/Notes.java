package org.solrlmtc.readers.act.xml;

import java.util.HashMap;
import java.util.Map;
import org.solrlmtc.readers.act.source.LineWriter;

/**
 * The notes inside a text. As in EURLEX57K a number replaces a note, and the notes follow the
 * signature or the annex they belong to. A reference to an earlier note repeats its number, and a
 * note without text has no line.
 */
final class Notes {
  private final Map<String, Integer> numbers = new HashMap<>();
  private LineWriter collected = new LineWriter();
  private LineWriter current = new LineWriter();
  private int count;

  /**
   * A note begins where the text is now.
   *
   * @param id by which later references name it, or empty
   */
  void begin(String id, LineWriter text) {
    beginUnmarked(id);
    mark(count, text);
  }

  /** A note begins that only later references mark, such as one of a list before a table. */
  void beginUnmarked(String id) {
    count++;
    if (!id.isEmpty()) {
      numbers.put(id, count);
    }
    current = new LineWriter();
  }

  /** The text refers to an earlier note; to one that there is not, it has no number. */
  void refer(String id, LineWriter text) {
    Integer number = numbers.get(id);
    if (number != null) {
      mark(number, text);
    }
  }

  /** Takes the text of the note that was begun last. */
  LineWriter writer() {
    return current;
  }

  void end() {
    boolean first = true;
    for (String line : current.lines()) {
      if (first) {
        collected.text("(" + count + ") ");
        first = false;
      }
      collected.text(line);
      collected.endRow();
    }
    current = new LineWriter();
  }

  /** Moves the notes collected so far to the end of a text. */
  void flushTo(LineWriter text) {
    text.breakLine();
    for (String note : collected.lines()) {
      text.text(note);
      text.endRow();
    }
    collected = new LineWriter();
  }

  private static void mark(int number, LineWriter text) {
    text.space();
    text.text("(" + number + ")");
  }
}
