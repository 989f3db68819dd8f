package org.solrlmtc.cli.evaluate.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.core.score.LabelGroup;
import org.solrlmtc.fixtures.Corpus;

class TestEvaluationLabels {
  @TempDir private Path folder;

  @Test
  void readsADataSetsTable() throws IOException {
    EvaluationLabels labels = read("concept_id\tlabel\ttrain\tdev\tgroup\n7\tseven\t3\t1\tfew\n");
    assertEquals(List.of("7"), labels.set().ids());
    assertEquals(3, labels.set().trainingActs(0));
    assertEquals("seven", labels.name("7"));
    assertEquals("", labels.name("8"));
  }

  @Test
  void readsABundlesTable() throws IOException {
    EvaluationLabels labels = read("concept_id\ttraining_acts\n7\t3\n8\t0\n");
    assertEquals(List.of("7", "8"), labels.set().ids());
    assertEquals(0, labels.set().trainingActs(1));
  }

  @Test
  void theBenchmarksTableHasThePublishedGroups() {
    EvaluationLabels labels = EvaluationLabels.benchmark();
    Map<LabelGroup, Long> sizes =
        IntStream.range(0, labels.set().size())
            .mapToObj(labels.set()::group)
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    assertEquals(
        Map.of(LabelGroup.FREQUENT, 746L, LabelGroup.FEW, 3_362L, LabelGroup.ZERO, 163L), sizes);
    assertEquals("import", labels.name("1309"));
    assertTrue(labels.hasGroupsOfBenchmark());
  }

  @Test
  void theBenchmarksTableIsTheDataSets() throws IOException {
    EvaluationLabels labels = EvaluationLabels.read(Corpus.file("labels.tsv"));
    assertEquals(labels.set(), EvaluationLabels.benchmark().set());
    assertEquals(labels.names(), EvaluationLabels.benchmark().names());
  }

  @Test
  void otherGroupsAreNotTheBenchmarks() throws IOException {
    assertFalse(read("concept_id\ttrain\n1309\t3645\n").hasGroupsOfBenchmark());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "concept_id,count;7,3|:1: a table of labels needs the columns concept_id and train",
        "concept_id,train;7|:2: expected 2 fields",
        "concept_id,train;7,3;8,many|:3: the number of training acts",
        "concept_id,train;7,-1|:2: the number of training acts",
        "concept_id,train;7,1;7,2|: the label 7 appears twice",
      })
  void anErrorIsNamedWithFileAndLine(String table, String message) {
    UserError error =
        assertThrows(
            UserError.class, () -> read(table.replace(',', '\t').replace(';', '\n') + "\n"));
    assertTrue(error.getMessage().contains("labels.tsv" + message), error.getMessage());
  }

  @Test
  void anotherEncodingIsNamed() throws IOException {
    Path file = folder.resolve("labels.tsv");
    Files.write(
        file, "concept_id\ttrain\nd\u00e9j\u00e0\t1\n".getBytes(StandardCharsets.ISO_8859_1));
    UserError error = assertThrows(UserError.class, () -> EvaluationLabels.read(file));
    assertTrue(error.getMessage().contains("not in UTF-8"), error.getMessage());
  }

  private EvaluationLabels read(String text) throws IOException {
    return EvaluationLabels.read(Files.writeString(folder.resolve("labels.tsv"), text));
  }
}
