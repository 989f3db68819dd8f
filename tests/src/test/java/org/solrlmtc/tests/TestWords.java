package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Docs, messages, help and javadoc use the standard terms of {@code docs/glossary.md}. A listed
 * paraphrase fails the build, with file, line and phrase.
 */
class TestWords {
  private static final List<String> FOLDERS = List.of("docs", "conf", "demo");

  private static final List<String> FILES =
      List.of(
          "*.md",
          "lmtc",
          "pom.xml",
          "*/pom.xml",
          "docs/**.{md,svg}",
          "demo/*.md",
          "conf/{recipes,configset}/*.{yaml,xml}",
          "*/src/main/**.{java,xml,properties}");

  /** Where one line of text, a comment or a string literal continues on the next. */
  private static final Pattern LINE_BREAK =
      Pattern.compile("[ \\t]*\"?[ \\t]*\\R[ \\t]*(?:\\*(?!/)|//|#|\\+ \")?[ \\t]*");

  private static final Pattern PARAPHRASES = paraphrases();

  private static Pattern paraphrases() {
    try (InputStream in = TestWords.class.getResourceAsStream("paraphrases.txt")) {
      return Pattern.compile(
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.isBlank() && !line.startsWith("#"))
              .collect(Collectors.joining("|")),
          Pattern.CASE_INSENSITIVE);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void docsMessagesAndJavadocUseTheTermsOfTheGlossary() throws IOException {
    List<Path> files = files();
    assertTrue(files.size() > 300, "too few files in " + Product.ROOT + ": " + files.size());
    List<String> found = new ArrayList<>();
    for (Path file : files) {
      for (String match : find(Files.readString(Product.ROOT.resolve(file)))) {
        found.add(file + ":" + match);
      }
    }
    assertEquals(
        "",
        String.join("\n", found),
        found.size() + " paraphrases; docs/glossary.md has the standard terms");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "the weights are drawn by lot",
        "/** The weights are drawn\n   * by lot. */",
        "// drawn by\n    // lot",
        "message = \"drawn by \"\n        + \"lot\";",
        "# Drawn by\n# lot",
        "1,000 acts a second",
        "the SILENCE of a scorer"
      })
  void aParaphraseIsFoundAlsoWhereItsLineIsBroken(String text) {
    assertEquals(1, find(text).size(), text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "an update processor scores an act, labels a document",
        "the models a request names",
        "once a node has started, once a core is loaded",
        "its size in bytes",
        "the margins of a support vector machine",
        "thresholds are measured against the labels",
        "numbers outside 1 to 10 are refused"
      })
  void otherTextIsLeftAlone(String text) {
    assertEquals(List.of(), find(text));
  }

  private static List<Path> files() throws IOException {
    List<PathMatcher> globs =
        FILES.stream()
            .map(glob -> FileSystems.getDefault().getPathMatcher("glob:" + glob))
            .toList();
    List<Path> roots = new ArrayList<>();
    try (Stream<Path> children = Files.list(Product.ROOT)) {
      for (Path child : children.toList()) {
        if (!Files.isDirectory(child) || FOLDERS.contains(child.getFileName().toString())) {
          roots.add(child);
        } else if (Files.exists(child.resolve("pom.xml"))) {
          roots.add(child.resolve("pom.xml"));
          roots.add(child.resolve(Path.of("src", "main")));
        }
      }
    }
    List<Path> files = new ArrayList<>();
    for (Path root : roots) {
      if (Files.exists(root)) {
        try (Stream<Path> walk = Files.walk(root)) {
          walk.filter(Files::isRegularFile)
              .map(Product.ROOT::relativize)
              .filter(file -> globs.stream().anyMatch(glob -> glob.matches(file)))
              .forEach(files::add);
        }
      }
    }
    return files.stream().sorted().toList();
  }

  /** The paraphrases of a text, each with the line that it begins in. */
  private static List<String> find(String text) {
    // line breaks become blanks, and `lines` tells which line each character was in
    StringBuilder flat = new StringBuilder();
    List<Integer> lines = new ArrayList<>();
    int line = 1;
    int from = 0;
    Matcher lineBreak = LINE_BREAK.matcher(text);
    while (lineBreak.find()) {
      append(text.substring(from, lineBreak.start()) + " ", line++, flat, lines);
      from = lineBreak.end();
    }
    append(text.substring(from), line, flat, lines);
    List<String> found = new ArrayList<>();
    Matcher matcher = PARAPHRASES.matcher(flat);
    while (matcher.find()) {
      int end = Math.min(flat.length(), matcher.end() + 30);
      String context = flat.substring(Math.max(0, matcher.start() - 30), end);
      found.add(lines.get(matcher.start()) + ": '" + matcher.group() + "' in: " + context);
    }
    return found;
  }

  private static void append(String part, int line, StringBuilder flat, List<Integer> lines) {
    flat.append(part);
    for (int i = 0; i < part.length(); i++) {
      lines.add(line);
    }
  }
}
