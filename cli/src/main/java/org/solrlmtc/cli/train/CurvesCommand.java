package org.solrlmtc.cli.train;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.solrlmtc.cli.common.ModelsOption;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.training.neural.loop.LearningCurve;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Draws learning curves of networks. */
@Command(
    name = "curves",
    description =
        "Draw the learning curves of networks: training loss and dev loss, dev RP@5 and dev nDCG@5"
            + " by epoch. Several bundles share one image.")
public final class CurvesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ModelsOption models;

  @Parameters(
      arity = "1..*",
      paramLabel = "BUNDLE",
      description = "Bundles of trained networks: names in the models folder, or folders.")
  private List<String> bundles;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "Image to write, FILE.png; an existing one is replaced (required).")
  private Path out;

  @Override
  public Integer call() throws IOException {
    if (!out.toString().toLowerCase(Locale.ROOT).endsWith(".png")) {
      throw new ParameterException(
          spec.commandLine(), "--out: the image is a PNG, so " + out + " must end in .png");
    }
    SortedMap<String, LearningCurve> curves = new TreeMap<>();
    for (String given : bundles) {
      ModelBundle bundle = models.open(given);
      LearningCurve curve =
          LearningCurve.of(bundle)
              .orElseThrow(
                  () ->
                      new UserError(
                          "the bundle "
                              + given
                              + " has no training log: only networks trained by 'lmtc train'"
                              + " have one"));
      // bundles with the same name are distinguished by their folders
      String name = bundle.manifest().name();
      curves.put(curves.containsKey(name) ? given : name, curve);
    }
    LearningCurves all = new LearningCurves(curves);
    Files.write(out, all.plot().png());
    spec.commandLine().getOut().print(all.table().toText());
    spec.commandLine().getOut().println("wrote " + out);
    return 0;
  }
}
