package org.solrlmtc.cli.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
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

class TestLabelCommand {
  @TempDir static Path folder;
  private static Path models;
  private static Path act;

  @BeforeAll
  static void trainABundle() throws IOException {
    models = folder.resolve("models");
    DemoBundle.train(folder, models);
    act = folder.resolve("act.json");
    Files.writeString(
        act,
        "{\"celex_id\": \"a1\", \"title\": \"On eels\", \"header\": \"Import licences\","
            + " \"main_body\": [\" \", \"The import  licence for cheese, and cheese\"]}");
  }

  private static Cli label(Object... options) {
    List<Object> args =
        new java.util.ArrayList<>(List.of("label", act, "--bundle", DemoBundle.NAME));
    args.addAll(List.of("--models", models, "--threshold", "0.1"));
    args.addAll(List.of(options));
    return Cli.run(args.toArray());
  }

  @Test
  void labelsArePrintedWithNamesAndScores() {
    Cli result = label();
    assertEquals(0, result.code(), result.err());
    assertTrue(result.out().startsWith("a1  On eels\n"), result.out());
    assertTrue(result.out().matches("(?s).*  0\\.\\d{3}  \\d+ +cheese\\n.*"), result.out());
    assertFalse(result.out().contains("main_body"), result.out());
  }

  @Test
  void namesFromFilesDoNotControlTheTerminal() throws IOException {
    Path hostile = folder.resolve("hostile.json");
    Files.writeString(
        hostile,
        "{\"celex_id\": \"a1\", \"title\": \"On \\u001b[2J eels\", \"main_body\": [\"cheese\"]}");
    Cli result = Cli.succeed("label", hostile, "--bundle", DemoBundle.NAME, "--models", models);
    assertTrue(result.out().startsWith("a1  On ?[2J eels\n"), result.out());
  }

  @Test
  void aManifestDoesNotControlTheTerminal() throws IOException {
    Path hostile = Files.createDirectories(folder.resolve("hostile").resolve(DemoBundle.NAME));
    try (Stream<Path> files = Files.list(models.resolve(DemoBundle.NAME))) {
      for (Path file : files.toList()) {
        Files.copy(file, hostile.resolve(file.getFileName()));
      }
    }
    Path manifest = hostile.resolve("manifest.json");
    Files.writeString(
        manifest,
        Files.readString(manifest)
            .replaceFirst("\"method\" : \"", "$0\\\\u001b]0;owned\\\\u0007\\\\u001b[2J"));
    Cli result =
        Cli.run("label", act, "--bundle", DemoBundle.NAME, "--models", folder.resolve("hostile"));
    assertEquals(1, result.code());
    assertTrue(result.err().contains("?]0;owned??[2J"), result.err());
    assertFalse(result.err().matches("(?s).*[\\x00-\\x09\\x0b-\\x1f].*"), result.err());
  }

  @Test
  void explanationsFollowTheirLabels() {
    String out = label("--explain").out();
    assertTrue(
        Pattern.compile(
                "cheese\\n +\\d\\.\\d{3}  main_body\\[1] 24-30  \"cheese\"\\n"
                    + " +\\d\\.\\d{3}  main_body\\[1] 36-42  \"cheese\"\\n")
            .matcher(out)
            .find(),
        out);
    assertTrue(out.contains("main_body[1] 4-19  \"import licence\""), "one line: " + out);
    assertFalse(label("--explain", "--explain-limit", "1").out().contains("36-42"));
  }

  @Test
  void explanationsHaveAJsonForm() throws IOException {
    JsonNode plain = new ObjectMapper().readTree(label("--json").out());
    assertFalse(plain.has("passages"));
    JsonNode line = new ObjectMapper().readTree(label("--json", "--explain").out());
    assertEquals(plain.get("labels"), line.get("labels"));
    Matcher cheese = Pattern.compile("(\\d+) +cheese\\n").matcher(label().out());
    assertTrue(cheese.find());
    JsonNode first = line.get("passages").get(cheese.group(1)).get(0);
    assertEquals("main_body", first.get("zone").asText());
    assertEquals(1, first.get("section").asInt());
    assertEquals(24, first.get("start").asInt());
    assertEquals(30, first.get("end").asInt());
    assertEquals("cheese", first.get("text").asText());
    assertTrue(first.get("weight").asDouble() > 0);
  }

  @Test
  void theDecisionCanBeChanged() throws IOException {
    List<String> all = ids(label());
    assertTrue(all.size() > 2, all.toString());
    assertEquals(all.subList(0, 1), ids(label("--max-labels", "1")));
    String first = all.get(0);
    assertEquals(all.subList(1, all.size()), ids(label("--exclude", first)));
    assertEquals(List.of(first), ids(label("--include", first)));
    Cli least =
        Cli.run(
            "label",
            act,
            "--bundle",
            models.resolve(DemoBundle.NAME),
            "--threshold",
            1,
            "--min-labels",
            1);
    assertEquals(List.of(first), ids(least));
    assertEquals(List.of(), ids(label("--include", "narrower:" + first, "--exclude", first)));
  }

  private static List<String> ids(Cli plain) {
    return Pattern.compile("(?m)^  0\\.\\d{3}  (\\d+) ")
        .matcher(plain.out())
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "--threshold, 3, 'threshold' must be",
    "--max-labels, 0, 'maxLabels' must be",
    "--include, domain:no, 'include' names the domain 'no'",
    "--exclude, 0, 'exclude' names the concept '0'",
  })
  void aWrongDecisionIsWrongUsage(String option, String value, String message) {
    Cli result = Cli.run("label", act, "--bundle", models.resolve(DemoBundle.NAME), option, value);
    assertEquals(2, result.code());
    assertTrue(result.err().replace("'", "").contains(message.replace("'", "")), result.err());
  }

  @Test
  void theConfidenceAndOtherLanguagesAreShown() throws IOException {
    Path tuned = folder.resolve("tuned");
    Cli tune =
        Cli.run(
            "tune",
            "--bundle",
            models.resolve(DemoBundle.NAME),
            "--data",
            folder.resolve("data").resolve("train"),
            "--out",
            tuned);
    assertEquals(0, tune.code(), tune.err());
    Path german = folder.resolve("german.json");
    Files.writeString(
        german,
        "{\"celex_id\": \"g1\", \"title\": \"Verordnung\", \"header\": \"Verordnung der Kommission"
            + " über die Einfuhr von Käse (cheese) und Milch aus Drittländern\", \"main_body\":"
            + " []}");
    Cli plain = Cli.run("label", act, german, "--bundle", tuned, "--threshold", 0.1);
    assertTrue(plain.out().matches("(?s)a1  On eels\n  confidence 0\\.\\d\\d\n  0.*"), plain.out());
    assertTrue(plain.out().endsWith("g1  Verordnung\n  (other language: de)\n"), plain.out());
    String[] lines =
        Cli.run("label", act, german, "--bundle", tuned, "--json", "--threshold", 0.1)
            .out()
            .split("\n");
    JsonNode english = new ObjectMapper().readTree(lines[0]);
    assertEquals("labelled", english.get("status").asText());
    assertTrue(english.get("confidence").asDouble() > 0, lines[0]);
    assertEquals(
        "other language: de", new ObjectMapper().readTree(lines[1]).get("status").asText());
    Cli any = Cli.run("label", german, "--bundle", tuned, "--any-language", "--threshold", "0.1");
    assertTrue(any.out().contains("cheese"), any.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "101", "many"})
  void aWrongLimitIsWrongUsage(String limit) {
    Cli result = label("--explain", "--explain-limit", limit);
    assertEquals(2, result.code());
    assertTrue(result.err().contains("--explain-limit"), result.err());
  }

  @Test
  void aMissingBundleIsNamedWithTheAvailableOnes() {
    Cli result = Cli.run("label", act, "--models", models, "--bundle", "oracle");
    assertEquals(1, result.code());
    assertTrue(result.err().contains("there are: " + DemoBundle.NAME), result.err());
  }
}
