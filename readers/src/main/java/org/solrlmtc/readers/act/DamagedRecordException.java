package org.solrlmtc.readers.act;

import org.solrlmtc.readers.act.source.ReadProblem;

/** A damaged record under a fatal {@link DamagePolicy}; the message names file and line. */
public class DamagedRecordException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ReadProblem problem;

  DamagedRecordException(ReadProblem problem) {
    super(problem.message());
    this.problem = problem;
  }

  public ReadProblem problem() {
    return problem;
  }
}
