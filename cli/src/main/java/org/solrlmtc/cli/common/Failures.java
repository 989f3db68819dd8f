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

/** Prints a failure as one line; the stack trace follows only with {@code --debug}. */
public final class Failures {
  private Failures() {}

  /**
   * Installs the handlers of failures and usage errors.
   *
   * @param debug whether to print the stack trace; known once the command line is parsed
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
      // with two files, a copy or move failed, and either can be the cause
      String what =
          file.getOtherFile() == null
              ? "cannot use " + file.getFile()
              : "cannot copy or move " + file.getFile() + " to " + file.getOtherFile();
      return what + " (" + file.getClass().getSimpleName() + reason + ")";
    }
    String unexpected = failure.toString().replaceAll("\\s+", " ");
    return "unexpected failure: " + unexpected + (debug ? "" : " (--debug prints the stack trace)");
  }
}
