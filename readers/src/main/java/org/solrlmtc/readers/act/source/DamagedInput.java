package org.solrlmtc.readers.act.source;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.Locale;
import java.util.zip.ZipException;

/** A problem on its way to {@link ActStream}, which applies the policy. */
public final class DamagedInput extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int MAX_LENGTH = 500;

  private final ReadProblem problem;

  private DamagedInput(ReadProblem.Kind kind, String source, String reason, Throwable cause) {
    super(reason, cause);
    this.problem = new ReadProblem(kind, source, presentable(reason));
  }

  public static DamagedInput of(String source, String reason) {
    return new DamagedInput(ReadProblem.Kind.DAMAGED, source, reason, null);
  }

  public static DamagedInput of(String source, IOException failure) {
    return new DamagedInput(ReadProblem.Kind.DAMAGED, source, reason(failure), failure);
  }

  public static DamagedInput notAnAct(String source, String reason) {
    return new DamagedInput(ReadProblem.Kind.NOT_AN_ACT, source, reason, null);
  }

  public static DamagedInput tooLarge(String source, ReadLimits limits) {
    return of(
        source,
        String.format(
            Locale.ROOT,
            "the act is larger than the limit of %,d bytes: raise maxActBytes (--max-act-bytes) to"
                + " read it",
            limits.maxActBytes()));
  }

  public ReadProblem problem() {
    return problem;
  }

  /** Reasons quote the input, which may be of any length. */
  private static String presentable(String reason) {
    boolean fits = reason.length() <= MAX_LENGTH;
    return Origin.printable(fits ? reason : reason.substring(0, MAX_LENGTH) + "...");
  }

  private static String reason(IOException failure) {
    if (failure instanceof ExpansionGuard.LimitException) {
      return failure.getMessage();
    }
    if (failure instanceof EOFException) {
      return "the compressed data ends too early: the file is cut short, fetch it again";
    }
    if (failure instanceof ZipException) {
      return "the compressed data is damaged (" + failure.getMessage() + "): fetch it again";
    }
    if (failure instanceof AccessDeniedException) {
      return "cannot be read: permission denied";
    }
    return "cannot be read: " + failure;
  }
}
