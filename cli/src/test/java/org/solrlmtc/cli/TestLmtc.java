package org.solrlmtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.cli.common.UserError;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;

class TestLmtc {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine commandLine = Lmtc.commandLine();

  @Test
  void everyLevelHasHelpWithTheExitCodes() {
    for (List<String> path : commandPaths(commandLine, List.of())) {
      out.getBuffer().setLength(0);
      List<String> args = new ArrayList<>(path);
      args.add("--help");
      assertEquals(0, execute(args.toArray(String[]::new)), path.toString());
      assertTrue(out.toString().startsWith("Usage: lmtc"), out.toString());
      assertTrue(out.toString().contains("--debug"), out.toString());
      assertTrue(out.toString().contains("Exit codes:"), out.toString());
    }
  }

  @Test
  void everyOptionIsDescribedAndEveryValueHasADefaultOrIsRequired() {
    List<String> incomplete = new ArrayList<>();
    for (List<String> path : commandPaths(commandLine, List.of())) {
      CommandLine command = commandLine;
      for (String name : path) {
        command = command.getSubcommands().get(name);
      }
      for (OptionSpec option : command.getCommandSpec().options()) {
        String text = String.join(" ", option.description());
        String place = path + " " + option.longestName() + ": " + text;
        boolean complete =
            option.arity().max() == 0 || text.contains("default: ") || text.contains("required");
        if (!text.endsWith(".") || !complete) {
          incomplete.add(place);
        }
      }
    }
    assertEquals(List.of(), incomplete);
  }

  @Test
  void withoutACommandItShowsTheHelp() {
    assertEquals(0, execute());
    assertTrue(out.toString().contains("start"), out.toString());
  }

  @Test
  void theVersionIsPrinted() {
    assertEquals(0, execute("--version"));
    assertTrue(out.toString().startsWith("lmtc "), out.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "strat",
        "start --port x",
        "start --port 70000",
        "start --heap much",
        "start --shards 2",
        "start --cloud --replicas 0",
        "start --timeout 0",
        "stop --port eight",
        "status --xml"
      })
  void wrongUsageIsOneLineWithTheWayToTheHelpAndCodeTwo(String line) {
    assertEquals(2, execute(line.split(" ")));
    assertEquals("", out.toString());
    assertTrue(err.toString().startsWith("lmtc: "), err.toString());
    assertTrue(err.toString().contains("--help'."), err.toString());
    assertFalse(err.toString().contains("\tat "), err.toString());
  }

  @Test
  void aFailureIsOneLineWithoutAStackTrace() {
    assertEquals(1, failWith(new UserError("the cat is out: bring it in")));
    assertEquals("lmtc: the cat is out: bring it in", err.toString().strip());
  }

  @Test
  void anUnexpectedFailureIsOneLineToo() {
    assertEquals(1, failWith(new IllegalStateException("two\nlines")));
    assertEquals(1, err.toString().strip().lines().count(), err.toString());
    assertTrue(err.toString().contains("two lines"), err.toString());
    assertTrue(err.toString().contains("--debug"), err.toString());
  }

  @Test
  void aFileThatCannotBeUsedIsNamed() {
    assertEquals(1, failWith(new AccessDeniedException("/some/file")));
    assertEquals("lmtc: cannot use /some/file (AccessDeniedException)", err.toString().strip());
  }

  @Test
  void aCopyThatFailsNamesTheFileThatHadNoRoom() {
    assertEquals(1, failWith(new FileSystemException("/from/a", "/to/a", "No space left")));
    assertEquals(
        "lmtc: cannot copy or move /from/a to /to/a (FileSystemException: No space left)",
        err.toString().strip());
  }

  @Test
  void debugShowsTheStackTrace() {
    assertEquals(1, failWith(new UserError("the cat is out"), "--debug"));
    assertTrue(err.toString().startsWith("lmtc: the cat is out"), err.toString());
    assertTrue(err.toString().contains("\tat "), err.toString());
  }

  private int failWith(Exception failure, String... options) {
    commandLine.addSubcommand("fail", new Fail(failure));
    List<String> args = new ArrayList<>(List.of("fail"));
    args.addAll(List.of(options));
    return execute(args.toArray(String[]::new));
  }

  private int execute(String... args) {
    return commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(args);
  }

  private static List<List<String>> commandPaths(CommandLine command, List<String> path) {
    List<List<String>> paths = new ArrayList<>(List.of(path));
    command
        .getSubcommands()
        .forEach(
            (name, subcommand) -> {
              List<String> longer = new ArrayList<>(path);
              longer.add(name);
              paths.addAll(commandPaths(subcommand, longer));
            });
    return paths;
  }

  @Command(name = "fail")
  private record Fail(Exception failure) implements Callable<Integer> {
    @Override
    public Integer call() throws Exception {
      throw failure;
    }
  }
}
