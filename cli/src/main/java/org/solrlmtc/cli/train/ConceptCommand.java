package org.solrlmtc.cli.train;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.solrlmtc.cli.common.ModelsOption;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.concept.ConceptEdit;
import org.solrlmtc.core.concept.EditedBundle;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Groups the commands that edit the labels of a bundle. */
@Command(
    name = "concept",
    description = "Add, rename and remove labels of a bundle, without training.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ConceptCommand.Add.class,
      ConceptCommand.Rename.class,
      ConceptCommand.Remove.class
    })
public final class ConceptCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** What the commands share. */
  abstract static class Edit implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ModelsOption models;

    @Option(
        names = "--bundle",
        required = true,
        paramLabel = "BUNDLE",
        description = "Bundle to edit: a name in the models folder, or a folder (required).")
    private String bundle;

    @Option(
        names = "--id",
        required = true,
        paramLabel = "ID",
        description = "Id of the concept (required).")
    String id;

    @Option(
        names = "--out",
        paramLabel = "DIR",
        description =
            "Folder of the new bundle; its name becomes the model's name (default: the new version"
                + " replaces the bundle).")
    private Optional<Path> out = Optional.empty();

    abstract ConceptEdit edit();

    @Override
    public Integer call() throws IOException {
      long start = System.nanoTime();
      ModelBundle old = models.open(bundle);
      ModelBundle edited = EditedBundle.write(old, edit(), out.orElse(old.folder()));
      spec.commandLine()
          .getOut()
          .printf(
              Locale.ROOT,
              "wrote %s: %s, %,d labels, in %.1f s%n",
              edited.folder(),
              edited.id(),
              edited.labels().assigned().cardinality(),
              (System.nanoTime() - start) / 1e9);
      return 0;
    }
  }

  /** Adds a label. */
  @Command(
      name = "add",
      description = {
        "Add a label to a bundle.",
        "",
        "The label is learned from its names, in seconds. The scores of all other labels stay as"
            + " they are. A label that was removed comes back.",
        ""
      })
  static final class Add extends Edit {
    @Option(
        names = "--name",
        paramLabel = "NAME",
        description = "Descriptor (required unless the bundle's thesaurus has the concept).")
    private Optional<String> name = Optional.empty();

    @Option(
        names = "--alt",
        paramLabel = "NAME",
        description = "Alternative name; can be repeated (default: none).")
    private List<String> alternativeNames = List.of();

    @Option(
        names = "--broader",
        paramLabel = "ID",
        description =
            "Concept directly above; can be repeated. The new concept is in its microthesaurus"
                + " (default: none).")
    private List<String> broader = List.of();

    @Override
    ConceptEdit edit() {
      return ConceptEdit.add(id, name, alternativeNames, broader);
    }
  }

  /** Renames a label. */
  @Command(
      name = "rename",
      description = {
        "Give a label another descriptor.",
        "",
        "The former descriptor becomes an alternative name. The scores of all other labels stay as"
            + " they are.",
        ""
      })
  static final class Rename extends Edit {
    @Option(
        names = "--name",
        required = true,
        paramLabel = "NAME",
        description = "New descriptor (required).")
    private String name;

    @Option(
        names = "--alt",
        paramLabel = "NAME",
        description = "Further alternative name; can be repeated (default: none).")
    private List<String> alternativeNames = List.of();

    @Override
    ConceptEdit edit() {
      return ConceptEdit.rename(id, name, alternativeNames);
    }
  }

  /** Removes a label. */
  @Command(
      name = "remove",
      description = {
        "Remove a label from a bundle: it is no longer assigned.",
        "",
        "The thesaurus keeps the concept, deprecated, for the names of documents that have it. The"
            + " scores of all other labels stay as they are.",
        ""
      })
  static final class Remove extends Edit {
    @Override
    ConceptEdit edit() {
      return ConceptEdit.remove(id);
    }
  }
}
