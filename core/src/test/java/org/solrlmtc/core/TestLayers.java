package org.solrlmtc.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Dependencies point one way: plugin and training know the core, the core knows neither. */
class TestLayers {

  @Test
  void coreKnowsNeitherSolrNorTrainingNorTheCommandLine() throws IOException {
    assertNoImport(
        Path.of("src", "main", "java"),
        "org\\.apache\\.solr|org\\.solrlmtc\\.(plugin|readers|training|server|cli)|picocli");
  }

  @Test
  void trainingDoesNotKnowSolr() throws IOException {
    assertNoImport(
        Path.of("..", "training", "src", "main", "java"),
        "org\\.apache\\.solr|org\\.solrlmtc\\.(plugin|server|cli)|picocli");
  }

  @Test
  void thePluginDoesNotKnowTraining() throws IOException {
    assertNoImport(
        Path.of("..", "plugin", "src", "main", "java"),
        "org\\.solrlmtc\\.(readers|training|server|cli)");
  }

  private static void assertNoImport(Path sources, String forbidden) throws IOException {
    Pattern pattern = Pattern.compile("\\b(" + forbidden + ")\\b");
    try (Stream<Path> files = Files.walk(sources)) {
      List<Path> java = files.filter(file -> file.toString().endsWith(".java")).toList();
      assertTrue(java.size() > 3, "no sources in " + sources.toAbsolutePath());
      for (Path file : java) {
        List<String> wrong =
            Files.readAllLines(file).stream()
                .filter(line -> line.startsWith("import ") && pattern.matcher(line).find())
                .toList();
        assertEquals(List.of(), wrong, file.toString());
      }
    }
  }
}
