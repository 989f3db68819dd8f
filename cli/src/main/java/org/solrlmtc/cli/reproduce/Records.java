package org.solrlmtc.cli.reproduce;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.solrlmtc.cli.common.ProgramVersion;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.core.eval.EvaluationSettings;
import org.solrlmtc.core.eval.Measure;
import org.solrlmtc.core.eval.significance.EvaluatedRun;
import org.solrlmtc.core.eval.significance.OutcomesFile;
import org.solrlmtc.core.json.JsonProblems;

/**
 * Results of runs on dev, kept without their bundles: a page can be made from trainings of several
 * days and machines. A record is found by the key of its run, so another recipe, random seed, data
 * set or thesaurus never uses it.
 *
 * @param folder one JSON file and one file of outcomes per run
 */
record Records(Path folder) {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  /** Shown in the file, so that people can read it. */
  private static final List<String> MEASURES =
      List.of("RP@5", "nDCG@5", "micro-F1", "frequent:RP@5", "few:RP@5", "zero:RP@5");

  /**
   * A run that was measured.
   *
   * @param run what it is called in messages and tables
   * @param program the program that trained and measured it
   * @param date the day of the measurement
   * @param effort what the training took
   * @param megabytes the size of the bundle
   * @param dev the most important measures, with the paper's decision rule
   */
  record Entry(
      String run,
      String program,
      String date,
      Runs.Effort effort,
      double megabytes,
      Map<String, Double> dev) {}

  private Path entryFile(Run run) {
    return folder.resolve(run.key() + ".json");
  }

  private Path outcomesFile(Run run) {
    return folder.resolve(run.key() + ".outcomes.jsonl.gz");
  }

  /** The entry is written last. */
  boolean has(Run run) {
    return Files.isRegularFile(entryFile(run));
  }

  Entry entry(Run run) {
    try {
      return JSON.readValue(entryFile(run).toFile(), Entry.class);
    } catch (JsonProcessingException e) {
      throw unreadable(run, JsonProblems.describe(e), e);
    } catch (IOException e) {
      throw unreadable(run, e.getMessage(), e);
    }
  }

  /** The outcomes with the paper's decision rule. */
  EvaluatedRun outcomes(Run run, EvaluationSettings settings) {
    try {
      return OutcomesFile.read(outcomesFile(run), settings);
    } catch (IOException e) {
      throw unreadable(run, e.getMessage(), e);
    }
  }

  private UserError unreadable(Run run, String reason, IOException cause) {
    return new UserError(
        "the record "
            + entryFile(run)
            + " cannot be read ("
            + reason
            + "): delete it, and the run is trained again",
        cause);
  }

  void write(Run run, Runs.Effort effort, double megabytes, EvaluatedRun dev) throws IOException {
    Files.createDirectories(folder);
    OutcomesFile.write(outcomesFile(run), dev);
    Map<String, Double> figures =
        MEASURES.stream()
            .map(Measure::parse)
            .filter(measure -> !Double.isNaN(dev.value(measure)))
            .collect(
                Collectors.toMap(
                    Measure::toString,
                    measure -> Math.round(dev.value(measure) * 1e4) / 1e4,
                    (one, other) -> one,
                    TreeMap::new));
    Path draft = folder.resolve("." + entryFile(run).getFileName());
    JSON.writeValue(
        draft.toFile(),
        new Entry(
            run.name(),
            ProgramVersion.text(),
            LocalDate.now(ZoneOffset.UTC).toString(),
            effort,
            megabytes,
            figures));
    Files.move(draft, entryFile(run), StandardCopyOption.REPLACE_EXISTING);
  }
}
