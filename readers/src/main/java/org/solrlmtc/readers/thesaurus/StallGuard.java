package org.solrlmtc.readers.thesaurus;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFHandler;
import org.eclipse.rdf4j.rio.helpers.RDFHandlerWrapper;
import org.solrlmtc.core.thesaurus.ThesaurusException;

/**
 * Stops a Turtle parser that no longer reads. In a broken collection, {@code ( . )}, RDF4J's parser
 * reports one statement after the other without end. In sound Turtle a statement takes at least one
 * character, and the item of a collection, which is two statements, two.
 */
final class StallGuard extends FilterReader {
  /** For what the parser has read ahead. */
  private static final int ALLOWANCE = 10_000;

  private long characters;
  private long lines = 1;
  private long statements;

  StallGuard(Reader in) {
    super(in);
  }

  /** A handler that passes statements on as long as the parser reads. */
  RDFHandler watch(RDFHandler handler) {
    return new RDFHandlerWrapper(handler) {
      @Override
      public void handleStatement(Statement statement) {
        if (++statements > characters + ALLOWANCE) {
          throw new ThesaurusException(
              "line "
                  + lines
                  + ": a collection, which begins with '(', holds something that is no value;"
                  + " correct it or remove it");
        }
        super.handleStatement(statement);
      }
    };
  }

  @Override
  public int read() throws IOException {
    int next = super.read();
    if (next >= 0) {
      count((char) next);
    }
    return next;
  }

  @Override
  public int read(char[] target, int offset, int length) throws IOException {
    int n = super.read(target, offset, length);
    for (int i = 0; i < n; i++) {
      count(target[offset + i]);
    }
    return n;
  }

  private void count(char c) {
    characters++;
    lines += c == '\n' ? 1 : 0;
  }
}
