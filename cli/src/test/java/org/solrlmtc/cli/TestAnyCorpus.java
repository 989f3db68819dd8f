package org.solrlmtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.thesaurus.Concept;

/** The commands of docs/any-corpus.md, on two invented corpora that are not about law. */
class TestAnyCorpus {
  @TempDir Path folder;

  private static Path corpus(String name) {
    try {
      return Path.of(TestAnyCorpus.class.getResource("corpora/" + name).toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  private ModelBundle train(Path data, String vocabulary, String... settings) throws IOException {
    Path thesaurus = folder.resolve("labels.tsv");
    Cli.succeed(
        "thesaurus", "convert", data.resolve(vocabulary), "--language", "en", "--out", thesaurus);
    Path recipe =
        Files.writeString(
            folder.resolve("svm.yaml"),
            "method: linear\nsettings: {maxNgram: 1, minDocFrequency: 1, maxDocFrequencyRatio: 1,"
                + " labelNamesAsExamples: true, "
                + String.join(", ", settings)
                + "}\n");
    Path bundle = folder.resolve("mine");
    Cli.succeed("train", recipe, "--data", data, "--thesaurus", thesaurus, "--out", bundle);
    return ModelBundle.open(bundle);
  }

  /** News with topic codes: CSV and a SKOS vocabulary with a hierarchy, as RCV1 has. */
  @Test
  void newsInCsvWithTopicsInSkos() throws IOException {
    Path data = corpus("news");
    ModelBundle bundle = train(data, "topics.ttl", "zones: [full]");
    assertEquals(8, bundle.labels().size());
    Concept metals = bundle.thesaurus().concept("T31").orElseThrow();
    assertEquals("metals", metals.descriptor());
    assertTrue(bundle.thesaurus().ancestors("T31").contains("T3"));
    Cli measured =
        Cli.succeed("evaluate", "--bundle", bundle.folder(), "--data", data.resolve("dev.csv"));
    // ferry services occur in dev alone: the groups are counted in these training texts
    assertEquals(2, bundle.labels().trainingActs(bundle.labels().indexOf("S1").getAsInt()));
    assertEquals(0, bundle.labels().trainingActs(bundle.labels().indexOf("F1").getAsInt()));
    assertTrue(measured.out().contains("labels: 8, from the bundle mine"), measured.out());
    assertTrue(measured.out().matches("(?s).*\\n +zero +1 +1 .*"), measured.out());
    assertFalse(measured.out().contains("zero:RP@5"), measured.out());
  }

  /** Hospital notes with codes: zones in JSON and a plain list of labels, as MIMIC has. */
  @Test
  void notesWithZonesAndAPlainListOfCodes() throws IOException {
    Path data = corpus("notes");
    ModelBundle bundle = train(data, "codes.tsv", "zones: [H+R, MB]");
    assertEquals(5, bundle.labels().size());
    int pressure = bundle.labels().indexOf("401.9").getAsInt();
    assertEquals(6, bundle.labels().trainingActs(pressure));
    Cli labelled =
        Cli.succeed(
            "label", "--bundle", bundle.folder(), data.resolve("dev.jsonl"), "--max-labels", "1");
    assertTrue(labelled.out().contains("heart failure"), labelled.out());
    assertTrue(labelled.out().contains("pneumonia"), labelled.out());
  }

  /** The words of each zone are counted apart. */
  @Test
  void zonesAndLabelGroupsOfAnyCorpusAreCounted() {
    Path data = corpus("notes");
    Cli stats =
        Cli.succeed(
            "stats", "--data", data.resolve("train.jsonl"), "--data", data.resolve("dev.jsonl"));
    assertTrue(stats.out().matches("(?s).*train\\.jsonl +10 .*"), stats.out());
    assertTrue(stats.out().matches("(?s).*zero +1 +0 +1 +1.*"), stats.out());
  }
}
