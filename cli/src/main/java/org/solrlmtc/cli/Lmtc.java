package org.solrlmtc.cli;

import java.io.Writer;
import org.solrlmtc.cli.bench.BenchCommand;
import org.solrlmtc.cli.bench.SoakCommand;
import org.solrlmtc.cli.common.Failures;
import org.solrlmtc.cli.common.ProgramVersion;
import org.solrlmtc.cli.common.TerminalWriter;
import org.solrlmtc.cli.evaluate.CompareCommand;
import org.solrlmtc.cli.evaluate.EvaluateCommand;
import org.solrlmtc.cli.evaluate.StatsCommand;
import org.solrlmtc.cli.index.BundleCommand;
import org.solrlmtc.cli.index.IndexCommand;
import org.solrlmtc.cli.index.LabelCommand;
import org.solrlmtc.cli.index.RelabelCommand;
import org.solrlmtc.cli.learn.LearnCommand;
import org.solrlmtc.cli.reproduce.ReproduceCommand;
import org.solrlmtc.cli.reproduce.VerifyCommand;
import org.solrlmtc.cli.serve.DemoCommand;
import org.solrlmtc.cli.serve.StartCommand;
import org.solrlmtc.cli.serve.StatusCommand;
import org.solrlmtc.cli.serve.StopCommand;
import org.solrlmtc.cli.train.ConceptCommand;
import org.solrlmtc.cli.train.CurvesCommand;
import org.solrlmtc.cli.train.ElmoCommand;
import org.solrlmtc.cli.train.PretrainedCommand;
import org.solrlmtc.cli.train.SearchCommand;
import org.solrlmtc.cli.train.ThesaurusCommand;
import org.solrlmtc.cli.train.TrainCommand;
import org.solrlmtc.cli.train.TuneCommand;
import org.solrlmtc.cli.train.VectorsCommand;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The top command: lists the subcommands and sets how failures are shown. */
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
      LearnCommand.class,
      BundleCommand.class,
      LabelCommand.class,
      EvaluateCommand.class,
      CompareCommand.class,
      StatsCommand.class,
      BenchCommand.class,
      SoakCommand.class,
      TrainCommand.class,
      SearchCommand.class,
      ReproduceCommand.class,
      VerifyCommand.class,
      CurvesCommand.class,
      TuneCommand.class,
      VectorsCommand.class,
      ElmoCommand.class,
      PretrainedCommand.class,
      ConceptCommand.class,
      ThesaurusCommand.class,
      GenerateCompletion.class
    },
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:failed; standard error has the reason in one line",
      "2:wrong usage"
    },
    scope = ScopeType.INHERIT)
public final class Lmtc implements Runnable {
  @Spec private CommandSpec spec;

  @Option(
      names = "--debug",
      description = "Print the stack trace of a failure.",
      scope = ScopeType.INHERIT)
  private boolean debug;

  private Lmtc() {}

  /** Runs one command and exits with its code. */
  public static void main(String[] args) {
    // SolrJ logs to SLF4J, which warns when it has no provider; the command line needs none
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    System.exit(commandLine().execute(args));
  }

  /** The command line as {@link #main} uses it. */
  static CommandLine commandLine() {
    CommandLine onTerminal = new CommandLine(new Lmtc());
    return commandLine(onTerminal.getOut(), onTerminal.getErr());
  }

  /** The command line with other outputs than the terminal. */
  static CommandLine commandLine(Writer out, Writer err) {
    Lmtc lmtc = new Lmtc();
    CommandLine commandLine =
        new CommandLine(lmtc)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF))
            .setOut(TerminalWriter.safe(out))
            .setErr(TerminalWriter.safe(err));
    Failures.showAsOneLine(commandLine, () -> lmtc.debug);
    return commandLine;
  }

  /** {@code lmtc} alone prints the help. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
