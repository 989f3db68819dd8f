package org.solrlmtc.core.onnx;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where networks shall run.
 *
 * @param number which GPU, of {@link Kind#CUDA} only
 */
public record Device(Kind kind, int number) {
  private static final Pattern FORM = Pattern.compile("(auto|cpu|cuda)(?::([0-9]{1,2}))?");

  /** Kinds of devices. */
  public enum Kind {
    /** The first GPU if it can be used, else the processor. */
    AUTO,
    CPU,
    /** A GPU, and nothing else. */
    CUDA
  }

  /**
   * Reads {@code auto}, {@code cpu}, {@code cuda} or {@code cuda:1}.
   *
   * @throws IllegalArgumentException naming these
   */
  public static Device parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches() || (matcher.group(2) != null && !matcher.group(1).equals("cuda"))) {
      throw new IllegalArgumentException(
          "the device '" + text + "' must be auto, cpu, cuda or cuda:N (N the number of a GPU)");
    }
    return switch (matcher.group(1)) {
      case "cpu" -> new Device(Kind.CPU, 0);
      case "cuda" ->
          new Device(Kind.CUDA, matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2)));
      default -> new Device(Kind.AUTO, 0);
    };
  }
}
