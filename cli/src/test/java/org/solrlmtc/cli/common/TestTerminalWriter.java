package org.solrlmtc.cli.common;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TestTerminalWriter {
  private final StringWriter written = new StringWriter();
  private final PrintWriter out = TerminalWriter.safe(written);

  @Test
  void charactersThatControlATerminalAreReplaced() {
    out.print("\u001b[2Jname\u0007\u009b1m\u202e\u007f");
    out.write('\u001b');
    out.write(new char[] {'x', '\u001b', 'y'}, 1, 2);
    out.write("a\u001bb", 1, 1);
    out.flush();
    assertEquals("?[2Jname??1m???" + "?y" + "?", written.toString());
  }

  @Test
  void linesTabsAndLettersStay() {
    out.println("d\u00e9cision\t\u041c\ud83d\ude00");
    assertEquals("d\u00e9cision\t\u041c\ud83d\ude00" + System.lineSeparator(), written.toString());
  }
}
