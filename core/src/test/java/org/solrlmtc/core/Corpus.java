package org.solrlmtc.core;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.solrlmtc.core.act.ActJson;
import org.solrlmtc.core.act.LegalAct;

/** Acts for tests: the EURLEX57K corpus where it is at hand, and the demo acts always. */
public final class Corpus {
  private static final Path DEMO_ACTS = Path.of("..", "demo", "acts");

  private Corpus() {}

  /** A file of the corpus; the test is skipped, saying so, where there is no corpus. */
  public static Path file(String name) {
    Optional<Path> file = find(name);
    Assumptions.assumeTrue(
        file.isPresent(), "no EURLEX57K corpus here: set LMTC_CORPUS to its folder");
    return file.orElseThrow();
  }

  /** A file of the corpus, if there is one. */
  public static Optional<Path> find(String name) {
    String configured = System.getenv("LMTC_CORPUS");
    Path folder =
        configured != null ? Path.of(configured) : Path.of("..", "..", "shared", "eurlex57k");
    return Optional.of(folder.resolve(name)).filter(Files::isRegularFile);
  }

  /** The first acts of a corpus file. */
  public static List<LegalAct> acts(Path file, int limit) throws IOException {
    List<LegalAct> acts = new ArrayList<>();
    try (BufferedReader lines = open(file)) {
      String line;
      while (acts.size() < limit && (line = lines.readLine()) != null) {
        acts.add(ActJson.of(ActJson.parse(line)).act());
      }
    } catch (ActJson.FieldTypeException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
    return acts;
  }

  /** Hands over every act of a corpus file with its gold concepts. */
  public static void forEachAct(Path file, BiConsumer<LegalAct, List<String>> sink)
      throws IOException {
    try (BufferedReader lines = open(file)) {
      String line;
      while ((line = lines.readLine()) != null) {
        ActJson act = ActJson.of(ActJson.parse(line));
        sink.accept(act.act(), act.concepts());
      }
    } catch (ActJson.FieldTypeException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  private static BufferedReader open(Path file) throws IOException {
    return new BufferedReader(
        new InputStreamReader(
            new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8));
  }

  /** The acts that ship with the project. */
  public static List<LegalAct> demoActs() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(DEMO_ACTS)) {
      files = all.sorted().toList();
    }
    List<LegalAct> acts = new ArrayList<>();
    for (Path file : files) {
      try {
        acts.add(ActJson.of(ActJson.parse(Files.readString(file))).act());
      } catch (ActJson.FieldTypeException e) {
        throw new IOException(file + ": " + e.getMessage(), e);
      }
    }
    return acts;
  }
}
