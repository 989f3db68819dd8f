package org.solrlmtc.readers.act;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.solrlmtc.readers.act.source.DamagedInput;
import org.solrlmtc.readers.act.source.Origin;

/** A file, or the files below a folder in the order of their names. Hidden ones are skipped. */
final class FileTree {
  private final Path root;
  private final Deque<Path> pending = new ArrayDeque<>();

  FileTree(Path root) {
    this.root = root;
    pending.push(root);
  }

  Path root() {
    return root;
  }

  Optional<Path> next() throws DamagedInput {
    while (!pending.isEmpty()) {
      Path path = pending.pop();
      if (Files.isDirectory(path)) {
        enter(path);
      } else if (isRoot(path) || Files.isRegularFile(path)) {
        return Optional.of(path);
      } else {
        throw DamagedInput.notAnAct(Origin.of(path).label(), "is no regular file");
      }
    }
    return Optional.empty();
  }

  private void enter(Path folder) throws DamagedInput {
    if (!isRoot(folder) && Files.isSymbolicLink(folder)) {
      // links may form circles
      throw DamagedInput.notAnAct(
          Origin.of(folder).label(), "is a link to a folder and is not followed: name the folder");
    }
    try (Stream<Path> listing = Files.list(folder)) {
      List<Path> last =
          listing
              .filter(path -> !Origin.isHidden(path.getFileName().toString()))
              .sorted(Comparator.comparing((Path p) -> p.getFileName().toString()).reversed())
              .toList();
      last.forEach(pending::push);
    } catch (IOException e) {
      throw DamagedInput.of(Origin.of(folder).label(), e);
    }
  }

  private boolean isRoot(Path path) {
    return path == root;
  }
}
