package org.solrlmtc.training.data;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.solrlmtc.core.io.Sha256;
import org.solrlmtc.readers.act.ActStream;
import org.solrlmtc.readers.act.DamagePolicy;

/**
 * Files or folders of acts, read one after the other and parsed every time. A damaged act stops
 * reading: nobody would notice that a model was trained on half of the data.
 */
final class ParsedSplit implements ActSplit {
  private final List<Path> paths;
  private Optional<String> digest = Optional.empty();
  private int parses;

  ParsedSplit(Path path) {
    this(List.of(path));
  }

  ParsedSplit(List<Path> paths) {
    this.paths = List.copyOf(paths);
  }

  @Override
  public <T> T read(ActsFunction<T> use) throws IOException {
    parses++;
    try (ActStream stream = ActStream.open(paths, DamagePolicy.fatal(problem -> {}))) {
      return use.apply(stream);
    }
  }

  @Override
  public String identity() throws IOException {
    List<String> names = new ArrayList<>();
    for (Path path : paths) {
      String name = path.getFileName().toString();
      names.add(Files.isRegularFile(path) ? name + " sha256:" + Sha256.of(path) : name);
    }
    return String.join(" + ", names);
  }

  /** How often the acts were parsed; for tests. */
  int parses() {
    return parses;
  }

  /** SHA-256 of the file; for a folder, of the names and digests of its files. */
  String digest() throws IOException {
    if (digest.isEmpty()) {
      List<String> digests = new ArrayList<>();
      for (Path path : paths) {
        digests.add(Files.isDirectory(path) ? folderDigest(path) : Sha256.of(path));
      }
      digest =
          Optional.of(digests.size() == 1 ? digests.get(0) : Sha256.of(String.join("\n", digests)));
    }
    return digest.get();
  }

  private static String folderDigest(Path path) throws IOException {
    List<Path> files;
    try (Stream<Path> entries = Files.walk(path, FileVisitOption.FOLLOW_LINKS)) {
      files = entries.filter(Files::isRegularFile).sorted().toList();
    }
    StringBuilder lines = new StringBuilder();
    for (Path file : files) {
      lines.append(path.relativize(file)).append('\t').append(Sha256.of(file)).append('\n');
    }
    return Sha256.of(lines.toString());
  }
}
