package org.solrlmtc.training.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * A data set whose acts were parsed once and are then read from binary files.
 *
 * @param data the data set
 * @param files one file per split
 * @param acts the number of acts in all splits
 */
public record SpooledData(TrainingData data, List<Path> files, long acts) {
  public SpooledData {
    files = List.copyOf(files);
  }

  /** Whether a file of a work folder holds parsed acts, complete or not. */
  public static boolean isSpool(Path file) {
    return file.getFileName().toString().startsWith(ActSpool.PREFIX);
  }

  /** The disk space that the files take. */
  public String describe() throws IOException {
    long bytes = 0;
    for (Path file : files) {
      bytes += Files.size(file);
    }
    return String.format(
        Locale.ROOT,
        "%,d parsed acts take %.1f MB in %s during training",
        acts,
        bytes / 1e6,
        files.get(0).getParent());
  }
}
