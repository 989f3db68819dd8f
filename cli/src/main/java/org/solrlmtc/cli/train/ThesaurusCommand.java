package org.solrlmtc.cli.train;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.solrlmtc.readers.thesaurus.LoadedThesaurus;
import org.solrlmtc.readers.thesaurus.Thesauri;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Groups the commands for thesauri. */
@Command(
    name = "thesaurus",
    description = "Convert thesauri, and apply new editions to bundles.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ThesaurusCommand.Convert.class, ThesaurusUpdateCommand.class})
public final class ThesaurusCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** Writes the compact form. */
  @Command(
      name = "convert",
      description = {
        "Convert a thesaurus to the compact form (TSV) that training reads.",
        "",
        "The input is SKOS (RDF/XML, Turtle or JSON-LD), EURLEX57K's JSON, a vocabulary of Annif"
            + " (TSV or CSV) or the compact form, plain or compressed. Two files are merged: the"
            + " structure comes from the one with microthesauri, the names from the other, older"
            + " one.",
        ""
      })
  static final class Convert implements Runnable {
    @Spec private CommandSpec spec;

    @Parameters(
        arity = "1..2",
        paramLabel = "FILE",
        description = "One thesaurus, or two to merge.")
    private List<Path> files;

    @Option(
        names = "--out",
        required = true,
        paramLabel = "FILE",
        description = "File to write (required).")
    private Path out;

    @Option(
        names = "--language",
        paramLabel = "TAG",
        defaultValue = "en",
        description =
            "Language of the names, as in SKOS language tags (default: ${DEFAULT-VALUE}).")
    private String language;

    @Override
    public void run() {
      LoadedThesaurus loaded = Thesauri.convert(files, language, out);
      loaded.notes().forEach(note -> spec.commandLine().getErr().println("note: " + note));
      spec.commandLine()
          .getOut()
          .printf(
              Locale.ROOT,
              "wrote %s: %,d concepts, %,d microthesauri, %,d domains%n",
              out,
              loaded.thesaurus().concepts().size(),
              loaded.thesaurus().microthesauri().size(),
              loaded.thesaurus().domains().size());
    }
  }
}
