package org.solrlmtc.core.bundle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.io.Sha256;
import org.solrlmtc.core.reference.Distribution;
import org.solrlmtc.core.reference.Reference;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.fixtures.TinyThesaurus;

class TestModelBundle {
  private static final Thesaurus THESAURUS =
      TinyThesaurus.of(
          TinyThesaurus.concept("1", "milk"),
          new Concept("2", "cheese", List.of(), List.of("1"), List.of(), false));
  private static final LabelSet LABELS = new LabelSet(List.of("2", "1"), new int[] {60, 0});

  @TempDir Path models;

  @BeforeEach
  void writeBundle() throws IOException {
    write("first", "1");
  }

  private ModelBundle write(String name, String version) throws IOException {
    try (BundleWriter writer = new BundleWriter(models.resolve(name), LABELS, THESAURUS)) {
      Files.writeString(writer.file("model.bin"), "weights of " + version);
      return writer.finish(
          version,
          "exact-match",
          Map.of("zones", "H"),
          new DecisionRule(0.6, Map.of("1", 0.7), 5),
          Map.of("seed", 42),
          Map.of("dev", Map.of("RP@5", 0.5)));
    }
  }

  @Test
  void theActsItWasTunedOnAreReadAndMayBeMissing() throws IOException {
    BundleManifest untuned = ModelBundle.open(models, "first").manifest();
    assertNull(untuned.reference());
    assertEquals(List.of(), untuned.languages());
    assertFalse(Files.readString(manifest("first")).contains("reference"));
    Reference reference =
        new Reference(
            7,
            List.of("en", "fr"),
            2.5,
            Map.of("bestScore", Distribution.of(new double[] {0.1, 0.5, 0.9})));
    try (BundleWriter writer = new BundleWriter(models.resolve("tuned"), LABELS, THESAURUS)) {
      writer.finish(
          "1",
          "exact-match",
          Map.of(),
          DecisionRule.above(0.5).withWordsPerLabel(2),
          Map.of(),
          Map.of(),
          Optional.of(reference));
    }
    BundleManifest tuned = ModelBundle.open(models, "tuned").manifest();
    assertEquals(reference, tuned.reference());
    assertEquals(List.of("en", "fr"), tuned.languages());
    assertEquals(2, tuned.decision().wordsPerLabel());
    Files.writeString(
        manifest("tuned"),
        Files.readString(manifest("tuned")).replace("\"goldLabels\" : 2.5", "\"goldLabels\" : -1"));
    BundleException e =
        assertThrows(BundleException.class, () -> ModelBundle.open(models, "tuned"));
    assertTrue(e.getMessage().contains("goldLabels must be 0 or more"), e.getMessage());
  }

  private Path manifest(String bundle) {
    return models.resolve(bundle).resolve(ModelBundle.MANIFEST);
  }

  @Test
  void whatWasWrittenIsRead() {
    ModelBundle bundle = ModelBundle.open(models, "first");
    assertEquals(LABELS, bundle.labels());
    assertEquals("cheese", bundle.thesaurus().concept("2").orElseThrow().descriptor());
    assertEquals(Map.of("zones", "H"), bundle.manifest().settings());
    assertEquals(new DecisionRule(0.6, Map.of("1", 0.7), 5), bundle.manifest().decision());
    assertEquals(Map.of("seed", 42), bundle.manifest().provenance());
    assertEquals(0.5, bundle.manifest().quality().get("dev").get("RP@5"));
    assertTrue(bundle.hasFile("model.bin"));
  }

  @Test
  void theSameModelGivesTheSameBytes() throws IOException {
    byte[] before = Files.readAllBytes(models.resolve("first").resolve("manifest.json"));
    write("first", "1");
    assertArrayEquals(before, Files.readAllBytes(models.resolve("first").resolve("manifest.json")));
  }

  @Test
  void bundlesOfTheSameNameAndVersionHaveDifferentIds() throws IOException {
    ModelBundle first = ModelBundle.open(models, "first");
    String sha256 = Sha256.of(models.resolve("first").resolve("manifest.json"));
    assertEquals(sha256, first.digest());
    assertEquals("first/1+" + sha256.substring(0, 8), first.id());
    assertEquals(first.id(), write("first", "1").id());
    try (BundleWriter writer = new BundleWriter(models.resolve("first"), LABELS, THESAURUS)) {
      ModelBundle other =
          writer.finish(
              "1",
              "exact-match",
              Map.of("zones", "H"),
              DecisionRule.above(0.5),
              Map.of(),
              Map.of());
      assertEquals("first/1+" + other.digest().substring(0, 8), other.id());
      assertFalse(first.id().equals(other.id()));
    }
  }

  @Test
  void aNewBundleReplacesTheOldAndNothingElseIsLeft() throws IOException {
    assertEquals("2", write("first", "2").manifest().version());
    assertEquals(List.of("first"), everythingIn(models));
  }

  @Test
  void anUnfinishedBundleLeavesNoTrace() throws IOException {
    try (BundleWriter writer = new BundleWriter(models.resolve("second"), LABELS, THESAURUS)) {
      Files.writeString(writer.file("model.bin"), "half");
    }
    assertEquals(List.of("first"), everythingIn(models));
    assertEquals("1", ModelBundle.open(models, "first").manifest().version());
  }

  @Test
  void draftsOfKilledWritersAreRemovedByTheNextOne() throws IOException {
    String uuid = "01234567-89ab-cdef-0123-456789abcdef";
    Path stale = Files.createDirectories(models.resolve(".first.draft-" + uuid));
    Files.writeString(stale.resolve("labels.tsv"), "half");
    List<String> others =
        List.of(
            ".first.draft-copy",
            ".first.draft-x.draft-" + uuid,
            ".first.old-" + uuid,
            ".first.work",
            ".firs.draft-" + uuid);
    for (String other : others) {
      Files.createDirectories(models.resolve(other));
    }
    try (BundleWriter writer = new BundleWriter(models.resolve("first"), LABELS, THESAURUS)) {
      assertEquals(List.of(stale), writer.staleDrafts());
    }
    List<String> expected = new ArrayList<>(others);
    expected.add("first");
    assertEquals(expected.stream().sorted().toList(), everythingIn(models));
  }

  @Test
  void aBundleHasOneWriterAtATime() throws IOException {
    try (BundleWriter writer = new BundleWriter(models.resolve("first"), LABELS, THESAURUS)) {
      BundleException e = assertThrows(BundleException.class, () -> write("first", "2"));
      assertTrue(e.getMessage().contains("is being written already"), e.getMessage());
      assertTrue(Files.exists(writer.file("labels.tsv")), "its draft is left alone");
      assertEquals("1", write("second", "1").manifest().version());
    }
    assertEquals("2", write("first", "2").manifest().version());
  }

  @Test
  void aLivingProcessKeepsItsDraft() throws Exception {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Writing.class.getName(),
                models.resolve("first").toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertEquals('!', other.getInputStream().read());
      BundleException e = assertThrows(BundleException.class, () -> write("first", "2"));
      assertTrue(e.getMessage().contains("is being written already"), e.getMessage());
      assertEquals(2, everythingIn(models).size(), "the bundle and the draft");
    } finally {
      other.destroyForcibly().waitFor();
    }
    assertEquals("2", write("first", "2").manifest().version());
    assertEquals(List.of("first"), everythingIn(models));
  }

  /** A process that begins a bundle and never ends it. */
  static final class Writing {
    private Writing() {}

    public static void main(String[] args) throws Exception {
      try (BundleWriter writer = new BundleWriter(Path.of(args[0]), LABELS, THESAURUS)) {
        System.out.write('!');
        System.out.flush();
        Thread.sleep(600_000);
        writer.file("never");
      }
    }
  }

  @Test
  void aBundleThatWouldNotOpenIsNotPutInPlace() throws IOException {
    try (BundleWriter writer = new BundleWriter(models.resolve("first"), LABELS, THESAURUS)) {
      assertThrows(
          BundleException.class,
          () ->
              writer.finish(
                  "2",
                  "exact-match",
                  Map.of(),
                  new DecisionRule(0.5, Map.of("no-label", 0.5), 5),
                  Map.of(),
                  Map.of()));
    }
    assertEquals("1", ModelBundle.open(models, "first").manifest().version());
    assertEquals(List.of("first"), everythingIn(models));
  }

  @Test
  void aFolderThatIsNoBundleIsNotReplaced() throws IOException {
    Files.createDirectories(models.resolve("precious"));
    Files.writeString(models.resolve("precious").resolve("thesis.tex"), "years of work");
    BundleException e = assertThrows(BundleException.class, () -> write("precious", "1"));
    assertTrue(e.getMessage().contains("is not a model bundle"), e.getMessage());
    assertTrue(Files.exists(models.resolve("precious").resolve("thesis.tex")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"manifest.json", "labels.tsv", "thesaurus.tsv", "model.bin"})
  void anyChangedByteIsFound(String name) throws IOException {
    Path file = models.resolve("first").resolve(name);
    byte[] bytes = Files.readAllBytes(file);
    int notFound = 0;
    for (int at = 0; at < bytes.length; at++) {
      bytes[at] ^= 0x10;
      Files.write(file, bytes);
      if (name.equals("manifest.json") && opens()) {
        // a changed letter of free text (provenance) or digit is damage that cannot be detected
        bytes[at] ^= 0x10;
        notFound++;
        continue;
      }
      BundleException e =
          assertThrows(BundleException.class, () -> ModelBundle.open(models, "first"));
      assertTrue(e.getMessage().contains("first"), e.getMessage());
      bytes[at] ^= 0x10;
    }
    assertTrue(notFound < bytes.length / 4, notFound + " of " + bytes.length + " are not found");
  }

  private boolean opens() {
    try {
      ModelBundle.open(models, "first");
      return true;
    } catch (BundleException e) {
      return false;
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "\"formatVersion\" : 2; \"formatVersion\" : 1; it has format version 1, this program reads"
            + " version 2",
        "\"formatVersion\" : 2,; ; formatVersion is missing",
        "\"name\" : \"first\"; \"name\" : \"other\"; its folder must have the same name",
        "\"name\" : \"first\"; \"name\" : \"../first\"; must be 1 to 100 letters",
        "\"method\" : \"exact-match\",; ; method is missing",
        "\"threshold\" : 0.6; \"threshold\" : 1.6; the threshold must be between 0 and 1",
        "\"model.bin\"; \"../model.bin\"; must be 1 to 100 letters",
        "\"model.bin\"; \"gone.bin\"; gone.bin is missing",
        "\"version\" : \"1\"; \"version\" : \"1\", \"colour\" : \"red\"; Unrecognized field"
            + " \"colour\"",
        "\"version\" : \"1\"; \"version\" : \"1\", \"version\" : \"2\"; Duplicate field",
        "\"maxLabels\" : 5; \"maxLabels\" : \"five\"; Cannot coerce String value",
        "\"maxLabels\" : 5; \"upperThreshold\" : 1; maxLabels is missing",
        "\"type\" : \"threshold\"; \"type\" : \"best\"; there is no decision type 'best'",
        "\"type\" : \"threshold\"; \"type\" : \"expected-f1\"; expectedLabels must be greater than"
            + " 0",
      })
  void aWrongManifestIsRefusedWithTheReason(String from, String to, String reason)
      throws IOException {
    Path file = models.resolve("first").resolve("manifest.json");
    String json = Files.readString(file);
    assertTrue(json.contains(from), json);
    Files.writeString(
        file,
        json.replaceFirst(Pattern.quote(from), to == null ? "" : Matcher.quoteReplacement(to)));
    BundleException e =
        assertThrows(BundleException.class, () -> ModelBundle.open(models, "first"));
    assertTrue(e.getMessage().contains(reason), e.getMessage());
    assertTrue(e.getMessage().contains("first"), e.getMessage());
  }

  @Test
  void aDecisionWithoutTypeAndMinimumIsAThreshold() throws IOException {
    Path file = models.resolve("first").resolve("manifest.json");
    String json = Files.readString(file);
    String old =
        json.replaceFirst("\"type\" : \"threshold\",", "").replaceFirst("\"minLabels\" : 0,", "");
    assertEquals(json.length() - 37, old.length(), "both fields are written: " + json);
    Files.writeString(file, old);
    assertEquals(
        new DecisionRule(0.6, Map.of("1", 0.7), 5),
        ModelBundle.open(models, "first").manifest().decision());
  }

  @Test
  void aFileThatTheManifestDoesNotListIsRefused() throws IOException {
    Files.writeString(models.resolve("first").resolve("payload.so"), "?");
    BundleException e =
        assertThrows(BundleException.class, () -> ModelBundle.open(models, "first"));
    assertTrue(e.getMessage().contains("payload.so is not listed in the manifest"), e.getMessage());
  }

  @Test
  void aBundleThatIsReplacedWhileItIsOpenedIsRefused() throws IOException {
    Scorers.open(ModelBundle.open(models, "first")).close();
    ModelBundle replaced = ModelBundle.open(models, "first");
    write("first", "2");
    BundleException e = assertThrows(BundleException.class, () -> Scorers.open(replaced));
    assertTrue(
        e.getMessage().endsWith("first was replaced while it was opened: try again"),
        e::getMessage);
    ModelBundle gone = ModelBundle.open(models, "first");
    Files.move(models.resolve("first"), models.resolve("away"));
    e = assertThrows(BundleException.class, () -> Scorers.open(gone));
    assertTrue(e.getMessage().endsWith("try again"), e::getMessage);
  }

  @ParameterizedTest
  @ValueSource(strings = {"manifest.json", "labels.tsv", "model.bin"})
  void aFileThatIsALinkIsRefused(String name) throws IOException {
    Path file = models.resolve("first").resolve(name);
    Path elsewhere = models.resolve("elsewhere");
    Files.move(file, elsewhere);
    link(file, elsewhere);
    BundleException e =
        assertThrows(BundleException.class, () -> ModelBundle.open(models, "first"));
    assertTrue(e.getMessage().contains(name + " is a symbolic link"), e::getMessage);
  }

  @Test
  void aFolderMayBeALink() throws IOException {
    Files.createDirectory(models.resolve("versions"));
    Path elsewhere = models.resolve("versions").resolve("1");
    Files.move(models.resolve("first"), elsewhere);
    link(models.resolve("first"), elsewhere);
    assertEquals("1", ModelBundle.open(models, "first").manifest().version());
  }

  private static void link(Path link, Path target) throws IOException {
    try {
      Files.createSymbolicLink(link, target);
    } catch (UnsupportedOperationException | FileSystemException e) {
      Assumptions.abort("no symbolic links here: " + e);
    }
  }

  @Test
  void aBundleThatIsTooLargeIsRefusedBeforeItIsRead() throws IOException {
    try (RandomAccessFile file =
        new RandomAccessFile(models.resolve("first").resolve("model.bin").toFile(), "rw")) {
      file.setLength(3L << 20);
    }
    System.setProperty("lmtc.models.maxMegabytes", "2");
    try {
      BundleException e =
          assertThrows(BundleException.class, () -> ModelBundle.open(models, "first"));
      assertTrue(e.getMessage().contains("first is larger than 2 MB"), e.getMessage());
      assertTrue(e.getMessage().contains("lmtc.models.maxMegabytes"), e.getMessage());
    } finally {
      System.clearProperty("lmtc.models.maxMegabytes");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"manifest.json", "labels.tsv", "thesaurus.tsv", "member.words.txt"})
  void filesThatWouldFillTheJavaHeapAreRefusedBeforeTheyAreRead(String name) throws IOException {
    try (BundleWriter writer = new BundleWriter(models.resolve("first"), LABELS, THESAURUS)) {
      Files.writeString(writer.file("member.words.txt"), "milk");
      writer.finish("1", "onnx", Map.of(), DecisionRule.above(0.5), Map.of(), Map.of());
    }
    try (RandomAccessFile file =
        new RandomAccessFile(models.resolve("first").resolve(name).toFile(), "rw")) {
      // zeros that the disk does not hold: much less than the memory, were it not for Java's
      // objects
      file.setLength(Runtime.getRuntime().maxMemory() / 60);
    }
    BundleException e =
        assertThrows(BundleException.class, () -> ModelBundle.open(models, "first"));
    assertTrue(e.getMessage().contains(name + " is too large for the Java heap of"), e::getMessage);
    assertTrue(e.getMessage().contains("give Java more memory"), e::getMessage);
  }

  @Test
  void aCompressedThesaurusIsRefusedSinceItsSizeIsNoBound() throws IOException {
    try (BundleWriter writer = new BundleWriter(models.resolve("first"), LABELS, THESAURUS)) {
      Path file = writer.file("thesaurus.tsv");
      byte[] plain = Files.readAllBytes(file);
      try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
        packed.write(plain);
      }
      BundleException e =
          assertThrows(
              BundleException.class,
              () ->
                  writer.finish(
                      "2", "onnx", Map.of(), DecisionRule.above(0.5), Map.of(), Map.of()));
      assertTrue(e.getMessage().contains("thesaurus.tsv: it is packed"), e::getMessage);
    }
  }

  @Test
  void aMissingBundleIsNamedWithThoseThatAreThere() {
    BundleException e = assertThrows(BundleException.class, () -> ModelBundle.open(models, "none"));
    assertTrue(e.getMessage().endsWith("there are: first"), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"../first", "/etc", "", ".hidden", "a/b", "a\\b", "a\0b"})
  void aNameCannotLeaveTheModelsFolder(String name) {
    BundleException e = assertThrows(BundleException.class, () -> ModelBundle.open(models, name));
    assertFalse(e.getMessage().contains("there is no model bundle"), e.getMessage());
  }

  private static List<String> everythingIn(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .filter(name -> !name.endsWith(".lock"))
          .sorted()
          .collect(Collectors.toList());
    }
  }
}
