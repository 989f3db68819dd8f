package org.solrlmtc.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.cli.Cli;
import org.solrlmtc.cli.DemoBundle;

class TestBenchCommand {
  @TempDir Path folder;

  @Test
  void withoutANetworkTheScorerIsTheReference() throws IOException {
    DemoBundle.train(folder, folder);
    Cli result =
        Cli.run(
            "bench",
            DemoBundle.ACTS,
            "--models",
            folder,
            "--bundle",
            DemoBundle.NAME,
            "--acts=9",
            "--rounds=1",
            "--no-solr");
    assertEquals(0, result.code(), result.err());
    List<String> lines = result.out().lines().toList();
    assertTrue(lines.get(0).contains(DemoBundle.NAME + " 7, 9 documents, "), lines.get(0));
    String figures = "( +[\\d,]+\\.\\d+){7}";
    for (String row : List.of("tokenization, \\d+ threads?", "text to labels, \\d+ threads?")) {
      assertTrue(
          lines.stream().anyMatch(line -> line.strip().matches(row + figures)), result.out());
    }
    assertTrue(
        lines.stream()
            .anyMatch(line -> line.matches(" *text to labels, \\d+ threads? +[\\d,.]+ +1\\.00 .*")),
        result.out());
    assertTrue(lines.stream().noneMatch(line -> line.contains("ONNX")), result.out());
  }

  @Test
  void membersOfAnEnsembleHaveRowsOfTheirOwn() throws IOException {
    DemoBundle.train(folder, folder);
    Path recipe = folder.resolve("two.yaml");
    Files.writeString(
        recipe, "method: ensemble\nsettings: {members: [{bundle: " + DemoBundle.NAME + "}]}\n");
    Cli trained =
        Cli.run("train", recipe, "--data", folder.resolve("data"), "--out", folder.resolve("two"));
    assertEquals(0, trained.code(), trained.err());
    Cli result =
        Cli.run(
            "bench",
            DemoBundle.ACTS,
            "--models",
            folder,
            "--bundle",
            "two",
            "--acts=9",
            "--rounds=1",
            "--no-solr",
            "--members");
    assertEquals(0, result.code(), result.err());
    for (String row : List.of("member " + DemoBundle.NAME, "all members", "text to labels")) {
      assertTrue(
          result
              .out()
              .lines()
              .anyMatch(line -> line.strip().matches(row + ", \\d+ threads?( +[\\d,]+\\.\\d+){7}")),
          result.out());
    }
  }

  @Test
  void theCurveOfEarlyExitHasARowPerConfidence() throws IOException {
    DemoBundle.train(folder, folder);
    Path data = folder.resolve("data");
    assertEquals(
        0, Cli.run("train", "exact-match", "--data", data, "--out", folder.resolve("b")).code());
    Path recipe = folder.resolve("early.yaml");
    Files.writeString(
        recipe,
        "method: ensemble\nsettings: {members: [{bundle: "
            + DemoBundle.NAME
            + "}, {bundle: b}], earlyExit: {members: [b]}}\n");
    Cli trained = Cli.run("train", recipe, "--data", data, "--out", folder.resolve("early"));
    assertEquals(0, trained.code(), trained.err());
    Path plot = folder.resolve("curve.png");
    Cli result =
        Cli.run(
            "bench",
            DemoBundle.ACTS,
            "--models",
            folder,
            "--bundle",
            "early",
            "--rounds=1",
            "--curve=0,1",
            "--plot",
            plot);
    assertEquals(0, result.code(), result.err());
    for (String row : List.of("0\\.00 +0\\.000", "1\\.00 +1\\.000")) {
      assertTrue(
          result.out().lines().anyMatch(line -> line.strip().matches(row + "( +[\\d,.]+){5}")),
          result.out());
    }
    assertTrue(Files.size(plot) > 1000, "a plot");
    Cli without =
        Cli.run(
            "bench", DemoBundle.ACTS, "--models", folder, "--bundle", DemoBundle.NAME, "--curve=0");
    assertEquals(1, without.code());
    assertTrue(without.err().contains("earlyExit"), without.err());
  }

  @Test
  void numbersBelowOneAreRefused() {
    Cli result = Cli.run("bench", DemoBundle.ACTS, "--bundle", "any", "--clients=1,0");
    assertEquals(2, result.code());
    assertTrue(result.err().contains("--clients"), result.err());
  }
}
