package org.solrlmtc.cli.common;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.solrlmtc.core.bundle.ModelBundle;
import picocli.CommandLine.Option;

/** The {@code --models} option, and the lookup of bundles. */
public final class ModelsOption {
  @Option(
      names = "--models",
      paramLabel = "DIR",
      description =
          "Folder in which bundles are looked up by name (default: onnx-models of the project).")
  private Optional<Path> models;

  /** Opens a bundle by its folder, if that exists, else by its name in the models folder. */
  public ModelBundle open(String nameOrFolder) {
    Path folder = Path.of(nameOrFolder);
    return Files.isDirectory(folder)
        ? ModelBundle.open(folder)
        : ModelBundle.open(models.orElseGet(() -> Layout.find().models()), nameOrFolder);
  }
}
