package org.solrlmtc.core.concept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.score.LabelEdit;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;

/** Edits of the shipped models. */
class TestEditedBundle {
  private static final Path SHIPPED = Path.of("..", "onnx-models");
  private static final String ID = "x_drone_swarm";
  private static final ConceptEdit ADD =
      ConceptEdit.add(
          ID,
          Optional.of("seaplane docking station"),
          List.of("docking of seaplanes"),
          List.of("4505"));

  private static final LegalAct ABOUT =
      new LegalAct(
          "new",
          "",
          "Regulation",
          "Commission Regulation on the seaplane docking station at the port",
          "Whereas a seaplane docking station should be safe for fishing vessels;",
          List.of("Each seaplane docking station shall be inspected by the Member State."),
          "");

  private static final List<LegalAct> ACTS = new ArrayList<>();

  @TempDir Path folder;

  @BeforeAll
  static void readActs() throws IOException {
    ObjectMapper json = new ObjectMapper();
    try (Stream<Path> files = Files.list(Path.of("..", "demo", "acts"))) {
      for (Path file : files.sorted().toList()) {
        JsonNode act = json.readTree(file.toFile());
        List<String> articles = new ArrayList<>();
        act.path("main_body").forEach(article -> articles.add(article.asText()));
        ACTS.add(
            new LegalAct(
                act.path("celex_id").asText(),
                "",
                act.path("type").asText(),
                act.path("header").asText(),
                act.path("recitals").asText(),
                articles,
                act.path("attachments").asText()));
      }
    }
    ACTS.add(ABOUT);
  }

  private static ModelBundle shipped(String name) {
    return ModelBundle.open(SHIPPED, name);
  }

  private ModelBundle edit(ModelBundle bundle, ConceptEdit edit) throws IOException {
    return EditedBundle.write(bundle, edit, folder.resolve(bundle.manifest().name()));
  }

  /** The bits of all scores of each act, by label. */
  private static List<Map<String, Integer>> scores(ModelBundle bundle) {
    List<Map<String, Integer>> all = new ArrayList<>();
    try (LabelScorer scorer = Scorers.open(bundle)) {
      for (LabelScores scores : scorer.score(ACTS)) {
        Map<String, Integer> ofAct = new TreeMap<>();
        scores.forEach(
            (label, score) -> ofAct.put(scores.labels().id(label), Float.floatToIntBits(score)));
        all.add(ofAct);
      }
    }
    return all;
  }

  private static List<Map<String, Integer>> without(
      List<Map<String, Integer>> scores, Set<String> ids) {
    List<Map<String, Integer>> others = new ArrayList<>();
    for (Map<String, Integer> ofAct : scores) {
      Map<String, Integer> kept = new TreeMap<>(ofAct);
      kept.keySet().removeAll(ids);
      others.add(kept);
    }
    return others;
  }

  private static float score(List<Map<String, Integer>> scores, String id) {
    return Float.intBitsToFloat(scores.get(ACTS.size() - 1).getOrDefault(id, 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"eurovoc-default", "exact-match", "eurovoc-network"})
  void anAddedLabelIsFoundAndAllOtherScoresStay(String name) throws IOException {
    List<Map<String, Integer>> before = scores(shipped(name));
    ModelBundle added = edit(shipped(name), ADD);
    List<Map<String, Integer>> after = scores(added);
    assertEquals(before, without(after, Set.of(ID)));
    assertTrue(score(after, ID) > 0, "the new label has a score");
    long better =
        after.get(ACTS.size() - 1).values().stream()
            .filter(bits -> Float.intBitsToFloat(bits) > score(after, ID))
            .count();
    assertTrue(better < 20, "rank " + better);
    assertEquals(Set.of(LabelEdit.ADDED), added.labels().edits(added.labels().size() - 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"eurovoc-default", "exact-match"})
  void severalEditsLeaveTheOthersAsTheyWere(String name) throws IOException {
    List<Map<String, Integer>> before = scores(shipped(name));
    String renamed = "2282"; // any label of the demo acts would do
    String removed = "5360";
    ModelBundle bundle = edit(shipped(name), ADD);
    bundle = edit(bundle, ConceptEdit.rename(renamed, "tender of seaplanes", List.of()));
    bundle = edit(bundle, ConceptEdit.remove(removed));
    List<Map<String, Integer>> after = scores(bundle);
    assertEquals(
        without(before, Set.of(renamed, removed)), without(after, Set.of(ID, renamed, removed)));
    assertTrue(after.stream().noneMatch(ofAct -> ofAct.containsKey(removed)));
    assertEquals(3, ((List<?>) bundle.manifest().provenance().get("conceptEdits")).size());
    assertTrue(bundle.thesaurus().concept(removed).orElseThrow().deprecated());
    assertEquals(
        "tender of seaplanes", bundle.thesaurus().concept(renamed).orElseThrow().descriptor());
    ModelBundle back =
        edit(bundle, ConceptEdit.add(removed, Optional.empty(), List.of(), List.of()));
    assertEquals(without(before, Set.of(renamed)), without(scores(back), Set.of(ID, renamed)));
  }

  @Test
  void aRenamedLabelIsFoundByItsNewName() throws IOException {
    ModelBundle bundle =
        edit(
            shipped("exact-match"),
            ConceptEdit.rename("2282", "seaplane docking station", List.of()));
    assertTrue(score(scores(bundle), "2282") > 0.5);
  }

  @Test
  void equalEditsGiveEqualBundles() throws IOException {
    String first = edit(shipped("eurovoc-default"), ADD).digest();
    ModelBundle second = edit(shipped("eurovoc-default"), ADD);
    assertEquals(first, second.digest());
    assertTrue(EditedBundle.isResult(second, ADD, shipped("eurovoc-default").digest()));
    assertFalse(EditedBundle.isResult(second, ADD, "another"));
    assertFalse(
        EditedBundle.isResult(shipped("eurovoc-default"), ADD, shipped("exact-match").digest()));
  }

  private void refused(String message, String bundle, ConceptEdit edit) throws IOException {
    String reason =
        assertThrows(BundleException.class, () -> edit(shipped(bundle), edit)).getMessage();
    assertTrue(reason.contains(message), reason);
    assertFalse(Files.exists(folder.resolve(bundle)));
    try (Stream<Path> entries = Files.list(folder)) {
      assertTrue(entries.allMatch(entry -> entry.toString().endsWith(".lock")));
    }
  }

  private static ConceptEdit named(String id, String name, String... broader) {
    return ConceptEdit.add(id, Optional.of(name), List.of(), List.of(broader));
  }

  @Test
  void whatCannotBeAddedIsRefusedAndNothingIsWritten() throws IOException {
    refused("is a label already", "exact-match", named("2282", "anything"));
    refused("cannot be broader than itself", "exact-match", named("x", "anything", "x"));
    refused("nowhere of x is not in the thesaurus", "exact-match", named("x", "y", "nowhere"));
    refused("knows no word", "exact-match", named("x", "!?"));
    refused("is named 'fishing vessel' already", "exact-match", named("x", "fishing vessel"));
    refused(
        "give the new concept a name",
        "exact-match",
        ConceptEdit.add("x", Optional.empty(), List.of(), List.of()));
    refused("is no label", "exact-match", ConceptEdit.remove("x"));
    refused("is no label", "exact-match", ConceptEdit.rename("x", "name", List.of()));
  }

  @Test
  void aCycleThroughBroaderIsRefused() throws IOException {
    ModelBundle first = edit(shipped("exact-match"), named("x1", "seaplane one"));
    ModelBundle second = edit(first, named("x2", "seaplane two", "x1"));
    ModelBundle removed = edit(second, ConceptEdit.remove("x1"));
    String reason =
        assertThrows(
                BundleException.class, () -> edit(removed, named("x1", "seaplane three", "x2")))
            .getMessage();
    assertTrue(reason.contains("cycle"), reason);
    assertEquals(removed.digest(), ModelBundle.open(folder.resolve("exact-match")).digest());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "a\tb", "a\nconcept\tx", "a\u0000b", "a\u202Eb", "a\uD800b"})
  void hostileNamesAreRefused(String name) {
    assertThrows(BundleException.class, () -> named("x", name));
    assertThrows(BundleException.class, () -> ConceptEdit.rename("x", name, List.of()));
    assertThrows(BundleException.class, () -> ConceptEdit.rename("x", "y", List.of(name)));
  }

  @Test
  void longNamesAndWrongIdsAreRefused() {
    assertThrows(BundleException.class, () -> named("x", "n".repeat(301)));
    for (String id : List.of("", "a/b", "../x", "a b", "a\tb", "x".repeat(101))) {
      assertThrows(BundleException.class, () -> named(id, "name"));
    }
  }

  @Test
  void namesWithSeparatorsSurvive() throws IOException {
    String name = "<script>alert('x')</script> | \\ \"; DROP";
    ModelBundle bundle = edit(shipped("exact-match"), named("x", name));
    assertEquals(
        name,
        ModelBundle.open(bundle.folder()).thesaurus().concept("x").orElseThrow().descriptor());
  }

  @Test
  void aDamagedBundleIsNotEdited() throws IOException {
    ModelBundle bundle = edit(shipped("exact-match"), ADD);
    Files.writeString(bundle.file("phrase-frequencies.tsv"), "acts\t7\n");
    assertThrows(BundleException.class, () -> ModelBundle.open(bundle.folder()));
  }
}
