package org.solrlmtc.cli.train;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.solrlmtc.cli.common.ModelsOption;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.concept.ThesaurusChanges;
import org.solrlmtc.core.concept.ThesaurusChanges.Change;
import org.solrlmtc.core.concept.ThesaurusChanges.Kind;
import org.solrlmtc.core.concept.ThesaurusUpdate;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.readers.thesaurus.LoadedThesaurus;
import org.solrlmtc.readers.thesaurus.Thesauri;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compares two editions of a thesaurus, and applies the difference to a bundle. */
@Command(
    name = "update",
    description = {
      "Show what changed between two editions of a thesaurus, and apply it to a bundle.",
      "",
      "With --bundle, new concepts become labels, labels get their new names, and labels whose"
          + " concepts are deprecated, merged or gone are no longer assigned. All other scores stay"
          + " as they are.",
      ""
    })
final class ThesaurusUpdateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ModelsOption models;

  @Parameters(index = "0", paramLabel = "OLD", description = "The former edition.")
  private Path former;

  @Parameters(index = "1", paramLabel = "NEW", description = "The new edition.")
  private Path present;

  @Option(
      names = "--language",
      paramLabel = "TAG",
      defaultValue = "en",
      description = "Language of the names (default: ${DEFAULT-VALUE}).")
  private String language;

  @Option(
      names = "--bundle",
      paramLabel = "BUNDLE",
      description = "Bundle to update: a name in the models folder, or a folder (default: none).")
  private Optional<String> bundle = Optional.empty();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder of the updated bundle (default: the new version replaces the bundle); only with"
              + " --bundle.")
  private Optional<Path> out = Optional.empty();

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description =
          "Maximum number of concepts shown per kind of change (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Override
  public Integer call() throws IOException {
    if (out.isPresent() && bundle.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--out is the folder of an updated bundle: give --bundle too");
    }
    Thesaurus newEdition = read(present);
    ThesaurusChanges changes = ThesaurusChanges.between(read(former), newEdition);
    show(changes, spec.commandLine().getOut());
    if (bundle.isPresent()) {
      ModelBundle old = models.open(bundle.get());
      ModelBundle updated =
          ThesaurusUpdate.write(old, changes, newEdition, out.orElse(old.folder()));
      spec.commandLine()
          .getOut()
          .printf(
              Locale.ROOT,
              "wrote %s: %s, %,d labels%n",
              updated.folder(),
              updated.id(),
              updated.labels().assigned().cardinality());
    }
    return 0;
  }

  private Thesaurus read(Path file) {
    LoadedThesaurus loaded = Thesauri.read(file, language);
    loaded
        .notes()
        .forEach(note -> spec.commandLine().getErr().println("note: " + file + ": " + note));
    return loaded.thesaurus();
  }

  private void show(ThesaurusChanges changes, PrintWriter to) {
    for (Kind kind : Kind.values()) {
      List<Change> ofKind = changes.of(kind);
      to.printf(
          Locale.ROOT,
          "%s: %,d%n",
          kind.name().toLowerCase(Locale.ROOT).replace('_', ' '),
          ofKind.size());
      ofKind.stream()
          .limit(limit)
          .forEach(
              change ->
                  to.println(
                      "  "
                          + change.id()
                          + "  "
                          + change.name()
                          + (change.detail().isEmpty() ? "" : "  (" + change.detail() + ")")));
      if (ofKind.size() > limit) {
        to.printf(Locale.ROOT, "  ... and %,d more%n", ofKind.size() - limit);
      }
    }
  }
}
