package org.solrlmtc.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestReport {
  private static final String HOSTILE = "<script>alert('x')</script>|a\n\u001b[31m \"q\" & co";

  @TempDir private Path folder;

  @Test
  void textIsAligned() {
    assertEquals(
        """
        Title
          note
          name    value
          a           1
          longer  1,234
        """,
        new Table(
                "Title",
                "note",
                List.of("name", "value"),
                List.of(List.of("a", Table.count(1)), List.of("longer", Table.count(1234))))
            .toText());
  }

  @Test
  void longNotesAreBrokenIntoLines() {
    String text = new Table("t", "word ".repeat(60).strip(), List.of("a"), List.of()).toText();
    assertTrue(text.lines().allMatch(line -> line.length() <= 100), text);
    assertEquals(60, text.split("word", -1).length - 1);
  }

  @Test
  void undefinedValuesAreDashes() {
    assertEquals("-", Table.share(Double.NaN));
    assertEquals("0.667", Table.share(2 / 3.0));
  }

  @Test
  void aRowOfAnotherWidthIsRefused() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new Table("t", "", List.of("a", "b"), List.of(List.of("only one"))));
    assertTrue(e.getMessage().contains("[only one]"), e.getMessage());
  }

  @Test
  void hostileTextStaysText() throws IOException {
    Table table =
        new Table(HOSTILE, HOSTILE, List.of("name", HOSTILE), List.of(List.of(HOSTILE, HOSTILE)));
    Plot plot = new Plot("plot", HOSTILE, HOSTILE, new byte[] {1, 2, 3});
    new Report(HOSTILE, List.of(HOSTILE), List.of(table), List.of(plot)).write(folder);
    String html = Files.readString(folder.resolve("report.html"));
    assertFalse(html.contains("<script"), html);
    assertFalse(html.contains("\"q\""), html);
    assertTrue(html.contains("&lt;script&gt;alert(&#39;x&#39;)"), html);
    List<String> markdown = Files.readAllLines(folder.resolve("report.md"));
    assertTrue(markdown.stream().noneMatch(line -> line.contains("<script")), markdown.toString());
    // heading, line, row: two cells each
    assertEquals(
        List.of(4, 4, 4),
        markdown.stream()
            .filter(line -> line.startsWith("|"))
            .map(line -> line.split("(?<!\\\\)\\|", -1).length)
            .toList());
    assertFalse(table.toText().contains("\u001b"), "the terminal must not be steered");
    assertEquals(4, table.toText().lines().count(), table.toText());
  }
}
