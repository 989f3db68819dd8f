package org.solrlmtc.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.cli.Cli;
import org.solrlmtc.cli.DemoBundle;

class TestCompareCommand {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private static Path shared;
  private static Path models;
  private static Path saved;
  private static Path reversed;

  @TempDir private Path folder;

  /** A bundle, its predictions, and predictions that rank the same labels the other way round. */
  @BeforeAll
  static void makeSystems() throws IOException {
    models = shared.resolve("models");
    DemoBundle.train(shared, models);
    saved = shared.resolve("saved.jsonl");
    Cli.succeed(
        "evaluate",
        "--models",
        models,
        "--bundle",
        DemoBundle.NAME,
        "--data",
        DemoBundle.ACTS,
        "--save",
        saved);
    StringBuilder lines = new StringBuilder();
    for (String line : Files.readAllLines(saved)) {
      JsonNode act = JSON.readTree(line);
      lines.append("{\"celex_id\":").append(act.get("celex_id")).append(",\"labels\":[");
      JsonNode labels = act.get("labels");
      for (int i = labels.size() - 1; i >= 0; i--) {
        lines.append("[").append(labels.get(i).get(0)).append(",0.4]").append(i > 0 ? "," : "");
      }
      lines.append("]}\n");
    }
    reversed = Files.writeString(shared.resolve("reversed.jsonl"), lines);
  }

  @Test
  void aSystemDoesNotDifferFromItself() throws IOException {
    JsonNode rows =
        JSON.readTree(compare(DemoBundle.NAME, DemoBundle.NAME, "--json").out()).get("measures");
    assertTrue(rows.size() >= 8, rows.toString());
    for (JsonNode row : rows) {
      assertEquals(1.0, row.get("p").doubleValue(), row.toString());
      assertEquals(row.get("a"), row.get("b"));
    }
  }

  @Test
  void aBundleEqualsItsSavedPredictionsInEveryRanking() throws IOException {
    JsonNode json = JSON.readTree(compare(DemoBundle.NAME, saved, "--json").out());
    assertEquals(DemoBundle.NAME, json.get("a").textValue());
    assertEquals("saved.jsonl", json.get("b").textValue());
    for (JsonNode row : json.get("measures")) {
      if (!row.get("measure").textValue().endsWith("own rule")) {
        assertEquals(row.get("a"), row.get("b"), row.toString());
      }
    }
  }

  @Test
  void aWorseSystemIsToldApart() throws IOException {
    JsonNode row =
        JSON.readTree(
                compare(saved, reversed, "--json", "--measures", "RP@5", "--labels", labels())
                    .out())
            .get("measures")
            .get(0);
    assertTrue(row.get("a").doubleValue() > row.get("b").doubleValue(), row.toString());
    assertTrue(row.get("p").doubleValue() < 0.01, row.toString());
    assertEquals(52, row.get("acts").intValue());
    assertEquals(10_000, row.get("iterations").intValue());
  }

  @Test
  void theTableShowsDifferencesAndNearDuplicatesApart() throws IOException {
    Path train = folder.resolve("train");
    DemoBundle.trainingActs(train);
    String out =
        compare(
                DemoBundle.NAME,
                reversed,
                "--without-near-duplicates",
                "--train",
                train,
                "--iterations",
                "100")
            .out();
    assertTrue(out.contains("near duplicates of training acts: 20"), out);
    List<String> rows = out.lines().filter(line -> line.startsWith("  RP@5 ")).toList();
    assertEquals(2, rows.size(), out);
    assertTrue(rows.get(0).matches("  RP@5 .* -0\\.\\d{3} +52  0\\.\\d{4}"), rows.get(0));
    assertTrue(rows.get(1).matches("  RP@5 .* 32  0\\.\\d{4}"), rows.get(1));
    assertTrue(out.contains("micro-F1, own rule"), out);
  }

  @Test
  void hierarchicalMeasuresTakeTheBundlesThesaurus() throws IOException {
    String out = compare(DemoBundle.NAME, saved, "--measures", "hRP@5,h-micro-F1").out();
    assertTrue(out.contains("hRP@5"), out);
    assertTrue(out.contains("h-micro-F1, own rule"), out);
    Cli without =
        Cli.run(
            "compare",
            saved,
            reversed,
            "--data",
            DemoBundle.ACTS,
            "--measures",
            "hRP@5",
            "--labels",
            labels());
    assertEquals(1, without.code());
    assertTrue(without.err().contains("thesaurus"), without.err());
  }

  @Test
  void theReportShowsBothSystems() throws IOException {
    Path report = folder.resolve("report");
    compare(DemoBundle.NAME, reversed, "--report", report, "--iterations", "10");
    String html = Files.readString(report.resolve("report.html"));
    assertTrue(html.contains("<h1>demo-match and reversed.jsonl</h1>"), html.substring(0, 3000));
    assertEquals(2, html.split("<img ", -1).length - 1);
    assertFalse(html.contains("http:") || html.contains("https:"));
    TestEvaluateCommand.assertTablesAreRectangular(Files.readAllLines(report.resolve("report.md")));
  }

  @Test
  void anUnknownMeasureIsAUsageError() {
    Cli result = Cli.run("compare", "a", "b", "--data", DemoBundle.ACTS, "--measures", "quality");
    assertEquals(2, result.code());
    assertTrue(result.err().contains("--measures: unknown measure 'quality'"), result.err());
  }

  private static Path labels() {
    return models.resolve(DemoBundle.NAME).resolve("labels.tsv");
  }

  private static Cli compare(Object first, Object second, Object... more) {
    List<Object> args =
        new ArrayList<>(
            List.of("compare", first, second, "--models", models, "--data", DemoBundle.ACTS));
    args.addAll(List.of(more));
    return Cli.succeed(args.toArray());
  }
}
