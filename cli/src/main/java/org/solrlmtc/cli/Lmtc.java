package org.solrlmtc.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The top command: names the subcommands and decides how failures are shown. */
@Command(
    name = "lmtc",
    description = "Automatic EuroVoc subject indexing inside Apache Solr.",
    subcommands = {
      DemoCommand.class,
      StartCommand.class,
      StopCommand.class,
      StatusCommand.class,
      IndexCommand.class,
      RelabelCommand.class,
      LabelCommand.class,
      EvaluateCommand.class,
      CompareCommand.class,
      StatsCommand.class,
      BenchCommand.class,
      SoakCommand.class,
      TrainCommand.class,
      CurvesCommand.class,
      TuneCommand.class,
      VectorsCommand.class,
      ThesaurusCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Lmtc.ManifestVersion.class,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:failed; one line on the error output says why", "2:wrong usage"},
    scope = ScopeType.INHERIT)
public final class Lmtc implements Runnable {
  @Spec private CommandSpec spec;

  @Option(
      names = "--debug",
      description = "Show the stack trace of a failure.",
      scope = ScopeType.INHERIT)
  private boolean debug;

  private Lmtc() {}

  /** Runs one command and exits with its code. */
  public static void main(String[] args) {
    // SolrJ logs to SLF4J; without a logger behind it the command line stays quiet
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    System.exit(commandLine().execute(args));
  }

  /** The command line as {@link #main} uses it. */
  static CommandLine commandLine() {
    Lmtc lmtc = new Lmtc();
    return new CommandLine(lmtc)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(Failures::showUsageError)
        .setExecutionExceptionHandler(
            (failure, commandLine, parsed) -> Failures.show(failure, commandLine, lmtc.debug));
  }

  /** {@code lmtc} alone shows the help. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** Reads the version from the jar's manifest. */
  static final class ManifestVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Lmtc.class.getPackage().getImplementationVersion();
      return new String[] {"lmtc " + (version == null ? "(built from classes)" : version)};
    }
  }
}
