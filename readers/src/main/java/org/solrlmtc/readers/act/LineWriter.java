package org.solrlmtc.readers.act;

import java.util.ArrayList;
import java.util.List;

/**
 * Gathers running text into lines the way a page shows it: white space collapses, blocks begin new
 * lines, and the cells of a row, or a number and the paragraph it counts, share a line.
 */
final class LineWriter {
  private enum Gap {
    NONE,
    SPACE,
    CELL,
    LINE
  }

  private final List<String> lines = new ArrayList<>();
  private final StringBuilder line = new StringBuilder();
  private Gap gap = Gap.NONE;

  /** Returns true when the text began a new line. */
  boolean text(CharSequence text) {
    boolean began = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
        space();
        continue;
      }
      if (gap == Gap.LINE) {
        endLine();
      }
      if (line.isEmpty()) {
        began = true;
      } else if (gap != Gap.NONE) {
        line.append(' ');
      }
      gap = Gap.NONE;
      line.append(c);
    }
    return began;
  }

  void space() {
    if (gap == Gap.NONE) {
      gap = Gap.SPACE;
    }
  }

  /** The next text shares the line, whatever block it begins. */
  void endCell() {
    gap = Gap.CELL;
  }

  /** A block begins or ends. */
  void breakLine() {
    if (gap != Gap.CELL) {
      gap = Gap.LINE;
    }
  }

  /** A row or an item ends, even after an empty cell. */
  void endRow() {
    gap = Gap.LINE;
  }

  List<String> lines() {
    endLine();
    return List.copyOf(lines);
  }

  @Override
  public String toString() {
    return String.join("\n", lines());
  }

  private void endLine() {
    if (!line.isEmpty()) {
      lines.add(line.toString());
      line.setLength(0);
    }
  }
}
