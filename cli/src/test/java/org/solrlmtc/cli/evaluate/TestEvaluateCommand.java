package org.solrlmtc.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.cli.Cli;
import org.solrlmtc.cli.DemoBundle;
import org.solrlmtc.cli.SmallSet;

class TestEvaluateCommand {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private static Path shared;
  private static Path models;

  @TempDir private Path folder;

  @BeforeAll
  static void trainBundle() throws IOException {
    models = shared.resolve("models");
    DemoBundle.train(shared, models);
  }

  @Test
  void theTablesHoldTheHandComputedValues() throws IOException {
    Path data = SmallSet.write(folder);
    String out =
        Cli.succeed("evaluate", "--predictions", SmallSet.predictions(folder), "--data", data)
            .out();
    // gold {1,2} {3} {2,4}; ranked [1 3 2] [2 3] [2]
    assertRow(out, "RP@1", "all", "4", "3", "0.667", "0.833", "0.833", "0.667", "0.721", "0.721");
    assertRow(out, "P@1", "all", "4", "3", "0.667", "0.267", "0.133", "0.333", "0.833", "0.833");
    // assigned {1,3} {2,3} {2}
    assertRow(out, "micro-P", "all", "0.600", "0.600", "0.600", "0.500", "0.625", "0.542", "0.611");
    assertRow(out, "RP@1", "zero", "1", "1", "0.000", "0.000", "0.000", "0.000", "0.000", "0.000");
    assertRow(out, "micro-P", "few", "0.500", "1.000", "0.667", "0.500", "1.000", "0.667", "1.000");
    assertTrue(
        out.lines()
            .anyMatch(
                line -> line.matches("  BERT-BASE \\(512 tokens\\) +published, test split .*")),
        out);
  }

  @Test
  void partsOfTheActsAreMeasuredOneByOne() throws IOException {
    Path data = SmallSet.write(folder);
    Files.writeString(data, Files.readString(data).replace("\"a1\"", "\"32016R0679\""));
    Path predictions = SmallSet.predictions(folder);
    Files.writeString(
        predictions, Files.readString(predictions).replace("\"a1\"", "\"32016R0679\""));
    String out =
        Cli.succeed("evaluate", "--predictions", predictions, "--data", data, "--by", "year,length")
            .out();
    // gold {1,2}, ranked [1 3 2], assigned {1,3}
    assertPart(out, "2015-2019", "1", "1.000", "0.920", "0.500", "0.500", "0.500", "0.000");
    // gold {3} {2,4}; ranked [2 3] [2]; assigned {2,3} {2}
    assertPart(out, "unknown", "2", "0.750", "0.622", "0.667", "0.667", "0.667", "0.000");
    // eight words each
    assertPart(out, "0-99", "3", "0.833", "0.721", "0.600", "0.600", "0.600", "0.000");
    JsonNode json =
        JSON.readTree(
            Cli.succeed(
                    "evaluate", "--predictions", predictions, "--data", data, "--by=year", "--json")
                .out());
    assertEquals(1, json.at("/byYear/2015-2019/acts").asInt(), json.toString());
    String otherCutOff =
        Cli.succeed(
                "evaluate", "--predictions", predictions, "--data", data, "--by=length", "--k=3")
            .out();
    assertTrue(otherCutOff.contains("RP@3"), otherCutOff);
    Cli refused = Cli.run("evaluate", "--data", data, "--by", "colour");
    assertEquals(2, refused.code());
    assertTrue(refused.err().contains("--by") && refused.err().contains("YEAR"), refused.err());
  }

  private static void assertPart(String out, String... cells) {
    assertTrue(
        out.lines().map(line -> List.of(line.strip().split(" +"))).anyMatch(List.of(cells)::equals),
        out);
  }

  @Test
  void actsWithLabelsOfTheBenchmarkHaveItsGroupsWithoutATable() throws IOException {
    Path data = SmallSet.write(folder, "\"1309\",\"3568\"", "\"1309\"", "\"3568\"");
    Files.delete(folder.resolve("labels.tsv"));
    Path predictions = SmallSet.predictions(folder);
    String out = Cli.succeed("evaluate", "--predictions", predictions, "--data", data).out();
    assertTrue(out.contains("labels: 4,271, from the table of EURLEX57K"), out);
    assertTrue(publishedColumns(out).contains("zero:RP@5"), out);
  }

  @Test
  void publishedFiguresOfOtherGroupsAreNotShown() throws IOException {
    Path data = SmallSet.write(folder);
    Path predictions = SmallSet.predictions(folder);
    String out = Cli.succeed("evaluate", "--predictions", predictions, "--data", data).out();
    assertTrue(publishedColumns(out).contains("RP@5"), out);
    assertFalse(publishedColumns(out).contains("zero"), out);
  }

  private static String publishedColumns(String out) {
    return out.lines().filter(line -> line.contains("measured on")).findFirst().orElseThrow();
  }

  @Test
  void withoutABundleThereIsNoSecondRuleAndNoHierarchy() throws IOException {
    Path data = SmallSet.write(folder);
    String out =
        Cli.succeed("evaluate", "--predictions", SmallSet.predictions(folder), "--data", data)
            .out();
    assertFalse(out.contains("own rule"), out);
    assertFalse(out.contains("hRP@"), out);
  }

  @Test
  void aBundleIsMeasuredUnderBothRulesAndWithItsHierarchy() {
    String out = evaluateBundle().out();
    assertTrue(out.startsWith("system: demo-match (bundle demo-match, version 7"), out);
    assertTrue(out.contains("Assigned labels under the paper's rule"), out);
    assertTrue(out.contains("assigned when the score is above 0.5; at most 6 labels per act"), out);
    assertTrue(out.contains("hRP@5"), out);
    assertTrue(out.contains("data: acts, 52 acts"), out);
  }

  @Test
  void savedPredictionsGiveTheSameNumbers() throws IOException {
    Path saved = folder.resolve("saved.jsonl.gz");
    JsonNode scored = JSON.readTree(evaluateBundle("--save", saved, "--json").out());
    JsonNode read =
        JSON.readTree(evaluateBundle("--predictions", saved, "--json", "--confidence").out());
    assertEquals(scored.get("paperRule"), read.get("paperRule"));
    assertEquals(scored.get("ownRule"), read.get("ownRule"));
    assertTrue(read.at("/ownRule/measures/RP@5").doubleValue() > 0.1, read.toString());
    JsonNode interval = read.get("confidence").get(0);
    assertEquals("RP@5", interval.get("measure").textValue());
    assertTrue(interval.get("low").doubleValue() < interval.get("value").doubleValue());
    assertTrue(interval.get("high").doubleValue() > interval.get("value").doubleValue());
  }

  @Test
  void theNumberOfThreadsChangesNothing() throws IOException {
    Path one = folder.resolve("one.jsonl");
    Path four = folder.resolve("four.jsonl");
    evaluateBundle("--save", one, "--threads", "1");
    evaluateBundle("--save", four, "--threads", "4");
    assertArrayEquals(Files.readAllBytes(one), Files.readAllBytes(four));
    assertEquals(52, Files.readAllLines(one).size());
    assertTrue(
        Files.readAllLines(one).get(0).startsWith("{\"celex_id\":\"DEMO-D-0003\",\"labels\":[[\""));
  }

  @Test
  void agreesWithTheIndependentProgram() throws Exception {
    assumeTrue(hasPython(), "python3 is not installed");
    Path saved = folder.resolve("saved.jsonl");
    Path labels = folder.resolve("labels.tsv");
    bundleLabels(labels);
    JsonNode own =
        JSON.readTree(evaluateBundle("--save", saved, "--labels", labels, "--json").out());
    Path gold = folder.resolve("gold.jsonl");
    writeGold(gold);
    JsonNode other =
        JSON.readTree(
            python(
                    "--predictions",
                    saved,
                    "--gold",
                    gold,
                    "--labels",
                    labels,
                    "--k",
                    "1,5,10",
                    "--max-labels",
                    "6")
                .getBytes(StandardCharsets.UTF_8));
    int compared = 0;
    Iterator<Map.Entry<String, JsonNode>> measures = other.get("measures").fields();
    while (measures.hasNext()) {
      Map.Entry<String, JsonNode> theirs = measures.next();
      String name = theirs.getKey().replaceFirst("^all:", "");
      JsonNode mine = own.get("ownRule").get("measures").get(name);
      assertEquals(theirs.getValue().isNull(), mine.isNull(), name);
      assertEquals(theirs.getValue().doubleValue(), mine.doubleValue(), 1e-9, name);
      compared++;
    }
    assertTrue(compared >= 4 * 21, "only " + compared + " measures were compared");
  }

  @Test
  void nearDuplicatesGetTablesOfTheirOwn() throws IOException {
    Path train = folder.resolve("train");
    DemoBundle.trainingActs(train);
    JsonNode json =
        JSON.readTree(
            evaluateBundle("--without-near-duplicates", "--train", train, "--json").out());
    assertEquals(20, json.get("nearDuplicates").intValue());
    assertEquals(32, json.at("/withoutNearDuplicates/acts").intValue());
    String out = evaluateBundle("--without-near-duplicates", "--train", train).out();
    assertTrue(out.contains("Ranking: R-precision and nDCG, without near duplicates"), out);
  }

  @Test
  void everyLabelHasALine() throws IOException {
    Path file = folder.resolve("new").resolve("labels.tsv");
    Path data = SmallSet.write(folder);
    Cli.succeed(
        "evaluate",
        "--predictions",
        SmallSet.predictions(folder),
        "--data",
        data,
        "--per-label",
        file);
    assertEquals(
        List.of(
            "concept_id\tlabel\tgroup\ttraining_acts\tgold\tassigned\tright\tprecision\trecall\tf1"
                + "\taverage_precision",
            "1\tone\tfrequent\t100\t1\t1\t1\t1.0\t1.0\t1.0\t1.0",
            "2\ttwo\tfrequent\t60\t2\t2\t1\t0.5\t0.5\t0.5\t" + (1 + 2 / 3.0) / 2,
            "3\tthree\tfew\t5\t1\t2\t1\t0.5\t1.0\t" + 2 / 3.0 + "\t1.0",
            "4\tfour\tzero\t0\t1\t0\t0\t0.0\t0.0\t0.0\t0.0"),
        Files.readAllLines(file));
  }

  @Test
  void theReportIsOnePageBesideMarkdownAndPlots() throws IOException {
    Path report = folder.resolve("report");
    evaluateBundle("--report", report);
    String html = Files.readString(report.resolve("report.html"));
    assertEquals(5, html.split("<img ", -1).length - 1);
    Pattern reference = Pattern.compile("(?:src|href|url)\\s*[=(]\\s*[\"']?+(?!data:image/png;)");
    assertFalse(reference.matcher(html).find(), "the page refers to something outside");
    assertFalse(html.contains("http:") || html.contains("https:"), "refers to the web");
    assertTrue(html.contains("<td>published, test split</td>"));
    List<String> markdown = Files.readAllLines(report.resolve("report.md"));
    assertTrue(markdown.contains("# Evaluation of demo-match"), markdown.toString());
    assertTablesAreRectangular(markdown);
    for (String name :
        List.of("at-k", "by-frequency", "calibration", "labels-per-act", "concepts")) {
      byte[] png = Files.readAllBytes(report.resolve(name + ".png"));
      assertEquals("PNG", new String(png, 1, 3, StandardCharsets.US_ASCII), name);
      assertTrue(markdown.stream().anyMatch(line -> line.endsWith("](" + name + ".png)")), name);
    }
  }

  @Test
  void actsWithoutGoldLabelsMakeAReportOfDashes() throws IOException {
    Path data = SmallSet.write(folder, "", "", "");
    Path report = folder.resolve("report");
    String out =
        Cli.succeed(
                "evaluate",
                "--predictions",
                SmallSet.predictions(folder),
                "--data",
                data,
                "--confidence",
                "--report",
                report)
            .out();
    assertRow(out, "RP@1", "all", "0", "0", "-", "-", "-", "-", "-", "-");
    assertTrue(Files.exists(report.resolve("report.html")));
  }

  @Test
  void predictionsMustFitTheActs() throws IOException {
    Path data = SmallSet.write(folder);
    Path predictions = folder.resolve("wrong.jsonl");
    Files.writeString(
        predictions,
        "{\"celex_id\":\"a1\",\"labels\":[]}\n{\"celex_id\":\"stranger\",\"labels\":[]}\n");
    String err = fail("evaluate", "--predictions", predictions, "--data", data);
    assertTrue(err.contains("2 of 3 acts have no predictions (a2, a3)"), err);
    assertTrue(err.contains("1 acts have no gold labels (stranger)"), err);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"celex_id\":\"a1\",\"labels\":[[\"1\",2]]}|:2: the score of label 1 must be between",
        "{\"celex_id\":\"a1\" \"labels\":[]}|:2: ",
        "{\"celex_id\":\"a0\",\"labels\":[]}|:2: the act a0 appears twice",
      })
  void aDamagedPredictionsFileIsNamedWithItsLine(String line, String message) throws IOException {
    Path data = SmallSet.write(folder);
    Path predictions = folder.resolve("damaged.jsonl");
    Files.writeString(predictions, "{\"celex_id\":\"a0\",\"labels\":[]}\n" + line + "\n");
    String err = fail("evaluate", "--predictions", predictions, "--data", data);
    assertTrue(err.contains("damaged.jsonl" + message), err);
  }

  @Test
  void anActThatOccursTwiceInTheDataIsNamedWithBothPlaces() throws IOException {
    Path data = SmallSet.write(folder);
    Files.writeString(data, Files.readString(data) + Files.readAllLines(data).get(0) + "\n");
    String err = fail("evaluate", "--predictions", SmallSet.predictions(folder), "--data", data);
    assertTrue(err.contains("data.jsonl:4: the act a1 was already read at"), err);
  }

  @Test
  void aDamagedActStopsTheEvaluation() throws IOException {
    Path data = SmallSet.write(folder);
    Files.writeString(data, Files.readString(data) + "{\"celex_id\": 5\n");
    String err = fail("evaluate", "--predictions", SmallSet.predictions(folder), "--data", data);
    assertTrue(err.contains("data.jsonl:4: "), err);
  }

  @Test
  void whatDoesNotExistIsNamed() throws IOException {
    Path data = SmallSet.write(folder);
    Path missing = folder.resolve("missing");
    String predictions = SmallSet.predictions(folder).toString();
    assertTrue(fail("evaluate", "--predictions", missing, "--data", data).contains("missing"));
    assertTrue(
        fail("evaluate", "--predictions", predictions, "--data", missing).contains("missing"));
    String err = fail("evaluate", "--models", models, "--bundle", "missing", "--data", data);
    assertTrue(err.contains("no model bundle 'missing'") && err.contains("demo-match"), err);
    err =
        fail("evaluate", "--predictions", predictions, "--data", data, "--without-near-duplicates");
    assertTrue(err.contains("train.jsonl.gz") && err.contains("--train"), err);
    Files.delete(folder.resolve("labels.tsv"));
    err = fail("evaluate", "--predictions", predictions, "--data", data);
    assertTrue(err.contains("labels.tsv") && err.contains("--labels"), err);
  }

  @Test
  void aFailedRunLeavesNoPredictionsBehind() throws IOException {
    Path data = SmallSet.write(folder);
    Path saved = folder.resolve("saved.jsonl");
    Files.writeString(data, Files.readString(data) + "not an act\n");
    fail(
        "evaluate",
        "--models",
        models,
        "--bundle",
        DemoBundle.NAME,
        "--data",
        data,
        "--save",
        saved);
    try (Stream<Path> files = Files.list(folder)) {
      assertTrue(files.noneMatch(file -> file.getFileName().toString().startsWith("saved")));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evaluate --bundle b",
        "evaluate --data d",
        "evaluate --data d --predictions p --save s",
        "evaluate --data d --predictions p --k 0",
        "evaluate --data d --predictions p --k five",
      })
  void wrongUsageHasAnotherExitCodeThanFailure(String line) {
    Cli result = Cli.run((Object[]) line.split(" "));
    assertEquals(2, result.code(), result.err());
    assertTrue(result.err().contains("--help'."), result.err());
  }

  private Cli evaluateBundle(Object... more) {
    List<Object> args =
        new ArrayList<>(
            List.of(
                "evaluate",
                "--models",
                models,
                "--bundle",
                DemoBundle.NAME,
                "--data",
                DemoBundle.ACTS));
    args.addAll(Arrays.asList(more));
    return Cli.succeed(args.toArray());
  }

  private static String fail(Object... args) {
    Cli result = Cli.run(args);
    assertEquals(1, result.code(), result.out());
    assertEquals("", result.out());
    assertEquals(1, result.err().strip().lines().count(), result.err());
    return result.err();
  }

  /** Finds the row in the first table whose header has the column. */
  private static void assertRow(String out, String column, String... cells) {
    List<String> lines = out.lines().toList();
    int header = 0;
    while (!lines.get(header).matches("  labels .*\\b" + column + "\\b.*")) {
      header++;
    }
    String row =
        lines.subList(header, header + 5).stream()
            .filter(line -> line.startsWith("  " + cells[0] + " "))
            .findFirst()
            .orElseThrow();
    assertEquals(List.of(cells), List.of(row.strip().split(" +")));
  }

  static void assertTablesAreRectangular(List<String> markdown) {
    int rows = 0;
    int columns = 0;
    for (String line : markdown) {
      if (!line.startsWith("|")) {
        columns = 0;
        continue;
      }
      assertTrue(line.endsWith("|"), line);
      int found = line.split("(?<!\\\\)\\|", -1).length;
      assertTrue(columns == 0 || columns == found, line);
      columns = found;
      rows++;
    }
    assertTrue(rows > 5, "the page has no tables");
  }

  private static void bundleLabels(Path target) throws IOException {
    List<String> lines = Files.readAllLines(models.resolve(DemoBundle.NAME).resolve("labels.tsv"));
    List<String> changed = new ArrayList<>(lines);
    changed.set(0, "concept_id\ttrain");
    Files.write(target, changed);
  }

  private static void writeGold(Path target) throws IOException {
    StringBuilder lines = new StringBuilder();
    try (Stream<Path> acts = Files.list(DemoBundle.ACTS)) {
      for (Path act : acts.sorted().toList()) {
        lines.append(JSON.readTree(act.toFile())).append('\n');
      }
    }
    Files.writeString(target, lines);
  }

  private static boolean hasPython() throws InterruptedException {
    try {
      return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static String python(Object... args) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of("python3", Path.of("..", "tests", "independent", "measures.py").toString()));
    Arrays.stream(args).map(Object::toString).forEach(command::add);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), String.format(Locale.ROOT, "%s failed", command));
    return out;
  }
}
