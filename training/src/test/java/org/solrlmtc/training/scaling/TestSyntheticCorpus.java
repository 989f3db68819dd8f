package org.solrlmtc.training.scaling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.readers.thesaurus.Thesauri;
import org.solrlmtc.training.data.TrainingData;

class TestSyntheticCorpus {
  @TempDir Path folder;

  @Test
  void theSameArgumentsGiveTheSameFiles() throws IOException {
    SyntheticCorpus.write(folder.resolve("a"), 300, 50);
    SyntheticCorpus.write(folder.resolve("b"), 300, 50);
    for (String file : new String[] {"train.jsonl", "dev.jsonl", "subjects.tsv"}) {
      assertEquals(
          -1, Files.mismatch(folder.resolve("a").resolve(file), folder.resolve("b").resolve(file)));
    }
  }

  @Test
  void frequenciesFollowAPowerLaw() throws IOException {
    SyntheticCorpus.write(folder, 1_000, 4_000);
    LabelSet labels =
        TrainingData.in(folder)
            .labels(
                Thesauri.read(folder.resolve("subjects.tsv"), "en").thesaurus(),
                unknown -> {
                  throw new AssertionError(unknown);
                });
    assertEquals(1_000, labels.size());
    int[] counts = new int[labels.size()];
    for (int label = 0; label < counts.length; label++) {
      counts[label] = labels.trainingActs(label);
    }
    Arrays.sort(counts);
    assertEquals(4_000 * 5, Arrays.stream(counts).sum());
    double ratio = (double) counts[counts.length - 10] / counts[counts.length - 100];
    assertTrue(ratio > 4 && ratio < 9, "10th to 100th: " + ratio); // 10^0.8 = 6.3
  }
}
