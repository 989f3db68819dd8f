package org.solrlmtc.cli.common;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.solrlmtc.core.bundle.ModelBundle;
import picocli.CommandLine.Option;

/** The {@code --models} option, and how bundles are found. */
public final class ModelsOption {
  @Option(
      names = "--models",
      paramLabel = "DIR",
      description = "Folder of the bundles that are given by name (default: onnx-models).")
  private Optional<Path> models;

  /** Opens a bundle by its folder, if there is one, else by its name in the models' folder. */
  public ModelBundle open(String nameOrFolder) {
    Path folder = Path.of(nameOrFolder);
    return Files.isDirectory(folder)
        ? ModelBundle.open(folder)
        : ModelBundle.open(models.orElseGet(() -> Layout.find().models()), nameOrFolder);
  }
}
