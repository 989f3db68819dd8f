package org.solrlmtc.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.cli.Cli;
import org.solrlmtc.cli.DemoBundle;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;

class TestCurvesCommand {
  private static final int BLUE = 0x0072B2;
  private static final int ORANGE = 0xD55E00;
  private static final int GREEN = 0x009E73;

  @TempDir Path folder;
  private Path picture;

  @BeforeEach
  void trainBundle() throws IOException {
    DemoBundle.train(folder, folder);
    picture = folder.resolve("curves.png");
  }

  @Test
  void everyNetworkIsDrawnInItsOwnColour() throws IOException {
    logged(
        "first",
        """
        {"step":5,"epoch":0.5,"loss":9.5,"learningRate":0.001,"actsPerSecond":100.0}
        {"step":10,"epoch":1.0,"loss":5.25,"learningRate":0.001,"actsPerSecond":100.0}
        {"step":10,"epoch":1.0,"devLoss":6.0,"devRp5":0.51,"devNdcg5":0.55}
        {"step":20,"epoch":2.0,"loss":2.5,"learningRate":0.001,"actsPerSecond":100.0}
        {"step":20,"epoch":2.0,"devLoss":3.5,"devRp5":0.42,"devNdcg5":0.44}
        """);
    // trained without dev
    logged(
        "second",
        """
        {"step":5,"epoch":1.0,"loss":3.0,"learningRate":0.001,"actsPerSecond":100.0}
        {"step":10,"epoch":2.0,"loss":1.0,"learningRate":0.001,"actsPerSecond":100.0}
        """);
    Cli result = curves("first", "second");
    assertEquals(0, result.code(), result.err());
    assertTrue(result.out().contains("first    2.500     3.500      0.510      1"), result.out());
    assertTrue(result.out().contains("second   1.000         -          -      -"), result.out());
    BufferedImage image = ImageIO.read(picture.toFile());
    int half = image.getHeight() / 2;
    assertTrue(pixels(image, 0, half, BLUE) > 500, "losses of the first");
    assertTrue(pixels(image, 0, half, ORANGE) > 200, "loss of the second");
    assertTrue(pixels(image, half, 2 * half, BLUE) > 500, "rankings of the first");
    assertEquals(0, pixels(image, half, 2 * half, ORANGE), "the second was not measured");
    assertEquals(0, pixels(image, 0, 2 * half, GREEN), "there is no third");
  }

  @Test
  void aBundleWithoutALogIsNamed() {
    Cli result = curves(DemoBundle.NAME);
    assertEquals(1, result.code());
    assertTrue(result.err().contains(DemoBundle.NAME + " has no training log"), result.err());
    assertFalse(Files.exists(picture));
  }

  @Test
  void aDamagedLogIsNamedWithTheLine() throws IOException {
    logged("broken", "{\"step\":1,\"epoch\":1.0,\"loss\":1.0}\n{\"step\":2,\"epo");
    Cli result = curves("broken");
    assertEquals(1, result.code());
    assertTrue(result.err().contains("training.jsonl:2: "), result.err());
  }

  @Test
  void anotherImageFormatIsRefused() {
    picture = folder.resolve("curves.svg");
    Cli result = curves(DemoBundle.NAME);
    assertEquals(2, result.code());
    assertTrue(result.err().contains("must end in .png"), result.err());
  }

  private Cli curves(String... bundles) {
    Object[] args = new Object[bundles.length + 5];
    System.arraycopy(new Object[] {"curves", "--models", folder, "--out", picture}, 0, args, 0, 5);
    System.arraycopy(bundles, 0, args, 5, bundles.length);
    return Cli.run(args);
  }

  /** A bundle with a log as training writes it. */
  private void logged(String name, String log) throws IOException {
    ModelBundle demo = ModelBundle.open(folder.resolve(DemoBundle.NAME));
    try (BundleWriter writer =
        new BundleWriter(folder.resolve(name), demo.labels(), demo.thesaurus())) {
      Files.writeString(writer.file("training.jsonl"), log);
      writer.finish("1", "onnx", Map.of(), demo.manifest().decision(), Map.of(), Map.of());
    }
  }

  private static int pixels(BufferedImage image, int fromRow, int toRow, int colour) {
    int found = 0;
    for (int y = fromRow; y < toRow; y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        if ((image.getRGB(x, y) & 0xFFFFFF) == colour) {
          found++;
        }
      }
    }
    return found;
  }
}
