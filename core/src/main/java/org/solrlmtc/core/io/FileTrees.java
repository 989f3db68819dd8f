package org.solrlmtc.core.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Operations on whole folders. */
public final class FileTrees {
  private FileTrees() {}

  /** Deletes a file, or a folder with its content. Links are deleted, not followed. */
  public static void delete(Path root) throws IOException {
    List<Path> entries;
    try (Stream<Path> walk = Files.walk(root)) {
      entries = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path entry : entries) {
      Files.delete(entry);
    }
  }
}
