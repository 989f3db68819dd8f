package org.solrlmtc.core.act;

import java.util.List;
import java.util.Objects;

/**
 * An act of a data set: its text, its gold concepts (possibly none), and where it was read.
 *
 * @param uri the act's address, or empty
 * @param concepts EuroVoc ids in the order of the source, without repetitions
 * @param source file and line or entry, for messages: {@code dev.jsonl.gz:17}
 */
public record ActRecord(LegalAct act, String uri, List<String> concepts, String source) {
  public ActRecord {
    Objects.requireNonNull(act, "act");
    Objects.requireNonNull(uri, "uri");
    concepts = List.copyOf(concepts);
    Objects.requireNonNull(source, "source");
  }
}
