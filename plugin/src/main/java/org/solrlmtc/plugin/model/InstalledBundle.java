package org.solrlmtc.plugin.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.ModelsFolder;

/**
 * Puts a bundle into the models folder. It is written beside its place, checked, and renamed into
 * it; if it cannot be used there, the former bundle comes back.
 *
 * @param models the models folder
 * @param name the bundle's name
 */
record InstalledBundle(Path models, String name) {
  private static final int MAX_FILES = 1_000;

  /** Writes a bundle. */
  @FunctionalInterface
  interface Source {
    /**
     * @param folder the bundle's folder, which does not exist yet
     */
    void write(Path folder) throws IOException;
  }

  /** A bundle that arrives as a zip of its files. */
  static Source zip(InputStream in) {
    return folder -> unpack(in, Files.createDirectory(folder));
  }

  /**
   * @param use opens the bundle in its place
   * @throws BundleException with the reason why the folder is as before
   */
  void install(Source source, Runnable use) throws IOException {
    Path work = Files.createTempDirectory(models, ".upload-");
    try {
      Path unpacked = work.resolve(name);
      source.write(unpacked);
      String digest = ModelBundle.open(unpacked).digest();
      if (isInPlace(digest)) {
        use.run();
      } else {
        replace(unpacked, work, use);
      }
    } finally {
      delete(work);
    }
  }

  /** Nodes may share the folder: then another one has put the bundle there. */
  private boolean isInPlace(String digest) {
    if (!ModelsFolder.names(models).contains(name)) {
      return false;
    }
    try {
      return ModelBundle.open(models, name).digest().equals(digest);
    } catch (BundleException e) {
      return false;
    }
  }

  private void replace(Path unpacked, Path work, Runnable use) throws IOException {
    Path place = models.resolve(name);
    Path former = work.resolve("former");
    boolean hasFormer = Files.exists(place, LinkOption.NOFOLLOW_LINKS);
    if (hasFormer) {
      Files.move(place, former, StandardCopyOption.ATOMIC_MOVE);
    }
    boolean usable = false;
    try {
      Files.move(unpacked, place, StandardCopyOption.ATOMIC_MOVE);
      use.run();
      usable = true;
    } finally {
      if (!usable) {
        if (Files.exists(place)) {
          Files.move(place, work.resolve("refused"), StandardCopyOption.ATOMIC_MOVE);
        }
        if (hasFormer) {
          Files.move(former, place, StandardCopyOption.ATOMIC_MOVE);
        }
      }
    }
  }

  private static void unpack(InputStream in, Path folder) throws IOException {
    long left = ModelsFolder.maxBytes();
    int files = 0;
    try (ZipInputStream zip = new ZipInputStream(in)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        // also keeps the file in the folder: such a name has no separator
        ModelsFolder.checkName(entry.getName());
        files++;
        if (files > MAX_FILES) {
          throw new BundleException("the zip has more than " + MAX_FILES + " files");
        }
        left = copy(zip, folder.resolve(entry.getName()), left);
      }
    }
    if (files == 0) {
      throw new BundleException("the body is not a zip with the files of a bundle");
    }
  }

  /** Copies a file, and returns how many bytes are allowed after it. */
  private static long copy(InputStream in, Path file, long limit) throws IOException {
    byte[] buffer = new byte[1 << 16];
    long left = limit;
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        left -= count;
        if (left < 0) {
          throw new BundleException(
              "the bundle is larger than the system property lmtc.models.maxMegabytes allows");
        }
        out.write(buffer, 0, count);
      }
    }
    return left;
  }

  private static void delete(Path folder) throws IOException {
    List<Path> entries;
    try (Stream<Path> walk = Files.walk(folder)) {
      entries = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path entry : entries) {
      Files.delete(entry);
    }
  }
}
