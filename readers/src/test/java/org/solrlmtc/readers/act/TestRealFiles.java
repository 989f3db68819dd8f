package org.solrlmtc.readers.act;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.fixtures.RealFiles;
import org.solrlmtc.readers.act.source.ReadProblem;
import org.solrlmtc.readers.act.source.Title;

/** Real files, where they are at hand; what is expected follows from the kind in their names. */
class TestRealFiles {
  private static final String CELEX = "[0-5][0-9]{4}[A-Z]{1,2}[0-9]{4}(\\([0-9]{2}\\))?";

  /** Kinds by what a file's name contains. */
  private enum Kind {
    CONSOLIDATED(".*_cons.*|.*CL[0-9]{4}.*", "0" + CELEX.substring(5) + "-[0-9]{8}", true),
    CORRIGENDUM(".*_corrigendum.*", CELEX + "R(\\([0-9]{2}\\)|-.*)", true),
    PROPOSAL(".*_proposal.*", "5[0-9]{4}[A-Z]{2}[0-9]{4}", false),
    SITE_PAGE(".*_site.*", "", false),
    MANIFEST(".*\\.doc\\.xml", "", false),
    COMBINED(".*lexparency.*", "", false),
    GERMAN(".*_de_.*", CELEX, false),
    ACT(".*", CELEX, true);

    private final String name;
    private final String id;
    private final boolean numberInTitle;

    Kind(String name, String id, boolean numberInTitle) {
      this.name = name;
      this.id = id;
      this.numberInTitle = numberInTitle;
    }

    boolean isRefused() {
      return id.isEmpty();
    }

    static Kind of(Path file) {
      return Stream.of(values())
          .filter(kind -> file.getFileName().toString().matches(kind.name))
          .findFirst()
          .orElseThrow();
    }
  }

  @TempDir Path empty;

  @TestFactory
  Stream<DynamicTest> everyFileIsReadRightlyOrRefusedWithTheReason() throws IOException {
    return Stream.of("html", "formex")
        .map(RealFiles::folder)
        .flatMap(TestRealFiles::files)
        .filter(file -> !isAnnex(file))
        .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(file)));
  }

  private void check(Path file) throws IOException {
    Kind kind = Kind.of(file);
    Reading reading = Reading.skipping(file);
    if (kind.isRefused()) {
      assertEquals(List.of(), reading.ids());
      assertEquals(1, reading.problems().size());
      assertTrue(reading.messages().get(0).length() > file.toString().length() + 20);
      return;
    }
    LegalAct act = reading.onlyAct();
    assertTrue(act.id().matches(kind.id), act.id());
    assertTrue(!act.title().isBlank() && act.title().length() <= Title.MAX_CHARS, act.title());
    if (kind.numberInTitle) {
      assertTrue(
          act.title().matches("(?is).*(regulation|directive|decision).*[0-9]+/[0-9]+.*"),
          act.title());
    }
    String text =
        String.join(
            "\n",
            act.header(),
            act.recitals(),
            String.join("\n", act.articles()),
            act.attachments());
    for (String mark : List.of("►", "▼", "◄", "documentation tool", "Official Journal EN")) {
      assertFalse(text.contains(mark), mark);
    }
    assertTrue(text.lines().noneMatch(line -> line.matches("\\([0-9]+\\)")), "an empty note");
    assertFalse(act.header().isBlank());
    assertFalse(act.articles().isEmpty());
    assertTrue(act.header().length() < 3000, "more than title and institution in the header");
    if (kind == Kind.ACT || kind == Kind.PROPOSAL) {
      assertFalse(act.recitals().isBlank());
      assertFalse(act.attachments().isBlank());
    }
    if (kind == Kind.ACT || kind == Kind.CONSOLIDATED) {
      // the id is the document's own
      Path elsewhere =
          Files.copy(file, empty.resolve("en.xml"), StandardCopyOption.REPLACE_EXISTING);
      assertEquals(act.id(), Reading.skipping(elsewhere).onlyAct().id());
    }
  }

  @Test
  void annexesInFilesOfTheirOwnAreJoined() throws IOException {
    Path folder = RealFiles.folder("formex");
    List<Path> publications;
    try (Stream<Path> all = Files.list(folder)) {
      publications = all.filter(Files::isDirectory).toList();
    }
    for (Path publication : publications) {
      Reading reading = Reading.skipping(publication);
      assertEquals(1, reading.acts().size(), publication.toString());
      assertTrue(reading.acts().get(0).act().attachments().contains("ANNEX"));
    }
  }

  @TestFactory
  Stream<DynamicTest> corporaOfAnnifAreRead() {
    return files(RealFiles.folder("annif"))
        .filter(file -> !file.getFileName().toString().matches(".*\\.key|[0-9]+\\.tsv"))
        .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> corpus(file)));
  }

  private static void corpus(Path file) {
    Reading reading = Reading.skipping(file);
    if (file.getFileName().toString().startsWith("subjects")) {
      assertEquals(List.of(), reading.ids());
      assertEquals(ReadProblem.Kind.DAMAGED, reading.problems().get(0).kind());
      return;
    }
    assertEquals(List.of(), reading.messages());
    assertEquals(reading.acts().size(), reading.ids().stream().distinct().count());
    for (ActRecord record : reading.acts()) {
      assertFalse(record.act().isBlank(), record.source());
      assertFalse(record.concepts().isEmpty(), record.source());
      assertTrue(
          record.concepts().stream().noneMatch(id -> id.contains("/")), record.concepts() + "");
    }
  }

  @Test
  void namesOfSubjectsAreThoseOfTheVocabulary() throws IOException {
    Path annif = RealFiles.folder("annif");
    Optional<Path> names =
        files(annif).filter(file -> file.toString().endsWith(".key")).findFirst();
    Path text = Path.of(names.orElseThrow().toString().replaceAll("key$", "txt"));
    Path corpus = Files.createDirectories(empty.resolve("corpus/texts"));
    Files.copy(annif.resolve("subjects.tsv"), corpus.resolveSibling("subjects.tsv"));
    Files.copy(names.get(), corpus.resolve("a.key"));
    Files.copy(text, corpus.resolve("a.txt"));
    List<String> byName = Reading.skipping(corpus).acts().get(0).concepts();
    List<String> byAddress = Reading.skipping(text).acts().get(0).concepts();
    assertFalse(byName.isEmpty());
    assertTrue(byAddress.containsAll(byName), byName + " of " + byAddress);
  }

  private static boolean isAnnex(Path file) {
    return file.toString()
        .matches(".*/[0-9]{5}[A-Z][0-9]{4}/L_[0-9]+EN\\.01(?!000101)[0-9]+\\.xml");
  }

  private static Stream<Path> files(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).sorted().toList().stream();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
