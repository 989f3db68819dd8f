package org.solrlmtc.core.eval;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.fixtures.Corpus;

/** What evaluating needs of the corpus; tests that ask for it are skipped where there is none. */
final class EvaluationCorpus {
  private EvaluationCorpus() {}

  static LabelSet labels() throws IOException {
    List<String> ids = new ArrayList<>();
    List<Integer> trainingActs = new ArrayList<>();
    List<String> lines = Files.readAllLines(Corpus.file("labels.tsv"));
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split("\t");
      ids.add(cells[0]);
      trainingActs.add(Integer.parseInt(cells[2]));
    }
    return new LabelSet(ids, trainingActs.stream().mapToInt(Integer::intValue).toArray());
  }

  /** The concepts directly above each concept. */
  static Map<String, List<String>> parents() throws IOException {
    Map<String, List<String>> parents = new HashMap<>();
    new ObjectMapper()
        .readTree(Corpus.file("eurovoc_en.json").toFile())
        .properties()
        .forEach(
            entry -> {
              List<String> above = new ArrayList<>();
              entry.getValue().path("parents").forEach(parent -> above.add(parent.asText()));
              parents.put(entry.getKey(), above);
            });
    return parents;
  }

  static void forEachAct(String split, BiConsumer<LegalAct, List<String>> sink) throws IOException {
    Corpus.forEachAct(Corpus.file(split + ".jsonl.gz"), sink);
  }
}
