package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tiny network, trained over the command line. */
class TestNetworks {
  private static final int TRAINING_ACTS = 40;
  private static final int STEPS = 400;
  private static final Pattern RESUMES = Pattern.compile("resuming after step (\\d+)");

  @TempDir static Path folder;
  private static Product product;

  @BeforeAll
  static void train() throws Exception {
    product = new Product(folder.resolve("solr"));
    try (Stream<Path> files = Files.list(Product.DEMO_ACTS)) {
      List<Path> acts = files.sorted().toList();
      for (int i = 0; i < acts.size(); i++) {
        Path split = folder.resolve("data").resolve(i < TRAINING_ACTS ? "train" : "dev");
        Files.createDirectories(split);
        Files.copy(acts.get(i), split.resolve(acts.get(i).getFileName()));
      }
    }
    Files.writeString(
        folder.resolve("tiny.yaml"),
        """
        method: onnx
        settings:
          tokenizer: {zones: full, maxSequenceLength: 64}
          embedding: {dimension: 16}
          encoder: {type: convolution, filters: 16}
          dropout: {word: 0.1, encoder: 0.1}
          labels: {negativeSamples: 20}
          optimiser: {learningRate: 0.01, batchSize: 4}
          # a checkpoint after every step
          schedule: {epochs: 1, decay: linear, evaluateEvery: 10, checkpointMinutes: 1.0e-9}
          device: cpu
        """);
    product.lmtc(training("whole"));
  }

  private static String[] training(String name) {
    return new String[] {
      "train",
      folder.resolve("tiny.yaml").toString(),
      "--data",
      folder.resolve("data").toString(),
      "--out",
      folder.resolve(name).toString(),
      "--set",
      "schedule.epochs=" + STEPS * 4 / TRAINING_ACTS
    };
  }

  @Test
  void aKilledTrainingEndsWithTheSameNetworkWhenItIsStartedAgain() throws Exception {
    Path err = folder.resolve("err");
    Process training = product.begin(folder.resolve("out"), err, training("killed"));
    // the first measurement was made, and the steps go on
    Path best = folder.resolve(Path.of(".killed.work", "best.bin"));
    Product.awaitOf(training, err, () -> Files.exists(best));
    training.destroyForcibly();
    assertTrue(training.waitFor(1, TimeUnit.MINUTES), "the killed process lives");
    assertFalse(Files.exists(folder.resolve("killed")), "it was done before it was killed");

    Product.Answer again = product.run(training("killed"));
    assertEquals(0, again.code(), again.err());
    Matcher goesOn = RESUMES.matcher(again.err());
    assertTrue(goesOn.find(), again.err());
    int step = Integer.parseInt(goesOn.group(1));
    assertTrue(step > 0 && step < STEPS, "went on after step " + step);
    assertArrayEquals(network("whole"), network("killed"));
    assertFalse(Files.exists(best.getParent()), "work is left of a training that is done");
  }

  @Test
  void learningCurvesAreDrawn() throws Exception {
    Path picture = folder.resolve("curves.png");
    String output =
        product.lmtc("curves", folder.resolve("whole").toString(), "--out", picture.toString());
    assertTrue(output.contains("whole"), output);
    BufferedImage drawn = ImageIO.read(picture.toFile());
    int[] pixels =
        drawn.getRGB(0, 0, drawn.getWidth(), drawn.getHeight(), null, 0, drawn.getWidth());
    assertTrue(IntStream.of(pixels).distinct().count() > 2, "the picture is empty");
  }

  @Test
  void benchComparesTheScorerWithTheBareNetwork() throws Exception {
    String output =
        product.lmtc(
            "bench",
            Product.DEMO_ACTS.toString(),
            "--bundle",
            folder.resolve("whole").toString(),
            "--acts=20",
            "--rounds=2",
            "--no-solr");
    List<String> figures =
        output.lines().filter(line -> line.contains("bare ONNX Runtime, ")).toList();
    assertTrue(figures.stream().anyMatch(line -> line.matches(".* +[\\d,.]+ +1\\.00 .*")), output);
    String row = "text to labels, \\d+ threads?( +[\\d,]+\\.\\d+){7}";
    assertTrue(output.lines().anyMatch(line -> line.strip().matches(row)), output);
  }

  private static byte[] network(String name) throws Exception {
    return Files.readAllBytes(folder.resolve(name).resolve("model.onnx"));
  }
}
