package org.solrlmtc.readers.act.source;

import java.io.Serializable;
import java.util.Objects;

/**
 * Something that was not delivered as an act, and why.
 *
 * @param source the file, with line or archive entry: {@code acts/dev.jsonl.gz:17}, {@code
 *     acts.zip!/train/a.json}
 * @param reason what is wrong and the way out
 */
public record ReadProblem(Kind kind, String source, String reason) implements Serializable {

  /** How bad it is. */
  public enum Kind {
    /** An act that is lost, wholly or in part. Stops reading under a fatal policy. */
    DAMAGED,
    /** A file of a folder or archive that was never an act, such as a README. Never fatal. */
    NOT_AN_ACT
  }

  public ReadProblem {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(reason, "reason");
  }

  /** Source and reason in one line. */
  public String message() {
    return source + ": " + reason;
  }
}
