package org.solrlmtc.core.bundle;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.io.FileTrees;
import org.solrlmtc.core.reference.Reference;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.core.thesaurus.ThesaurusTsv;

/**
 * Writes a bundle next to its target folder, checks it as a reader would, and only then renames it:
 * a reader never sees a partial bundle. An older bundle is renamed first; a power cut at that
 * moment leaves it as {@code .NAME.old-...}. Closing without {@link #finish} deletes the partial
 * bundle. The partial bundle of a killed process is deleted by the next writer of the same bundle.
 * A bundle has one writer at a time.
 */
public final class BundleWriter implements AutoCloseable {
  private static final String DRAFT = "draft";
  private static final String OLD = "old";
  private static final String UUID_FORM = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

  private final Path target;
  private final WriterLock lock;
  private final List<Path> staleDrafts;
  private final Path draft;

  /**
   * Starts a bundle for the folder {@code target}, whose name is the model's name.
   *
   * @throws BundleException if nothing may be written there, or another writer is active
   */
  public BundleWriter(Path target, LabelSet labels, Thesaurus thesaurus) throws IOException {
    this.target = target.toAbsolutePath().normalize();
    checkTarget(this.target);
    Files.createDirectories(this.target.getParent());
    this.lock = WriterLock.take(this.target);
    try {
      this.staleDrafts = removeStaleDrafts();
      this.draft = Files.createDirectory(sibling(DRAFT));
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
    try {
      LabelsFile.write(labels, file(ModelBundle.LABELS));
      ThesaurusTsv.write(thesaurus, file(ModelBundle.THESAURUS));
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** This writer has the lock, so no other process writes a draft of this bundle. */
  private List<Path> removeStaleDrafts() throws IOException {
    // exact, since another bundle may be named NAME.draft-...
    String drafts = Pattern.quote("." + name() + "." + DRAFT + "-") + UUID_FORM;
    List<Path> stale =
        list(target.getParent()).stream()
            .filter(entry -> entry.getFileName().toString().matches(drafts))
            .sorted()
            .toList();
    for (Path entry : stale) {
      FileTrees.delete(entry);
    }
    return stale;
  }

  /** Partial bundles of killed processes, which this writer has deleted. */
  public List<Path> staleDrafts() {
    return staleDrafts;
  }

  /**
   * Checks that a bundle may be written there: before hours of training, not after.
   *
   * @throws BundleException if the name is not valid for a bundle, or the folder holds something
   *     else
   */
  public static void checkTarget(Path target) {
    Path folder = target.toAbsolutePath().normalize();
    try {
      BundleNames.check("bundle name", folder.getFileName().toString());
    } catch (IllegalArgumentException e) {
      throw new BundleException(e.getMessage(), e);
    }
    if (Files.exists(folder) && !Files.isRegularFile(folder.resolve(ModelBundle.MANIFEST))) {
      throw new BundleException(
          folder + " exists and is not a model bundle: choose another place or move it away");
    }
  }

  /** The path for a file of the bundle; files written there are listed in the manifest. */
  public Path file(String name) {
    BundleNames.check("file name", name);
    return draft.resolve(name);
  }

  /**
   * The bundle written so far, opened where it is: a model is tuned and evaluated on the files that
   * it will consist of.
   */
  public ModelBundle preview(
      String version, String method, Map<String, Object> settings, DecisionRule decision)
      throws IOException {
    return check(version, method, settings, decision, Map.of(), Map.of(), Optional.empty());
  }

  /** As {@link #finish(String, String, Map, DecisionRule, Map, Map, Optional)}, not tuned. */
  public ModelBundle finish(
      String version,
      String method,
      Map<String, Object> settings,
      DecisionRule decision,
      Map<String, Object> provenance,
      Map<String, Map<String, Double>> quality)
      throws IOException {
    return finish(version, method, settings, decision, provenance, quality, Optional.empty());
  }

  /**
   * Writes the manifest, checks the bundle and moves it to its target; an older bundle there is
   * replaced.
   *
   * @param reference the acts it was tuned on, if it was
   */
  public ModelBundle finish(
      String version,
      String method,
      Map<String, Object> settings,
      DecisionRule decision,
      Map<String, Object> provenance,
      Map<String, Map<String, Double>> quality,
      Optional<Reference> reference)
      throws IOException {
    check(version, method, settings, decision, provenance, quality, reference);
    replaceTarget();
    return ModelBundle.open(target);
  }

  private ModelBundle check(
      String version,
      String method,
      Map<String, Object> settings,
      DecisionRule decision,
      Map<String, Object> provenance,
      Map<String, Map<String, Double>> quality,
      Optional<Reference> reference)
      throws IOException {
    Path manifestFile = draft.resolve(ModelBundle.MANIFEST);
    Files.deleteIfExists(manifestFile);
    Map<String, BundleFile> files = new TreeMap<>();
    for (Path file : list(draft)) {
      force(file);
      files.put(file.getFileName().toString(), BundleFile.of(file));
    }
    BundleManifest manifest =
        new BundleManifest(
            BundleManifest.FORMAT_VERSION,
            name(),
            version,
            method,
            settings,
            decision,
            files,
            provenance,
            quality,
            reference.orElse(null));
    Files.write(manifestFile, manifest.toJson());
    force(manifestFile);
    return BundleCheck.of(draft).open();
  }

  /** The version of a bundle that a writer, perhaps a killed one, has moved away. */
  static Optional<Path> formerVersion(Path bundle) {
    Path folder = bundle.toAbsolutePath().normalize();
    String name = Pattern.quote("." + folder.getFileName() + "." + OLD + "-") + UUID_FORM;
    if (!Files.isDirectory(folder.getParent())) {
      return Optional.empty();
    }
    try {
      return list(folder.getParent()).stream()
          .filter(entry -> entry.getFileName().toString().matches(name))
          .findAny();
    } catch (IOException e) {
      throw new BundleException("cannot list the models folder " + folder.getParent(), e);
    }
  }

  private void replaceTarget() throws IOException {
    if (!Files.exists(target)) {
      Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
      return;
    }
    Path old = sibling(OLD);
    Files.move(target, old, StandardCopyOption.ATOMIC_MOVE);
    try {
      Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.move(old, target, StandardCopyOption.ATOMIC_MOVE);
      throw e;
    }
    FileTrees.delete(old);
  }

  @Override
  public void close() throws IOException {
    try (lock) {
      if (Files.exists(draft)) {
        FileTrees.delete(draft);
      }
    }
  }

  /**
   * A hidden folder next to the target. Java's temporary folders would not be readable for the user
   * that runs Solr.
   */
  private Path sibling(String kind) {
    return target.resolveSibling("." + name() + "." + kind + "-" + UUID.randomUUID());
  }

  private String name() {
    return target.getFileName().toString();
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.collect(Collectors.toList());
    }
  }

  private static void force(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }
}
