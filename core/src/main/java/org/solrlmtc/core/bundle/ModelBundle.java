package org.solrlmtc.core.bundle;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.thesaurus.Thesaurus;

/**
 * A model in a folder: {@code manifest.json}, {@code labels.tsv}, {@code thesaurus.tsv} and the
 * method's own files. {@link #open} is the only place that checks a bundle: the files of a {@code
 * ModelBundle} can be trusted.
 */
public final class ModelBundle {
  public static final String MANIFEST = "manifest.json";
  public static final String LABELS = "labels.tsv";
  public static final String THESAURUS = "thesaurus.tsv";

  /** The thesaurus that the model was trained with, if concepts were edited since. */
  public static final String TRAINED_THESAURUS = "trained-thesaurus.tsv";

  /** Enough to distinguish bundles with the same name and version. */
  private static final int SHOWN_DIGEST_CHARS = 8;

  private final Path folder;
  private final String digest;
  private final BundleManifest manifest;
  private final LabelSet labels;
  private final Thesaurus thesaurus;
  private final Thesaurus trainedThesaurus;

  /** Prefix of the method's own files in the folder. */
  private final String prefix;

  ModelBundle(
      Path folder,
      String digest,
      BundleManifest manifest,
      LabelSet labels,
      Thesaurus thesaurus,
      Thesaurus trainedThesaurus,
      String prefix) {
    this.folder = folder;
    this.digest = digest;
    this.manifest = manifest;
    this.labels = labels;
    this.thesaurus = thesaurus;
    this.trainedThesaurus = trainedThesaurus;
    this.prefix = prefix;
  }

  /**
   * Opens a bundle by name.
   *
   * @throws BundleException naming the existing bundles if this one is missing
   */
  public static ModelBundle open(Path modelsFolder, String name) {
    return open(ModelsFolder.locate(modelsFolder, name));
  }

  /**
   * Opens the bundle in a folder and checks it: the manifest, the digest of every file, that no
   * file is missing or unlisted, and that every label is a concept of the thesaurus.
   *
   * @throws BundleException naming the file and what is wrong
   */
  public static ModelBundle open(Path folder) {
    BundleCheck check = BundleCheck.of(folder);
    check.checkFolderName();
    return check.openUnlessReplaced();
  }

  public BundleManifest manifest() {
    return manifest;
  }

  /** The folder of its files, as an absolute path. */
  public Path folder() {
    return folder.toAbsolutePath().normalize();
  }

  /**
   * SHA-256 of the manifest. The manifest holds the digests of all other files, so different
   * bundles have different digests.
   */
  public String digest() {
    return digest;
  }

  /**
   * Checks that the bundle was not replaced since it was opened: files read meanwhile may belong to
   * either bundle.
   *
   * @throws BundleException if it was
   */
  void checkNotReplaced() {
    BundleCheck.checkNotReplaced(folder, digest);
  }

  /**
   * The model id that is stored with the labels of a bundle, such as {@code
   * eurovoc-default/1+3fa9c1d2}: name, version and the beginning of the digest.
   */
  public String id() {
    return manifest.name()
        + "/"
        + manifest.version()
        + "+"
        + digest.substring(0, SHOWN_DIGEST_CHARS);
  }

  /**
   * Reads the method's settings. Settings that the reader does not read are refused.
   *
   * @throws BundleException naming the bundle and the setting that is unknown or wrong
   */
  public <T> T readSettings(Function<Settings, T> reader) {
    try {
      Settings settings = new Settings(manifest.method(), manifest.settings());
      T read = reader.apply(settings);
      settings.finish();
      return read;
    } catch (IllegalArgumentException e) {
      throw new BundleException("bundle '" + manifest.name() + "': " + e.getMessage(), e);
    }
  }

  public LabelSet labels() {
    return labels;
  }

  public Thesaurus thesaurus() {
    return thesaurus;
  }

  /** The thesaurus that the model was trained with; concepts may have been edited since. */
  public Thesaurus trainedThesaurus() {
    return trainedThesaurus;
  }

  /** Whether it is a member of an ensemble. */
  boolean isMember() {
    return !prefix.isEmpty();
  }

  /**
   * A file of the bundle.
   *
   * @throws BundleException when the manifest does not list it
   */
  public Path file(String name) {
    if (!hasFile(name)) {
      throw new BundleException(folder.resolve(MANIFEST) + " does not list " + name);
    }
    return folder.resolve(isShared(name) ? name : prefix + name);
  }

  /** The method's own files: all except those that every bundle has. */
  public List<String> ownFiles() {
    return manifest.files().keySet().stream()
        .filter(name -> !isShared(name))
        .collect(Collectors.toList());
  }

  /**
   * A member of this ensemble, as a bundle of its own. Labels and thesaurus are shared; its own
   * files are named by {@link #memberFile}.
   *
   * @param member the member's name
   * @throws IllegalArgumentException if the name is not valid in file names
   */
  public ModelBundle member(String member, String method, Map<String, Object> settings) {
    String start = memberFile(member, "");
    Map<String, BundleFile> files = new TreeMap<>();
    manifest
        .files()
        .forEach(
            (name, file) -> {
              if (isShared(name)) {
                files.put(name, file);
              } else if (name.startsWith(start)) {
                files.put(name.substring(start.length()), file);
              }
            });
    BundleManifest inner =
        new BundleManifest(
            manifest.formatVersion(),
            memberFile(manifest.name(), member),
            manifest.version(),
            method,
            settings,
            manifest.decision(),
            files,
            manifest.provenance(),
            Map.of(),
            null);
    return new ModelBundle(
        folder, digest, inner, labels, thesaurus, trainedThesaurus, prefix + start);
  }

  /** The name of a member's file in the ensemble's bundle. */
  public static String memberFile(String member, String file) {
    return member + "." + file;
  }

  private static boolean isShared(String name) {
    return name.equals(LABELS) || name.equals(THESAURUS) || name.equals(TRAINED_THESAURUS);
  }

  /** True when the bundle has this file. */
  public boolean hasFile(String name) {
    return manifest.files().containsKey(name);
  }
}
