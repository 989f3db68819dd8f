package org.solrlmtc.core.bundle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.fixtures.TinyThesaurus;

class TestReplacedBundle {
  @TempDir Path models;
  private final AtomicInteger attempts = new AtomicInteger();

  @BeforeEach
  void writeBundle() {
    write("1");
  }

  private void write(String version) {
    try (BundleWriter writer =
        new BundleWriter(
            models.resolve("milk"),
            new LabelSet(List.of("1"), new int[] {60}),
            TinyThesaurus.of(TinyThesaurus.concept("1", "milk")))) {
      Files.writeString(writer.file("model.bin"), version);
      writer.finish(
          version,
          "exact-match",
          Map.of("zones", "H"),
          DecisionRule.above(0.5),
          Map.of(),
          Map.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aBundleThatIsReplacedWhileItIsOpenedIsOpenedAgain() {
    Scorers.Opened opened =
        Scorers.open(
            () -> {
              ModelBundle bundle = ModelBundle.open(models, "milk");
              if (attempts.incrementAndGet() < 3) {
                write(Integer.toString(attempts.get() + 1));
              }
              return bundle;
            });
    opened.scorer().close();
    assertEquals("3", opened.bundle().manifest().version());
    assertEquals(3, attempts.get());
  }

  @Test
  void aBundleBetweenTwoRenamesIsOpenedAgain() throws IOException {
    Path bundle = models.resolve("milk");
    Path old = models.resolve(".milk.old-" + UUID.randomUUID());
    Files.move(bundle, old);
    Scorers.Opened opened =
        Scorers.open(
            () -> {
              try {
                return ModelBundle.open(models, "milk");
              } finally {
                if (attempts.incrementAndGet() == 2) {
                  move(old, bundle);
                }
              }
            });
    opened.scorer().close();
    assertEquals(3, attempts.get());
  }

  @Test
  void aBundleThatStaysAwayIsRefusedWithThePlaceOfItsFormerVersion() throws IOException {
    Path old = models.resolve(".milk.old-" + UUID.randomUUID());
    Files.move(models.resolve("milk"), old);
    BundleException e = assertThrows(BundleException.class, () -> Scorers.open(models, "milk"));
    assertTrue(e.getMessage().contains("move " + old + " back"), e.getMessage());
  }

  @Test
  void filesOfTwoBundlesAreNotCalledDamaged() throws IOException {
    BundleCheck check = BundleCheck.of(models.resolve("milk"));
    write("2");
    BundleException e = assertThrows(BundleException.class, check::openUnlessReplaced);
    assertTrue(e.getMessage().endsWith("was replaced while it was opened: try again"));
  }

  private static void move(Path from, Path to) {
    try {
      Files.move(from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
