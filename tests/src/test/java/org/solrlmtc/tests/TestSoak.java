package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Solr under load for some seconds. */
class TestSoak {
  @TempDir Path folder;

  @Test
  void reloadsAndSwapsUnderLoadLoseAndLeaveNothing() throws Exception {
    Path out = folder.resolve("out");
    Product.Answer answer;
    try (Product product = new Product(folder.resolve("solr"))) {
      answer =
          product.run(
              "soak",
              Product.DEMO_ACTS.toString(),
              "--bundle=exact-match",
              "--minutes=0.05",
              "--clients=2",
              "--readers=1",
              "--commits=2",
              "--reloads=2",
              "--swaps=3",
              "--out=" + out);
    }
    String text = answer.out();
    assertEquals(0, answer.code(), text + answer.err());
    assertTrue(text.contains("; the index has the last acknowledged version of all\n"), text);
    assertTrue(
        text.contains("2 core reloads, 3 model swaps; open models: 1 before, 1 after\n"), text);
    assertTrue(
        Pattern.compile("\n[1-9][\\d,]* texts classified, [\\d,]+ evaluations, 2 commits\n")
            .matcher(text)
            .find(),
        text);
    assertTrue(text.contains("\nno failures\n"), text);
    for (String row :
        List.of("heap MB", "native MB", "open models", "docs/s", "p99 ms", "read p99 ms")) {
      assertTrue(
          text.lines().anyMatch(line -> line.strip().matches(row + "( +[\\d,.]+){3}")),
          row + " in " + text);
    }
    List<String> lines = Files.readAllLines(out.resolve("soak.tsv"));
    List<String> names = Arrays.asList(lines.get(0).split("\t", -1));
    assertTrue(lines.size() > 1, lines.toString());
    for (String line : lines) {
      assertEquals(names.size(), line.split("\t", -1).length, line);
    }
    String[] last = lines.get(lines.size() - 1).split("\t", -1);
    assertEquals("2", last[names.indexOf("reloads")]);
    assertEquals("3", last[names.indexOf("swaps")]);
    assertEquals("0", last[names.indexOf("failures")]);
    assertTrue(Long.parseLong(last[names.indexOf("documents")]) > 0, String.join(" ", last));
    byte[] png = Files.readAllBytes(out.resolve("soak.png"));
    assertEquals("PNG", new String(png, 1, 3, StandardCharsets.US_ASCII));
  }
}
