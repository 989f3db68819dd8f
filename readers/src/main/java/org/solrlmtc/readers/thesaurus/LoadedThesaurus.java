package org.solrlmtc.readers.thesaurus;

import java.util.List;
import org.solrlmtc.core.thesaurus.Thesaurus;

/**
 * A thesaurus and notes on the decisions made while reading it.
 *
 * @param notes one sentence, with a count, for everything omitted, repaired or guessed; for the log
 *     or the terminal
 */
public record LoadedThesaurus(Thesaurus thesaurus, List<String> notes) {
  public LoadedThesaurus {
    notes = List.copyOf(notes);
  }
}
