package org.solrlmtc.readers.act.source;

import java.util.ArrayList;
import java.util.List;

/**
 * Gathers running text into lines the way a page shows it: white space collapses, blocks begin new
 * lines, and the cells of a row, or a number and the paragraph it counts, share a line.
 */
public final class LineWriter {
  private enum Gap {
    NONE,
    SPACE,
    CELL,
    LINE
  }

  private final List<String> lines = new ArrayList<>();
  private final StringBuilder line = new StringBuilder();
  private Gap gap = Gap.NONE;
  private boolean cellHasText;

  /** Returns true when the text began a new line. */
  public boolean text(CharSequence text) {
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
      cellHasText = true;
      line.append(c);
    }
    return began;
  }

  public void space() {
    if (gap == Gap.NONE) {
      gap = Gap.SPACE;
    }
  }

  public void beginCell() {
    breakLine();
    cellHasText = false;
  }

  /**
   * The next text shares the line, whatever block it begins; but an empty first cell does not join
   * its row to the line before.
   */
  public void endCell() {
    if (cellHasText || gap != Gap.LINE) {
      gap = Gap.CELL;
    }
  }

  /** A block begins or ends. */
  public void breakLine() {
    if (gap != Gap.CELL) {
      gap = Gap.LINE;
    }
  }

  /** A row or an item ends, even after an empty cell. */
  public void endRow() {
    gap = Gap.LINE;
  }

  public List<String> lines() {
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
