package org.solrlmtc.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.cli.Cli;
import org.solrlmtc.cli.DemoBundle;
import org.solrlmtc.cli.SmallSet;
import org.solrlmtc.fixtures.Corpus;

class TestStatsCommand {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  @Test
  void countsWordsAndLabels() throws IOException {
    Path data = SmallSet.write(folder);
    JsonNode json = JSON.readTree(Cli.succeed("stats", "--data", data, "--json").out());
    JsonNode set = json.get("subsets").get(0);
    assertEquals("data.jsonl", set.get("name").textValue());
    assertEquals(3, set.get("acts").intValue());
    // header 2, recitals 1, articles 2 + 3; the title is not counted
    assertEquals(8, set.get("wordsPerAct").doubleValue());
    assertEquals(5, set.at("/wordsPerActByZone/main_body").doubleValue());
    assertEquals(5 / 3.0, set.get("labelsPerAct").doubleValue());
    assertEquals(JSON.readTree("{\"1\":1,\"2\":2}"), set.get("actsByLabels"));
    assertEquals(JSON.readTree("{\"1\":3,\"2-3\":1}"), set.get("conceptsByActs"));
    assertEquals(2, json.at("/groups/frequent/labels").intValue());
    assertEquals(1, json.at("/groups/zero/used/data.jsonl").intValue());
  }

  @Test
  void groupsAreCountedFromTheTrainingSubsetWhenThereIsNoTable() throws IOException {
    Path train = folder.resolve("train");
    DemoBundle.trainingActs(train);
    String out = Cli.succeed("stats", "--data", train, "--data", DemoBundle.ACTS).out();
    assertTrue(out.lines().anyMatch(line -> line.matches("  acts +52 +\\d+ .*")), out);
    assertTrue(out.lines().anyMatch(line -> line.matches("  total +72 +\\d+ .*")), out);
    assertTrue(
        out.lines().anyMatch(line -> line.matches("  zero +[1-9]\\d* +0 +[1-9]\\d* .*")), out);
    assertTrue(out.contains("Train (published)  45,000        729"), out);
  }

  @Test
  void labelsOutsideTheTableAreCounted() throws IOException {
    Path data = SmallSet.write(folder, "\"1\",\"unknown\"");
    String out = Cli.succeed("stats", "--data", data).out();
    assertTrue(out.lines().anyMatch(line -> line.matches("  not in the table +0 +1")), out);
  }

  @Test
  void theReportHasBothPlots() throws IOException {
    Path report = folder.resolve("report");
    Cli.succeed("stats", "--data", DemoBundle.ACTS, "--report", report);
    assertTrue(Files.size(report.resolve("labels-per-act.png")) > 1000);
    assertTrue(Files.size(report.resolve("concepts.png")) > 1000);
    TestEvaluateCommand.assertTablesAreRectangular(Files.readAllLines(report.resolve("report.md")));
  }

  @Test
  void anActThatOccursTwiceIsNamed() throws IOException {
    Path data = SmallSet.write(folder);
    Files.writeString(data, Files.readString(data) + Files.readString(data));
    Cli result = Cli.run("stats", "--data", data);
    assertEquals(1, result.code());
    assertTrue(result.err().contains("data.jsonl:4: the act a1 occurs twice"), result.err());
  }

  @Test
  void theDataSetIsThePublishedOne() throws IOException {
    Path trainFile = Corpus.file("train.jsonl.gz");
    Path devFile = Corpus.file("dev.jsonl.gz");
    JsonNode json =
        JSON.readTree(Cli.succeed("stats", "--json", "--data", trainFile, "--data", devFile).out());
    JsonNode train = json.get("subsets").get(0);
    JsonNode dev = json.get("subsets").get(1);
    assertEquals(45_000, train.get("acts").intValue());
    assertEquals(6_000, dev.get("acts").intValue());
    assertEquals(729, Math.round(train.get("wordsPerAct").doubleValue()));
    assertEquals(714, Math.round(dev.get("wordsPerAct").doubleValue()));
    assertEquals(5.07, train.get("labelsPerAct").doubleValue(), 0.005);
    assertEquals(746, json.at("/groups/frequent/labels").intValue());
    assertEquals(3_362, json.at("/groups/few/labels").intValue());
    assertEquals(163, json.at("/groups/zero/labels").intValue());
  }
}
