package org.solrlmtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Compares the command lines in the documentation with the real commands and options. */
class TestDocumentedCommands {
  private static final Path ROOT = Path.of("..");

  /** From the command to the end of the code span, the line or the shell command. */
  private static final Pattern COMMAND_LINE =
      Pattern.compile("(?:\\./|`|bin/)lmtc ([a-z][^`#&;]*)");

  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*");
  private static final Pattern HEADING = Pattern.compile("## lmtc (\\w+)");

  @Test
  void everyCommandAndOptionInTheDocumentationExists() throws IOException {
    List<String> unknown = new ArrayList<>();
    int checked = 0;
    for (Path page : pages()) {
      for (String line : Files.readAllLines(page)) {
        Matcher matcher = COMMAND_LINE.matcher(line);
        while (matcher.find()) {
          checked++;
          unknown.addAll(unknownIn(matcher.group(1), page + ": " + line));
        }
      }
    }
    assertEquals(List.of(), unknown);
    assertTrue(checked > 50, checked + " command lines");
  }

  /** Where a section describes one command, its table has options of that command only. */
  @Test
  void everyOptionInATableOfACommandExists() throws IOException {
    List<String> unknown = new ArrayList<>();
    int checked = 0;
    for (Path page : pages()) {
      String command = "";
      for (String line : Files.readAllLines(page)) {
        if (line.startsWith("## ")) {
          Matcher heading = HEADING.matcher(line);
          command = heading.matches() ? heading.group(1) : "";
        } else if (!command.isEmpty() && line.startsWith("| `--")) {
          checked++;
          unknown.addAll(unknownIn(command + " " + line.split("\\|", -1)[1], page + ": " + line));
        }
      }
    }
    assertEquals(List.of(), unknown);
    assertTrue(checked > 20, checked + " options");
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages =
        new ArrayList<>(
            List.of(
                ROOT.resolve("README.md"),
                ROOT.resolve("CHANGES.md"),
                ROOT.resolve("CONTRIBUTING.md")));
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
    }
    return pages;
  }

  private static List<String> unknownIn(String line, String place) {
    List<String> unknown = new ArrayList<>();
    // several commands with the same arguments: start|stop
    for (String name : line.split("[^a-z|-]", 2)[0].split("\\|", -1)) {
      CommandLine command = Lmtc.commandLine().getSubcommands().get(name);
      if (command == null) {
        unknown.add("the command '" + name + "' in " + place);
        continue;
      }
      for (Map.Entry<String, CommandLine> nested : command.getSubcommands().entrySet()) {
        if (line.startsWith(name + " " + nested.getKey())) {
          command = nested.getValue();
        }
      }
      for (Matcher option = OPTION.matcher(line); option.find(); ) {
        if (!command.getCommandSpec().optionsMap().containsKey(option.group())) {
          unknown.add("the option " + option.group() + " of '" + name + "' in " + place);
        }
      }
    }
    return unknown;
  }
}
