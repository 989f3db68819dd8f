package org.solrlmtc.training.neural.loop;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.json.JsonProblems;
import org.solrlmtc.training.execution.TrainingException;

/**
 * The learning curve in the log of a bundle: training loss and measures on the development acts, by
 * epoch.
 */
public record LearningCurve(
    List<Point> loss, List<Point> devLoss, List<Point> devRp5, List<Point> devNdcg5) {
  private static final JsonMapper JSON = new JsonMapper();

  /** A value at an epoch. */
  public record Point(double epoch, double value) {}

  public LearningCurve {
    loss = List.copyOf(loss);
    devLoss = List.copyOf(devLoss);
    devRp5 = List.copyOf(devRp5);
    devNdcg5 = List.copyOf(devNdcg5);
  }

  /**
   * The curve of a bundle; empty when its training was not logged.
   *
   * @throws TrainingException naming file and line of a log that cannot be read
   */
  public static Optional<LearningCurve> of(ModelBundle bundle) throws IOException {
    if (!bundle.hasFile(TrainingLog.FILE)) {
      return Optional.empty();
    }
    List<JsonNode> lines = lines(bundle.file(TrainingLog.FILE));
    return Optional.of(
        new LearningCurve(
            points(lines, TrainingLog.LOSS),
            points(lines, TrainingLog.DEV_LOSS),
            points(lines, TrainingLog.DEV_RP5),
            points(lines, TrainingLog.DEV_NDCG5)));
  }

  private static List<JsonNode> lines(Path file) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      try {
        lines.add(JSON.readTree(line));
      } catch (JsonProcessingException e) {
        throw new TrainingException(
            file + ":" + (lines.size() + 1) + ": " + JsonProblems.reason(e), e);
      }
    }
    return lines;
  }

  private static List<Point> points(List<JsonNode> lines, String key) {
    return lines.stream()
        .filter(line -> line.path(key).isNumber())
        .map(line -> new Point(line.path(TrainingLog.EPOCH).asDouble(), line.get(key).asDouble()))
        .toList();
  }
}
