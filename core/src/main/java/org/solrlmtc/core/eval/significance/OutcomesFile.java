package org.solrlmtc.core.eval.significance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.solrlmtc.core.eval.ActOutcome;
import org.solrlmtc.core.eval.DecisionCounts;
import org.solrlmtc.core.eval.EvaluationGroup;
import org.solrlmtc.core.eval.EvaluationSettings;
import org.solrlmtc.core.eval.GroupOutcome;
import org.solrlmtc.core.json.JsonProblems;

/**
 * An {@link EvaluatedRun} as a file: one compressed JSON line per act, in the order of the acts.
 *
 * <pre>
 * {"act":"31960D0712","gold":["1086","1196"],"assigned":["1086"],"ranks":{"all":[1,4],"few":[2]}}
 * </pre>
 *
 * {@code ranks} are those of the gold labels found, per label group, to the depth of the
 * evaluation. It is a few times smaller than a file of predictions, but serves the same measures:
 * ranking measures, and those of the decision rule that the run was made with. Measures along the
 * hierarchy are not kept.
 */
public final class OutcomesFile {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .build();

  private OutcomesFile() {}

  /** A line of the file. */
  private record Line(
      String act, List<String> gold, List<String> assigned, Map<String, List<Integer>> ranks) {}

  /** Writes a run. A file that is there stays until the new one is complete. */
  public static void write(Path file, EvaluatedRun run) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID() + ".tmp");
    try {
      try (BufferedWriter out =
          new BufferedWriter(
              new OutputStreamWriter(
                  new GZIPOutputStream(Files.newOutputStream(draft)), StandardCharsets.UTF_8))) {
        for (ActOutcome outcome : run.outcomes()) {
          out.write(JSON.writeValueAsString(line(outcome)));
          out.write('\n');
        }
      }
      Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static Line line(ActOutcome outcome) {
    Map<String, List<Integer>> ranks = new TreeMap<>();
    outcome
        .groups()
        .forEach(
            (group, found) -> {
              if (found.hitRanks().length > 0) {
                ranks.put(name(group), Arrays.stream(found.hitRanks()).boxed().toList());
              }
            });
    return new Line(
        outcome.act(),
        List.copyOf(new TreeSet<>(outcome.gold())),
        List.copyOf(new TreeSet<>(outcome.assigned())),
        ranks);
  }

  private static String name(EvaluationGroup group) {
    return group.name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads a run.
   *
   * @param settings those that it was evaluated with
   * @throws IOException naming file and line if the file cannot be read or is not such a file
   */
  public static EvaluatedRun read(Path file, EvaluationSettings settings) throws IOException {
    EvaluatedRun run = new EvaluatedRun(settings);
    int number = 0;
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)),
                StandardCharsets.UTF_8.newDecoder()))) {
      for (String text = in.readLine(); text != null; text = in.readLine()) {
        number++;
        run.add(outcome(JSON.readValue(text, Line.class), settings));
      }
      return run;
    } catch (JsonProcessingException e) {
      throw new IOException(file + ":" + number + ": " + JsonProblems.reason(e), e);
    } catch (IllegalArgumentException e) {
      throw new IOException(file + ":" + number + ": " + e.getMessage(), e);
    } catch (ZipException | EOFException e) {
      throw new IOException(
          file + ":" + (number + 1) + ": the compressed file is damaged: " + e.getMessage(), e);
    }
  }

  private static ActOutcome outcome(Line line, EvaluationSettings settings) {
    Set<String> gold = new TreeSet<>(line.gold());
    Set<String> assigned = new TreeSet<>(line.assigned());
    Map<EvaluationGroup, GroupOutcome> groups = new EnumMap<>(EvaluationGroup.class);
    Set<String> unknown = new TreeSet<>(line.ranks().keySet());
    for (EvaluationGroup group : EvaluationGroup.values()) {
      Set<String> goldOfGroup = of(group, gold, settings);
      Set<String> assignedOfGroup = of(group, assigned, settings);
      long truePositives = assignedOfGroup.stream().filter(goldOfGroup::contains).count();
      unknown.remove(name(group));
      groups.put(
          group,
          new GroupOutcome(
              goldOfGroup.size(),
              ranks(
                  line.ranks().getOrDefault(name(group), List.of()),
                  goldOfGroup.size(),
                  settings.depth()),
              new DecisionCounts(
                  truePositives,
                  assignedOfGroup.size() - truePositives,
                  goldOfGroup.size() - truePositives),
              Optional.empty()));
    }
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException("unknown label groups " + unknown);
    }
    return new ActOutcome(line.act(), gold, assigned, groups);
  }

  private static Set<String> of(
      EvaluationGroup group, Set<String> labels, EvaluationSettings settings) {
    return labels.stream()
        .filter(label -> group.contains(settings.labels(), label))
        .collect(Collectors.toSet());
  }

  private static int[] ranks(List<Integer> ranks, int gold, int depth) {
    int last = 0;
    for (int rank : ranks) {
      if (rank <= last || rank > depth) {
        throw new IllegalArgumentException(
            "ranks rise from 1 to at most " + depth + ", but there are " + ranks);
      }
      last = rank;
    }
    if (ranks.size() > gold) {
      throw new IllegalArgumentException(
          ranks.size() + " ranks of " + gold + " gold labels: there is one per label found");
    }
    return ranks.stream().mapToInt(Integer::intValue).toArray();
  }
}
