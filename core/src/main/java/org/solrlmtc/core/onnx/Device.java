package org.solrlmtc.core.onnx;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The device that networks run on.
 *
 * @param number index of the GPU; only with {@link Kind#CUDA}
 */
record Device(Kind kind, int number) {
  private static final Pattern FORM = Pattern.compile("(auto|cpu|cuda)(?::([0-9]{1,2}))?");

  /** Kinds of devices. */
  public enum Kind {
    /** The first GPU if it can be used, else the CPU. */
    AUTO,
    CPU,
    /** A GPU; opening fails without it. */
    CUDA
  }

  /** Files of an NVIDIA driver: on Linux, on WSL, on Windows. */
  private static final List<String> DRIVER_FILES =
      List.of("/dev/nvidiactl", "/dev/dxg", "C:\\Windows\\System32\\nvcuda.dll");

  /**
   * Whether there seems to be a GPU. An attempt to use one unpacks some hundred megabytes of
   * libraries in each process. False where a security manager hides the driver.
   */
  static boolean hasGpuDriver() {
    try {
      return DRIVER_FILES.stream().anyMatch(file -> Files.exists(Path.of(file)));
    } catch (SecurityException e) {
      return false;
    }
  }

  /**
   * Reads {@code auto}, {@code cpu}, {@code cuda} or {@code cuda:1}.
   *
   * @throws IllegalArgumentException naming the choices
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
