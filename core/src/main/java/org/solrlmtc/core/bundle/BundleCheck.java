package org.solrlmtc.core.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.solrlmtc.core.io.Sha256;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.core.thesaurus.ThesaurusException;
import org.solrlmtc.core.thesaurus.ThesaurusTsv;

/** Checks a bundle against its manifest. Every message names the file. */
final class BundleCheck {
  /** Each line of a text file becomes objects of about a hundred bytes, even if it is short. */
  private static final int TEXT_HEAP_FACTOR = 32;

  private static final Pattern TEXT = Pattern.compile(".*\\.(tsv|txt|jsonl)");

  /** A JSON object of two bytes becomes a map, twice. */
  private static final int JSON_HEAP_FACTOR = 64;

  static final NumberProperty MAX_MEGABYTES =
      new NumberProperty("lmtc.models.maxMegabytes", 8192, 1, 1 << 20);

  private final Path folder;
  private final BundleManifest manifest;

  /** SHA-256 of the manifest's file. */
  private final String digest;

  private BundleCheck(Path folder, BundleManifest manifest, String digest) {
    this.folder = folder;
    this.manifest = manifest;
    this.digest = digest;
  }

  /** Separate from {@link #open}: a bundle that is being written does not have its name yet. */
  void checkFolderName() {
    if (!manifest.name().equals(folder.toAbsolutePath().normalize().getFileName().toString())) {
      throw new BundleException(
          folder.resolve(ModelBundle.MANIFEST)
              + ": the bundle is named '"
              + manifest.name()
              + "': its folder must have the same name");
    }
  }

  /** As {@link #open}; files that do not match may be of two bundles, neither of them damaged. */
  ModelBundle openUnlessReplaced() {
    try {
      return open();
    } catch (BundleException e) {
      checkNotReplaced(folder, digest);
      throw e;
    }
  }

  /**
   * Checks that a folder still has the manifest of a digest.
   *
   * @throws ReplacedBundleException if it has not
   */
  static void checkNotReplaced(Path folder, String digest) {
    Path file = folder.resolve(ModelBundle.MANIFEST);
    try {
      if (!Files.isRegularFile(file) || !Sha256.of(file).equals(digest)) {
        throw new ReplacedBundleException(folder + " was replaced while it was opened: try again");
      }
    } catch (IOException e) {
      throw new BundleException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** Checks everything except the folder's name. */
  ModelBundle open() {
    checkSizes();
    manifest.files().forEach((name, expected) -> checkFile(folder.resolve(name), expected));
    checkNothingElse();
    LabelSet labels = LabelsFile.read(requiredFile(ModelBundle.LABELS));
    Thesaurus thesaurus = thesaurus(ModelBundle.THESAURUS, labels.ids());
    boolean edited = manifest.files().containsKey(ModelBundle.TRAINED_THESAURUS);
    Thesaurus trained =
        edited ? thesaurus(ModelBundle.TRAINED_THESAURUS, labels.trained().ids()) : thesaurus;
    for (String id : manifest.decision().labelThresholds().keySet()) {
      if (labels.indexOf(id).isEmpty()) {
        throw new BundleException(
            folder.resolve(ModelBundle.MANIFEST)
                + ": the threshold of "
                + id
                + " is not for a label of "
                + ModelBundle.LABELS);
      }
    }
    return new ModelBundle(folder, digest, manifest, labels, thesaurus, trained, "");
  }

  private Thesaurus thesaurus(String name, List<String> labels) {
    Path file = requiredFile(name);
    Thesaurus thesaurus;
    try {
      thesaurus = ThesaurusTsv.read(file);
    } catch (ThesaurusException e) {
      throw new BundleException(e.getMessage(), e);
    }
    for (String id : labels) {
      if (thesaurus.concept(id).isEmpty()) {
        throw new BundleException(
            folder.resolve(ModelBundle.LABELS)
                + ": the label "
                + id
                + " is not a concept of "
                + file);
      }
    }
    return thesaurus;
  }

  /**
   * Reads the manifest of a folder.
   *
   * @throws BundleException if it is missing or wrong
   */
  static BundleCheck of(Path folder) {
    Path file = folder.resolve(ModelBundle.MANIFEST);
    try {
      checkNoLink(file);
      if (!Files.isRegularFile(file)) {
        throw new BundleException(
            folder + " is not a model bundle: it has no " + ModelBundle.MANIFEST);
      }
      HeapLimit.check(file, Files.size(file), JSON_HEAP_FACTOR);
      byte[] json = Files.readAllBytes(file);
      return new BundleCheck(folder, BundleManifest.parse(json), Sha256.of(json));
    } catch (IllegalArgumentException e) {
      throw new BundleException(file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new BundleException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * The folder may be a link that an operator set. Its files come from elsewhere and may not be
   * links.
   */
  private static void checkNoLink(Path file) {
    if (Files.isSymbolicLink(file)) {
      throw new BundleException(
          file
              + " is a symbolic link, which could lead out of the bundle: put the file itself in"
              + " its place");
    }
  }

  private Path requiredFile(String name) {
    if (!manifest.files().containsKey(name)) {
      throw new BundleException(folder.resolve(ModelBundle.MANIFEST) + " does not list " + name);
    }
    return folder.resolve(name);
  }

  /** Limits sizes before the files are read. */
  private void checkSizes() {
    long maxMegabytes = MAX_MEGABYTES.read();
    long sum = 0;
    long textBytes = 0;
    for (String name : manifest.files().keySet()) {
      Path file = folder.resolve(name);
      try {
        checkNoLink(file);
        if (!Files.isRegularFile(file)) {
          throw new BundleException(file + " is missing: copy the whole bundle again");
        }
        long bytes = Files.size(file);
        sum += bytes;
        if (TEXT.matcher(name).matches()) {
          textBytes += bytes;
          HeapLimit.check(file, textBytes, TEXT_HEAP_FACTOR);
        }
      } catch (IOException e) {
        throw new BundleException("cannot read " + file + ": " + e.getMessage(), e);
      }
    }
    if (sum > maxMegabytes << 20) {
      throw new BundleException(
          folder
              + " is larger than "
              + maxMegabytes
              + " MB: use a smaller model, or raise the system property "
              + MAX_MEGABYTES.name());
    }
  }

  private static void checkFile(Path file, BundleFile expected) {
    try {
      BundleFile found = BundleFile.of(file);
      if (!found.equals(expected)) {
        throw new BundleException(
            file
                + " is not the file that the manifest describes ("
                + found.bytes()
                + " bytes with SHA-256 "
                + found.sha256()
                + ", expected "
                + expected.bytes()
                + " bytes with SHA-256 "
                + expected.sha256()
                + "): it is damaged or was changed; copy the bundle again");
      }
    } catch (IOException e) {
      throw new BundleException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private void checkNothingElse() {
    try (Stream<Path> entries = Files.list(folder)) {
      List<String> unlisted =
          entries
              .map(entry -> entry.getFileName().toString())
              .filter(name -> !name.startsWith(".") && !name.equals(ModelBundle.MANIFEST))
              .filter(name -> !manifest.files().containsKey(name))
              .sorted()
              .collect(Collectors.toList());
      if (!unlisted.isEmpty()) {
        throw new BundleException(
            folder.resolve(unlisted.get(0)) + " is not listed in the manifest: move it elsewhere");
      }
    } catch (IOException e) {
      throw new BundleException("cannot list " + folder + ": " + e.getMessage(), e);
    }
  }
}
