package org.solrlmtc.core.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.thesaurus.Thesauri;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.core.thesaurus.ThesaurusException;

/**
 * A model in a folder: {@code manifest.json}, {@code labels.tsv}, {@code thesaurus.tsv} and the
 * method's own files. {@link #open} is the one place that checks a bundle: whoever holds a {@code
 * ModelBundle} may trust its files.
 */
public final class ModelBundle {
  public static final String MANIFEST = "manifest.json";
  public static final String LABELS = "labels.tsv";
  public static final String THESAURUS = "thesaurus.tsv";

  /** Each line of a text becomes objects of a hundred bytes, be it only a few letters long. */
  private static final int GROWTH_OF_TEXT = 32;

  private static final Pattern TEXT = Pattern.compile(".*\\.(tsv|txt|jsonl)");

  /** Objects of two bytes become maps, twice. */
  private static final int GROWTH_OF_JSON = 64;

  private static final NumberProperty MAX_MEGABYTES =
      new NumberProperty("lmtc.models.maxMegabytes", 8192, 1, 1 << 20);

  /** Enough to tell bundles apart that people gave the same name and version. */
  private static final int SHOWN_DIGEST_CHARS = 8;

  private final Path folder;
  private final String digest;
  private final BundleManifest manifest;
  private final LabelSet labels;
  private final Thesaurus thesaurus;

  /** What the names of the method's own files begin with in the folder. */
  private final String prefix;

  private ModelBundle(
      Path folder,
      String digest,
      BundleManifest manifest,
      LabelSet labels,
      Thesaurus thesaurus,
      String prefix) {
    this.folder = folder;
    this.digest = digest;
    this.manifest = manifest;
    this.labels = labels;
    this.thesaurus = thesaurus;
    this.prefix = prefix;
  }

  /**
   * Opens a bundle by name.
   *
   * @throws BundleException naming the bundles there are when this one is not among them
   */
  public static ModelBundle open(Path modelsFolder, String name) {
    checkName(name);
    Path folder = modelsFolder.resolve(name);
    if (!Files.isRegularFile(folder.resolve(MANIFEST))) {
      List<String> there = names(modelsFolder);
      throw new BundleException(
          "there is no model bundle '"
              + name
              + "' in "
              + modelsFolder
              + (there.isEmpty()
                  ? ", nor any other bundle"
                  : "; there are: " + String.join(", ", there)));
    }
    return open(folder);
  }

  /**
   * Checks that a name is fit for a bundle, and cannot lead out of the models folder.
   *
   * @throws BundleException saying what names are
   */
  public static void checkName(String name) {
    try {
      BundleNames.check("bundle name", name);
    } catch (IllegalArgumentException e) {
      throw new BundleException(e.getMessage(), e);
    }
  }

  /** Names of the folders that hold a manifest, sorted. */
  public static List<String> names(Path modelsFolder) {
    if (!Files.isDirectory(modelsFolder)) {
      throw new BundleException("the models folder " + modelsFolder + " does not exist");
    }
    try (Stream<Path> entries = Files.list(modelsFolder)) {
      return entries
          .filter(entry -> Files.isRegularFile(entry.resolve(MANIFEST)))
          .map(entry -> entry.getFileName().toString())
          .filter(name -> !name.startsWith("."))
          .sorted()
          .collect(Collectors.toList());
    } catch (IOException e) {
      throw new BundleException("cannot list the models folder " + modelsFolder, e);
    }
  }

  /**
   * Opens the bundle in a folder and checks all of it: the manifest, the digest of every file, that
   * nothing is missing or left over, and that every label is a concept of the thesaurus.
   *
   * @throws BundleException naming the file and what is wrong
   */
  public static ModelBundle open(Path folder) {
    ReadManifest read = readManifest(folder);
    BundleManifest manifest = read.manifest();
    if (!manifest.name().equals(folder.toAbsolutePath().normalize().getFileName().toString())) {
      throw new BundleException(
          folder.resolve(MANIFEST)
              + ": the bundle is named '"
              + manifest.name()
              + "': its folder must have the same name");
    }
    return check(folder, read);
  }

  /** The checks on everything but the folder's name, which a bundle being written has not yet. */
  static ModelBundle check(Path folder, ReadManifest read) {
    BundleManifest manifest = read.manifest();
    checkSizes(folder, manifest.files());
    manifest.files().forEach((name, expected) -> checkFile(folder.resolve(name), expected));
    checkNothingElse(folder, manifest.files());
    LabelSet labels = LabelsFile.read(requiredFile(folder, manifest, LABELS));
    Path thesaurusFile = requiredFile(folder, manifest, THESAURUS);
    Thesaurus thesaurus;
    try {
      thesaurus = Thesauri.readPlain(thesaurusFile);
    } catch (ThesaurusException e) {
      throw new BundleException(e.getMessage(), e);
    }
    for (String id : labels.ids()) {
      if (thesaurus.concept(id).isEmpty()) {
        throw new BundleException(
            folder.resolve(LABELS) + ": the label " + id + " is not a concept of " + thesaurusFile);
      }
    }
    for (String id : manifest.decision().labelThresholds().keySet()) {
      if (labels.indexOf(id).isEmpty()) {
        throw new BundleException(
            folder.resolve(MANIFEST)
                + ": the threshold of "
                + id
                + " is for no label of "
                + LABELS);
      }
    }
    return new ModelBundle(folder, read.digest(), manifest, labels, thesaurus, "");
  }

  /** A manifest and the SHA-256 of its file. */
  record ReadManifest(BundleManifest manifest, String digest) {}

  static ReadManifest readManifest(Path folder) {
    Path file = folder.resolve(MANIFEST);
    try {
      checkNoLink(file);
      if (!Files.isRegularFile(file)) {
        throw new BundleException(folder + " is not a model bundle: it has no " + MANIFEST);
      }
      HeapLimit.check(file, Files.size(file), GROWTH_OF_JSON);
      byte[] json = Files.readAllBytes(file);
      return new ReadManifest(
          BundleManifest.parse(json), HexFormat.of().formatHex(newDigest().digest(json)));
    } catch (IllegalArgumentException e) {
      throw new BundleException(file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new BundleException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** The folder may be a link, which operators set; its files came with it, from elsewhere. */
  private static void checkNoLink(Path file) {
    if (Files.isSymbolicLink(file)) {
      throw new BundleException(
          file
              + " is a symbolic link, which could lead out of the bundle: put the file itself in"
              + " its place");
    }
  }

  private static Path requiredFile(Path folder, BundleManifest manifest, String name) {
    if (!manifest.files().containsKey(name)) {
      throw new BundleException(folder.resolve(MANIFEST) + " does not list " + name);
    }
    return folder.resolve(name);
  }

  /** Before files are read from end to end. */
  private static void checkSizes(Path folder, Map<String, BundleFile> files) {
    long maxMegabytes = MAX_MEGABYTES.read();
    long sum = 0;
    long sumOfTexts = 0;
    for (String name : files.keySet()) {
      Path file = folder.resolve(name);
      try {
        checkNoLink(file);
        if (!Files.isRegularFile(file)) {
          throw new BundleException(file + " is missing: copy the whole bundle again");
        }
        long bytes = Files.size(file);
        sum += bytes;
        if (TEXT.matcher(name).matches()) {
          sumOfTexts += bytes;
          HeapLimit.check(file, sumOfTexts, GROWTH_OF_TEXT);
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
      BundleFile found = describe(file);
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

  private static void checkNothingElse(Path folder, Map<String, BundleFile> files) {
    try (Stream<Path> entries = Files.list(folder)) {
      List<String> strangers =
          entries
              .map(entry -> entry.getFileName().toString())
              .filter(name -> !name.startsWith(".") && !name.equals(MANIFEST))
              .filter(name -> !files.containsKey(name))
              .sorted()
              .collect(Collectors.toList());
      if (!strangers.isEmpty()) {
        throw new BundleException(
            folder.resolve(strangers.get(0)) + " is not listed in the manifest: move it elsewhere");
      }
    } catch (IOException e) {
      throw new BundleException("cannot list " + folder + ": " + e.getMessage(), e);
    }
  }

  /** The digest by which manifests know a file: SHA-256 as lower-case hexadecimal. */
  public static String sha256(Path file) throws IOException {
    return describe(file).sha256();
  }

  static BundleFile describe(Path file) throws IOException {
    MessageDigest digest = newDigest();
    long bytes = 0;
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
        bytes += read;
      }
    }
    return new BundleFile(bytes, HexFormat.of().formatHex(digest.digest()));
  }

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  public BundleManifest manifest() {
    return manifest;
  }

  /** Where its files lie, as an absolute path. */
  public Path folder() {
    return folder.toAbsolutePath().normalize();
  }

  /**
   * SHA-256 of the manifest. As it holds the digests of all other files, no two different bundles
   * have the same.
   */
  public String digest() {
    return digest;
  }

  /**
   * Checks that no other bundle has taken this one's place since it was opened: files read
   * meanwhile may be of either.
   *
   * @throws BundleException when one has
   */
  void checkNotReplaced() {
    Path file = folder.resolve(MANIFEST);
    try {
      if (!Files.isRegularFile(file) || !sha256(file).equals(digest)) {
        throw new BundleException(folder + " was replaced while it was opened: try again");
      }
    } catch (IOException e) {
      throw new BundleException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * What is written beside the labels that a bundle gives, such as {@code
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
   * Reads the method's settings. The one place where a bundle's settings are checked: those that
   * the reader does not ask for are refused.
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

  /**
   * A file of the bundle.
   *
   * @throws BundleException when the manifest does not list it
   */
  public Path file(String name) {
    requiredFile(folder, manifest, name);
    return folder.resolve(isShared(name) ? name : prefix + name);
  }

  /** The method's own files: all but those that every bundle has. */
  public List<String> ownFiles() {
    return manifest.files().keySet().stream()
        .filter(name -> !isShared(name))
        .collect(Collectors.toList());
  }

  /**
   * A model inside this one, as a bundle of its own: labels and thesaurus are shared, its own files
   * are those that {@link #memberFile} names.
   *
   * @param member the inner model's name
   * @throws IllegalArgumentException when the name is not fit for files
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
            Map.of());
    return new ModelBundle(folder, digest, inner, labels, thesaurus, prefix + start);
  }

  /** The name that a file of an inner model has in the bundle around it. */
  public static String memberFile(String member, String file) {
    return member + "." + file;
  }

  private static boolean isShared(String name) {
    return name.equals(LABELS) || name.equals(THESAURUS);
  }

  /** True when the bundle has this file. */
  public boolean hasFile(String name) {
    return manifest.files().containsKey(name);
  }
}
