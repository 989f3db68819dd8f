package org.solrlmtc.cli.common;

import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.util.function.BooleanSupplier;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.thesaurus.ThesaurusException;
import org.solrlmtc.readers.act.DamagedRecordException;
import org.solrlmtc.training.execution.TrainingException;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Shows a failure as one line; users get a stack trace only when they ask for it. */
public final class Failures {
  private Failures() {}

  /**
   * Makes a command show failures and usage errors this way.
   *
   * @param debug whether the stack trace is asked for; known once the command line is parsed
   */
  public static void showAsOneLine(CommandLine commandLine, BooleanSupplier debug) {
    commandLine
        .setParameterExceptionHandler(Failures::showUsageError)
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> show(failure, command, debug.getAsBoolean()));
  }

  private static int show(Exception failure, CommandLine commandLine, boolean debug) {
    PrintWriter err = commandLine.getErr();
    err.println("lmtc: " + line(failure, debug));
    if (debug) {
      failure.printStackTrace(err);
    }
    return ExitCode.SOFTWARE;
  }

  private static int showUsageError(ParameterException failure, String[] args) {
    CommandLine commandLine = failure.getCommandLine();
    PrintWriter err = commandLine.getErr();
    String command = commandLine.getCommandSpec().qualifiedName();
    err.println("lmtc: " + failure.getMessage().replaceAll("\\s+", " "));
    UnmatchedArgumentException.printSuggestions(failure, err);
    err.println("Try '" + command + " --help'.");
    return ExitCode.USAGE;
  }

  private static String line(Exception failure, boolean debug) {
    if (failure instanceof UserError
        || failure instanceof BundleException
        || failure instanceof ThesaurusException
        || failure instanceof TrainingException
        || failure instanceof DamagedRecordException) {
      return failure.getMessage();
    }
    if (failure instanceof FileSystemException file) {
      String reason = file.getReason() == null ? "" : ": " + file.getReason();
      // two files: one was being copied or moved to the other, and either may be at fault
      String what =
          file.getOtherFile() == null
              ? "cannot use " + file.getFile()
              : "cannot copy or move " + file.getFile() + " to " + file.getOtherFile();
      return what + " (" + file.getClass().getSimpleName() + reason + ")";
    }
    String unexpected = failure.toString().replaceAll("\\s+", " ");
    return "unexpected failure: " + unexpected + (debug ? "" : " (--debug shows where)");
  }
}
