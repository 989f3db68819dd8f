package org.solrlmtc.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.cli.Cli;
import org.solrlmtc.cli.DemoBundle;

class TestSoakCommand {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--minutes=0",
        "--minutes=NaN",
        "--clients=0",
        "--batch-size=0",
        "--reloads=-1",
        "--readers=-1",
        "--commits=-1"
      })
  void wrongNumbersAreRefused(String option) {
    Cli result = Cli.run("soak", DemoBundle.ACTS, "--bundle", "any", option);
    assertEquals(2, result.code());
    assertTrue(result.err().contains(option.substring(0, option.indexOf('='))), result.err());
  }

  @Test
  void aMissingBundleIsOneLine() {
    Cli result = Cli.run("soak", DemoBundle.ACTS, "--models", folder, "--bundle", "none");
    assertEquals(1, result.code());
    assertTrue(result.err().startsWith("lmtc: there is no model bundle 'none'"), result.err());
    assertEquals(1, result.err().lines().count());
  }
}
