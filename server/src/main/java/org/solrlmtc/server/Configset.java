package org.solrlmtc.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The project's configset: a folder that servers copy and never change. */
record Configset(Path folder) {

  /** Reads one file of a copy of the configset; null if the copy lacks it. */
  interface Copy {
    byte[] read(String relativePath) throws IOException;
  }

  /** Checks that the folder contains a configset. */
  static Configset open(Path folder) throws StartException {
    if (!Files.isRegularFile(folder.resolve("solrconfig.xml"))) {
      throw new StartException(
          "configset " + folder + " has no solrconfig.xml: name the right folder with --conf");
    }
    return new Configset(folder);
  }

  /** Copies all files into the target; replaces existing files and keeps additional ones. */
  void copyTo(Path target) throws IOException {
    for (Path file : files()) {
      Path copy = target.resolve(relative(file));
      Files.createDirectories(copy.getParent());
      Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Whether a copy lacks a file or has another version of it. */
  boolean differsFrom(Copy copy) throws IOException {
    for (Path file : files()) {
      if (!Arrays.equals(Files.readAllBytes(file), copy.read(relative(file)))) {
        return true;
      }
    }
    return false;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private String relative(Path file) {
    return folder.relativize(file).toString().replace('\\', '/');
  }
}
