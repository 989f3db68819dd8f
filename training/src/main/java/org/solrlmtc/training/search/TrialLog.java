package org.solrlmtc.training.search;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.training.execution.TrainingException;

/**
 * The trials of a search, one JSON line each, below a line that says what is searched. A search
 * that was stopped continues after the last complete line.
 */
final class TrialLog {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final List<Trial> trials;

  private TrialLog(Path file, List<Trial> trials) {
    this.file = file;
    this.trials = trials;
  }

  /**
   * Opens the log of a search, or begins one.
   *
   * @param search what is searched
   * @throws TrainingException when the file is of another search, or damaged
   */
  static TrialLog open(Path file, Map<String, Object> search) throws IOException {
    if (!Files.exists(file)) {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, JSON.writeValueAsString(search) + "\n");
      return new TrialLog(file, new ArrayList<>());
    }
    String text = Files.readString(file);
    int end = text.lastIndexOf('\n') + 1;
    if (end < text.length()) { // a line that a kill cut off
      Files.write(file, text.substring(0, end).getBytes(StandardCharsets.UTF_8));
    }
    List<String> lines = text.substring(0, end).lines().toList();
    List<Trial> trials = new ArrayList<>();
    for (int number = 0; number < lines.size(); number++) {
      Map<String, Object> line = parse(file, number + 1, lines.get(number));
      if (number > 0) {
        trials.add(trial(file, number + 1, line));
      } else if (!JSON.readTree(JSON.writeValueAsString(search))
          .equals(JSON.readTree(lines.get(0)))) {
        throw new TrainingException(
            file
                + " is of another search (recipe, search space, data, measure, seed or stages"
                + " differ): give another folder, or delete it");
      }
    }
    if (lines.isEmpty()) {
      Files.delete(file);
      return open(file, search);
    }
    return new TrialLog(file, trials);
  }

  List<Trial> trials() {
    return List.copyOf(trials);
  }

  void add(Trial trial) throws IOException {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("trial", trial.number());
    line.put("stage", trial.stage());
    line.put("values", trial.values());
    trial.score().ifPresent(score -> line.put("score", score));
    trial.failure().ifPresent(failure -> line.put("failure", failure));
    line.put("seconds", Math.round(trial.seconds() * 10) / 10.0);
    Files.writeString(file, JSON.writeValueAsString(line) + "\n", StandardOpenOption.APPEND);
    trials.add(trial);
  }

  private static Map<String, Object> parse(Path file, int number, String line) throws IOException {
    try {
      return JSON.readValue(line, new TypeReference<>() {});
    } catch (JsonProcessingException e) {
      throw damaged(file, number, e);
    }
  }

  private static Trial trial(Path file, int number, Map<String, Object> line) {
    try {
      Map<String, Object> values = new LinkedHashMap<>();
      ((Map<?, ?>) line.get("values"))
          .forEach((key, value) -> values.put(String.valueOf(key), value));
      return new Trial(
          ((Number) line.get("trial")).intValue(),
          ((Number) line.get("stage")).intValue(),
          values,
          Optional.ofNullable((Number) line.get("score")).map(Number::doubleValue),
          Optional.ofNullable((String) line.get("failure")),
          ((Number) line.get("seconds")).doubleValue());
    } catch (ClassCastException | NullPointerException e) {
      throw damaged(file, number, e);
    }
  }

  private static TrainingException damaged(Path file, int line, Exception cause) {
    return new TrainingException(
        file + ":" + line + ": not the line of a trial; delete the line to train it again", cause);
  }
}
