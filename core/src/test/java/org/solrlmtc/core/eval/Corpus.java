package org.solrlmtc.core.eval;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.zip.GZIPInputStream;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.LabelSet;

/** The EURLEX57K files, where they are at hand. */
record Corpus(Path folder) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Skips the test that asks when there is no corpus. */
  static Corpus find() {
    String set = System.getenv("LMTC_CORPUS");
    Path folder = set != null ? Path.of(set) : besideRepository();
    assumeTrue(
        Files.exists(folder.resolve("train.jsonl.gz")),
        "no corpus at " + folder + ": set LMTC_CORPUS to its folder");
    return new Corpus(folder);
  }

  private static Path besideRepository() {
    Path root = Path.of("").toAbsolutePath();
    while (root.getParent() != null && !Files.exists(root.resolve("tests/independent"))) {
      root = root.getParent();
    }
    return root.resolveSibling("shared").resolve("eurlex57k");
  }

  LabelSet labels() throws IOException {
    List<String> ids = new ArrayList<>();
    List<Integer> trainingActs = new ArrayList<>();
    List<String> lines = Files.readAllLines(folder.resolve("labels.tsv"));
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split("\t");
      ids.add(cells[0]);
      trainingActs.add(Integer.parseInt(cells[2]));
    }
    return new LabelSet(ids, trainingActs.stream().mapToInt(Integer::intValue).toArray());
  }

  /** The concepts directly above each concept. */
  Map<String, List<String>> parents() throws IOException {
    Map<String, List<String>> parents = new HashMap<>();
    JSON.readTree(folder.resolve("eurovoc_en.json").toFile())
        .properties()
        .forEach(entry -> parents.put(entry.getKey(), strings(entry.getValue().path("parents"))));
    return parents;
  }

  void forEachAct(String split, BiConsumer<LegalAct, List<String>> sink) throws IOException {
    Path file = folder.resolve(split + ".jsonl.gz");
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file));
        MappingIterator<JsonNode> lines = JSON.readerFor(JsonNode.class).readValues(in)) {
      while (lines.hasNext()) {
        JsonNode act = lines.next();
        sink.accept(
            new LegalAct(
                act.path("celex_id").asText(),
                act.path("type").asText(),
                act.path("title").asText(),
                act.path("header").asText(),
                act.path("recitals").asText(),
                strings(act.path("main_body")),
                act.path("attachments").asText()),
            strings(act.path("concepts")));
      }
    }
  }

  private static List<String> strings(JsonNode array) {
    List<String> strings = new ArrayList<>();
    array.forEach(element -> strings.add(element.asText()));
    return strings;
  }
}
