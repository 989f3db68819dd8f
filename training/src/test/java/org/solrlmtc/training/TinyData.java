package org.solrlmtc.training;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.fixtures.TinyThesaurus;
import org.solrlmtc.training.data.TrainingData;

/** Data sets for training in milliseconds: acts with word number N have the label {@code cN}. */
public final class TinyData {
  private final Map<String, List<String>> splits = new LinkedHashMap<>();

  /** Adds an act. */
  public TinyData act(String split, String text, String... concepts) {
    List<String> lines = splits.computeIfAbsent(split, key -> new ArrayList<>());
    Map<String, Object> act = new LinkedHashMap<>();
    act.put("celex_id", split + lines.size());
    act.put("uri", "");
    act.put("type", "Regulation");
    act.put("concepts", List.of(concepts));
    act.put("title", "");
    act.put("header", "");
    act.put("recitals", "");
    act.put("main_body", List.of(text));
    act.put("attachments", "");
    try {
      lines.add(new JsonMapper().writeValueAsString(act));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return this;
  }

  /** Acts with one to three labels, their words and other words. */
  public TinyData randomActs(String split, int acts, int labels) {
    Random random = new Random(split.hashCode());
    for (int i = 0; i < acts; i++) {
      int number = 1 + random.nextInt(3);
      int[] carried = random.ints(number, 0, labels).distinct().toArray();
      StringBuilder text = new StringBuilder("The Commission has adopted");
      for (int label : carried) {
        text.append(' ').append(word(label)).append(" of ").append(word(label));
      }
      for (int noise = 0; noise < 10; noise++) {
        text.append(' ').append(word(1000 + random.nextInt(200)));
      }
      act(
          split,
          text.toString(),
          IntStream.of(carried).mapToObj(label -> "c" + label).toArray(String[]::new));
    }
    return this;
  }

  /** The word of a number, in letters. */
  public static String word(int number) {
    return "w"
        + Integer.toString(number)
            .chars()
            .mapToObj(digit -> String.valueOf((char) (digit - '0' + 'a')))
            .collect(Collectors.joining());
  }

  /** Writes the splits into a folder. */
  public TrainingData write(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (Map.Entry<String, List<String>> split : splits.entrySet()) {
      Files.write(folder.resolve(split.getKey() + ".jsonl"), split.getValue());
    }
    return TrainingData.in(folder);
  }

  /** A thesaurus with concepts c0, c1, ... */
  public static Thesaurus thesaurus(int concepts) {
    return TinyThesaurus.of(
        IntStream.range(0, concepts)
            .mapToObj(i -> TinyThesaurus.concept("c" + i, "name " + i))
            .toList());
  }
}
