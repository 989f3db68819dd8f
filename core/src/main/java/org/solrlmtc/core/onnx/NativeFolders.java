package org.solrlmtc.core.onnx;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.solrlmtc.core.io.FileTrees;

/**
 * The folders for temporary files into which ONNX Runtime unpacks its native libraries, one per
 * process. ONNX Runtime leaves the empty folder behind when the process ends, and all 25 MB of it
 * when the process is killed. This deletes both, on Linux, where one can see which folders are in
 * use; elsewhere it does nothing.
 *
 * @param temporary the folder for temporary files
 * @param processes the folder with one folder per process
 */
record NativeFolders(Path temporary, Path processes) {
  private static final System.Logger LOG = System.getLogger(NativeFolders.class.getName());
  private static final String PREFIX = "onnxruntime-java";

  /** Long enough for a process to unpack and load the libraries: from then on the use shows. */
  private static final Duration UNPACKING = Duration.ofMinutes(10);

  static NativeFolders ofThisSystem() {
    return new NativeFolders(Path.of(System.getProperty("java.io.tmpdir")), Path.of("/proc"));
  }

  /** Deletes the folders that killed processes left behind. */
  void deleteUnused(Instant now) {
    try {
      Set<Path> used = used();
      if (used.isEmpty()) {
        return; // not even the own folder is seen: no Linux, or a restricted one
      }
      for (Path folder : all()) {
        boolean old = Files.getLastModifiedTime(folder).toInstant().isBefore(now.minus(UNPACKING));
        if (old && !used.contains(folder)) {
          FileTrees.delete(folder);
        }
      }
    } catch (IOException | UncheckedIOException | SecurityException e) {
      LOG.log(System.Logger.Level.DEBUG, "unused folders of ONNX Runtime stay", e);
    }
  }

  /** Deletes the folder of this process when it ends. Libraries in use stay until then. */
  void deleteOwnAtExit() {
    try {
      Set<Path> own = usedBy(processes.resolve("self"));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(own), "lmtc-onnx-cleanup"));
    } catch (IOException | SecurityException e) {
      LOG.log(System.Logger.Level.DEBUG, "the folder of ONNX Runtime stays", e);
    }
  }

  private static void delete(Set<Path> folders) {
    for (Path folder : folders) {
      try {
        FileTrees.delete(folder);
      } catch (IOException | UncheckedIOException | SecurityException e) {
        LOG.log(System.Logger.Level.DEBUG, folder + " stays", e);
      }
    }
  }

  private List<Path> all() throws IOException {
    // as the system names it: the setting may be a link
    try (Stream<Path> files = Files.list(temporary.toRealPath())) {
      return files.filter(file -> file.getFileName().toString().startsWith(PREFIX)).toList();
    }
  }

  private Set<Path> used() throws IOException {
    if (!Files.isDirectory(processes)) {
      return Set.of();
    }
    List<Path> folders;
    try (Stream<Path> files = Files.list(processes)) {
      folders = files.filter(file -> file.getFileName().toString().matches("\\d+")).toList();
    }
    Set<Path> used = new HashSet<>();
    for (Path process : folders) {
      try {
        used.addAll(usedBy(process));
      } catch (IOException e) {
        // it has ended, or belongs to another user, as do its files
      }
    }
    return used;
  }

  /** The folders from which a process has loaded libraries. */
  private Set<Path> usedBy(Path process) throws IOException {
    Set<Path> used = new HashSet<>();
    try (Stream<String> lines = Files.lines(process.resolve("maps"), StandardCharsets.ISO_8859_1)) {
      String start = temporary.toRealPath().resolve(PREFIX).toString();
      lines
          .filter(line -> line.contains(start))
          .map(line -> Path.of(line.substring(line.indexOf(start))).getParent())
          .forEach(used::add);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return used;
  }
}
