package org.solrlmtc.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.cli.Cli;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.core.thesaurus.ThesaurusTsv;
import org.solrlmtc.fixtures.TinyThesaurus;

class TestConceptCommand {
  private static final LegalAct ACT =
      LegalAct.ofText("a", "milk, cheese, oat drink, milk product and butter");

  @TempDir Path folder;
  private Path bundle;

  private static Concept concept(String id, String name, boolean deprecated, String... others) {
    return new Concept(id, name, List.of(others), List.of(), List.of(), deprecated);
  }

  private static final Thesaurus OLD =
      TinyThesaurus.of(
          concept("1", "milk", false),
          concept("2", "cheese", false),
          concept("3", "whey", false),
          concept("4", "curd", false));

  @BeforeEach
  void write() throws IOException {
    bundle = folder.resolve("names");
    try (BundleWriter writer =
        new BundleWriter(
            bundle, new LabelSet(List.of("1", "2", "3", "4"), new int[] {9, 9, 9, 9}), OLD)) {
      writer.finish(
          "1",
          "exact-match",
          Map.of("alternativeNames", true),
          DecisionRule.above(0.5),
          Map.of(),
          Map.of());
    }
  }

  private static List<String> found(Path folder) {
    try (LabelScorer scorer = Scorers.open(ModelBundle.open(folder))) {
      return scorer.score(List.of(ACT)).get(0).top(10).stream()
          .map(ScoredLabel::id)
          .sorted()
          .toList();
    }
  }

  private Cli edit(String action, Object... options) {
    Object[] args = new Object[options.length + 4];
    args[0] = "concept";
    args[1] = action;
    args[2] = "--bundle";
    args[3] = bundle;
    System.arraycopy(options, 0, args, 4, options.length);
    return Cli.run(args);
  }

  @Test
  void labelsAreAddedRenamedAndRemovedInPlace() {
    assertEquals(List.of("1", "2"), found(bundle));
    Cli added = edit("add", "--id", "5", "--name", "oat drink", "--broader", "1");
    assertEquals(0, added.code(), added.err());
    assertTrue(added.out().contains("5 labels"), added.out());
    assertEquals(List.of("1", "2", "5"), found(bundle));
    assertEquals(0, edit("rename", "--id", "3", "--name", "butter").code());
    assertEquals(List.of("1", "2", "3", "5"), found(bundle));
    assertEquals(0, edit("remove", "--id", "1").code());
    assertEquals(List.of("2", "3", "5"), found(bundle));
    assertEquals(0, edit("add", "--id", "1").code());
    assertEquals(List.of("1", "2", "3", "5"), found(bundle));
  }

  @Test
  void anotherBundleIsWrittenAndTheFirstStays() {
    Path other = folder.resolve("other");
    assertEquals(0, edit("add", "--id", "5", "--name", "oat drink", "--out", other).code());
    assertEquals(List.of("1", "2"), found(bundle));
    assertEquals(List.of("1", "2", "5"), found(other));
  }

  @Test
  void aRefusalIsOneLineAndTheBundleStays() throws IOException {
    String before = ModelBundle.open(bundle).digest();
    for (Object[] wrong :
        new Object[][] {
          {"add", "--id", "2", "--name", "oat"},
          {"add", "--id", "6", "--name", "oat", "--broader", "99"},
          {"add", "--id", "6", "--name", "oat", "--broader", "6"},
          {"add", "--id", "6", "--name", " "},
          {"add", "--id", "6", "--name", "x".repeat(301)},
          {"add", "--id", "6", "--name", "?!"},
          {"rename", "--id", "6", "--name", "oat"},
          {"remove", "--id", "6"}
        }) {
      Object[] options = new Object[wrong.length - 1];
      System.arraycopy(wrong, 1, options, 0, options.length);
      Cli result = edit((String) wrong[0], options);
      assertEquals(1, result.code(), result.out());
      assertEquals(1, result.err().lines().count(), result.err());
      assertFalse(result.err().contains("unexpected"), result.err());
    }
    assertEquals(before, ModelBundle.open(bundle).digest());
  }

  @Test
  void theLastLabelIsNotRemoved() {
    for (String id : List.of("1", "2", "3")) {
      assertEquals(0, edit("remove", "--id", id).code());
    }
    Cli last = edit("remove", "--id", "4");
    assertEquals(1, last.code());
    assertTrue(last.err().contains("last label"), last.err());
  }

  @Test
  void aDamagedBundleIsRefused() throws IOException {
    Files.writeString(bundle.resolve("labels.tsv"), "concept_id\ttraining_acts\n1\t0\n");
    Cli result = edit("add", "--id", "5", "--name", "oat drink");
    assertEquals(1, result.code());
    assertTrue(result.err().contains("labels.tsv"), result.err());
  }

  @Test
  void aNewEditionIsShownAndApplied() {
    Path old = folder.resolve("old.tsv");
    Path present = folder.resolve("new.tsv");
    ThesaurusTsv.write(OLD, old);
    ThesaurusTsv.write(
        TinyThesaurus.of(
            concept("1", "milk product", false, "whey"),
            concept("2", "cheese", true),
            new Concept("4", "curd", List.of(), List.of("1"), List.of(), false),
            concept("5", "oat drink", false)),
        present);
    Cli shown = Cli.succeed("thesaurus", "update", old, present);
    for (String line :
        List.of(
            "added: 1\n  5  oat drink\n",
            "renamed: 1\n  1  milk product  (was milk)\n",
            "merged: 1\n  3  whey  (into 1 milk product)\n",
            "deprecated: 1\n  2  cheese\n",
            "gone: 0\n",
            "moved: 1\n  4  curd  (broader [] -> [1], microthesauri [] -> [])\n")) {
      assertTrue(shown.out().contains(line), shown.out());
    }
    Path updated = folder.resolve("updated");
    Cli.succeed("thesaurus", "update", old, present, "--bundle", bundle, "--out", updated);
    assertEquals(List.of("1", "5"), found(updated));
    assertEquals(
        List.of("1"), ModelBundle.open(updated).thesaurus().concept("4").orElseThrow().broader());
    assertTrue(ModelBundle.open(updated).thesaurus().concept("3").orElseThrow().deprecated());
    assertEquals(2, Cli.run("thesaurus", "update", old, present, "--out", updated).code());
  }
}
