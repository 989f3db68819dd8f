package org.solrlmtc.cli.common;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/**
 * Writes text to a terminal, without the characters that control one. Names in manifests, acts and
 * messages of other programs come from files: as control sequences they could rewrite lines that
 * were printed before, or change the terminal.
 */
public final class TerminalWriter extends FilterWriter {
  private static final char REPLACEMENT = '?';

  private TerminalWriter(Writer out) {
    super(out);
  }

  /** A writer to this one that all output of a command goes through. */
  public static PrintWriter safe(Writer out) {
    return new PrintWriter(new TerminalWriter(out), true);
  }

  /** The text without control characters. */
  static String safe(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    text.chars().forEach(c -> safe.append(safe((char) c)));
    return safe.toString();
  }

  private static char safe(char c) {
    boolean lineOrTab = c == '\t' || System.lineSeparator().indexOf(c) >= 0;
    boolean control = Character.isISOControl(c) && !lineOrTab;
    // these turn the direction of writing around
    boolean direction = c >= 0x202A && c <= 0x202E || c >= 0x2066 && c <= 0x2069;
    return control || direction ? REPLACEMENT : c;
  }

  @Override
  public void write(int c) throws IOException {
    super.write(safe((char) c));
  }

  @Override
  public void write(char[] buffer, int offset, int length) throws IOException {
    write(new String(buffer, offset, length), 0, length);
  }

  @Override
  public void write(String text, int offset, int length) throws IOException {
    super.write(safe(text.substring(offset, offset + length)), 0, length);
  }
}
