package org.solrlmtc.training.pretrained;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.solrlmtc.training.execution.TrainingException;

/**
 * Gets jars by Maven, which knows this user's mirrors, proxies and credentials, and prints the
 * progress of a download itself.
 */
final class MavenRepository {
  private static final String PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1";

  private MavenRepository() {}

  /**
   * Copies a jar into an empty folder.
   *
   * @throws TrainingException saying what to do, if Maven is missing or fails
   */
  static Path copy(String artifact, Path folder) throws IOException {
    boolean windows = System.getProperty("os.name").startsWith("Windows");
    Process maven;
    try {
      maven =
          new ProcessBuilder(
                  windows ? "mvn.cmd" : "mvn",
                  PLUGIN + ":copy",
                  "-Dartifact=" + artifact,
                  "-DoutputDirectory=" + folder)
              // no project here whose settings could interfere
              .directory(folder.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .redirectOutput(ProcessBuilder.Redirect.INHERIT)
              .start();
    } catch (IOException e) {
      throw new TrainingException(
          "Maven was not found: install Maven 3.8 or newer, or download the jar "
              + artifact
              + " and name it by --jar",
          e);
    }
    try {
      int code = maven.waitFor();
      if (code != 0) {
        throw new TrainingException(
            "Maven could not get " + artifact + "; its output is above (exit code " + code + ")");
      }
    } catch (InterruptedException e) {
      maven.destroy();
      Thread.currentThread().interrupt();
      throw new TrainingException("interrupted while Maven was getting " + artifact, e);
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> jars = files.filter(file -> file.toString().endsWith(".jar")).toList();
      if (jars.size() != 1) {
        throw new TrainingException("Maven copied " + jars.size() + " jars of " + artifact);
      }
      return jars.get(0);
    }
  }
}
