package org.solrlmtc.training.neural.loop;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The log of a training, one JSON object per line: {@code step}, {@code epoch}, and either {@code
 * loss}, {@code learningRate} and {@code actsPerSecond} of training or {@code devLoss}, {@code
 * devRp5} and {@code devNdcg5}.
 */
public final class TrainingLog {
  /** A bundle's file with the log of its training. */
  public static final String FILE = "training.jsonl";

  static final String EPOCH = "epoch";
  static final String LOSS = "loss";
  static final String DEV_LOSS = "devLoss";
  static final String DEV_RP5 = "devRp5";
  static final String DEV_NDCG5 = "devNdcg5";

  private static final JsonMapper JSON = new JsonMapper();

  private final Path file;

  /**
   * Opens the log of a run that resumes after a step. Lines of later steps are dropped: these steps
   * are repeated.
   */
  public TrainingLog(Path file, long step) throws IOException {
    this.file = file;
    List<String> kept = new ArrayList<>();
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        if (stepOf(line) <= step) {
          kept.add(line);
        }
      }
    }
    Files.write(file, kept);
  }

  /** A line that was truncated by a crash is dropped, too. */
  private static long stepOf(String line) {
    try {
      return JSON.readTree(line).path("step").asLong(Long.MAX_VALUE);
    } catch (JsonProcessingException e) {
      return Long.MAX_VALUE;
    }
  }

  void trained(long step, double epoch, double loss, double learningRate, double actsPerSecond)
      throws IOException {
    Map<String, Object> line = start(step, epoch);
    line.put(LOSS, rounded(loss));
    line.put("learningRate", learningRate);
    line.put("actsPerSecond", rounded(actsPerSecond));
    write(line);
  }

  void evaluated(long step, double epoch, ValidationResult evaluated) throws IOException {
    Map<String, Object> line = start(step, epoch);
    line.put(DEV_LOSS, rounded(evaluated.loss()));
    line.put(DEV_RP5, rounded(evaluated.rp5()));
    line.put(DEV_NDCG5, rounded(evaluated.ndcg5()));
    write(line);
  }

  /** Adds a line with measures of another kind of training. */
  public void write(long step, double epoch, Map<String, Double> measures) throws IOException {
    Map<String, Object> line = start(step, epoch);
    measures.forEach((name, value) -> line.put(name, rounded(value)));
    write(line);
  }

  private static Map<String, Object> start(long step, double epoch) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("step", step);
    line.put(EPOCH, rounded(epoch));
    return line;
  }

  private static double rounded(double value) {
    return Math.round(value * 1e4) / 1e4;
  }

  private void write(Map<String, Object> line) throws IOException {
    Files.writeString(
        file,
        JSON.writeValueAsString(line) + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
