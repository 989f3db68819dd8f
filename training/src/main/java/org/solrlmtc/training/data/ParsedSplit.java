package org.solrlmtc.training.data;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.solrlmtc.core.io.Sha256;
import org.solrlmtc.readers.act.ActStream;
import org.solrlmtc.readers.act.DamagePolicy;

/**
 * A file or folder of acts, parsed every time it is read. A damaged act stops reading: nobody would
 * notice that a model was trained on half of the data.
 */
final class ParsedSplit implements ActSplit {
  private final Path path;
  private Optional<String> digest = Optional.empty();
  private int parses;

  ParsedSplit(Path path) {
    this.path = path;
  }

  @Override
  public <T> T read(ActsFunction<T> use) throws IOException {
    parses++;
    try (ActStream stream = ActStream.open(List.of(path), DamagePolicy.fatal(problem -> {}))) {
      return use.apply(stream);
    }
  }

  @Override
  public String identity() throws IOException {
    String name = path.getFileName().toString();
    return Files.isRegularFile(path) ? name + " sha256:" + digest() : name;
  }

  /** How often the acts were parsed; for tests. */
  int parses() {
    return parses;
  }

  /** SHA-256 of the file; for a folder, of the names and digests of its files. */
  String digest() throws IOException {
    if (digest.isEmpty()) {
      digest = Optional.of(Files.isDirectory(path) ? folderDigest() : Sha256.of(path));
    }
    return digest.get();
  }

  private String folderDigest() throws IOException {
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
