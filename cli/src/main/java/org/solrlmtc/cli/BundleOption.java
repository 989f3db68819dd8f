package org.solrlmtc.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import org.solrlmtc.core.bundle.ModelBundle;
import picocli.CommandLine.Option;

/** The {@code --bundle} option. */
final class BundleOption {
  @Option(
      names = "--bundle",
      defaultValue = "exact-match",
      paramLabel = "BUNDLE",
      description = "Model bundle: a name in onnx-models, or a folder (default: ${DEFAULT-VALUE}).")
  private String bundle;

  ModelBundle open() {
    return open(bundle);
  }

  /** Opens a bundle by its folder, if there is one, else by its name in the models folder. */
  static ModelBundle open(String nameOrFolder) {
    Path folder = Path.of(nameOrFolder);
    return Files.isDirectory(folder)
        ? ModelBundle.open(folder)
        : ModelBundle.open(Layout.find().models(), nameOrFolder);
  }
}
