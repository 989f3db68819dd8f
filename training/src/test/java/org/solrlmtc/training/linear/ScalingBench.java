package org.solrlmtc.training.linear;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.fixtures.TinyThesaurus;
import org.solrlmtc.training.Training;
import org.solrlmtc.training.data.ActSplit;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.Resources;
import org.solrlmtc.training.recipe.Recipe;

/**
 * Measures training and scoring time by number of labels: a program, not a test.
 *
 * <pre>
 * mvn -q -Pbench-scaling process-test-classes -pl core,training \
 *   -Dbench.scaling="DATA WORK conf/recipes/linear-svm.yaml:500 conf/recipes/label-tree.yaml:50000"
 * </pre>
 *
 * DATA has {@code train.jsonl.gz} and {@code dev.jsonl.gz}. A number of labels is a random sample
 * of the labels in the data ({@code all} for all of them); acts keep their texts. For larger
 * numbers, pairs of labels are added as labels: an act with a and b has a+b, and the most frequent
 * pairs are used. {@code 2000/50000} is a random sample of 2,000 of 50,000 labels: one-vs-rest
 * trains labels independently, so that the time for all can be extrapolated. To limit the run time,
 * all cases read only header and recitals, use {@value #FEATURES} features and no label names.
 */
final class ScalingBench {
  private static final int FEATURES = 100_000;
  private static final int SCORED_ACTS = 1000;
  private static final int SEED = 1;

  private final Path data;
  private final Path work;

  private ScalingBench(Path data, Path work) {
    this.data = data;
    this.work = work;
  }

  public static void main(String[] args) throws IOException {
    ScalingBench bench = new ScalingBench(Path.of(args[0]), Path.of(args[1]));
    System.out.println(
        "| recipe | labels | weights, CPU s | whole training, CPU s | wall s | RP@5 on dev |"
            + " bundle, MB | scoring, ms/act |");
    System.out.println("|---|---|---|---|---|---|---|---|");
    for (int i = 2; i < args.length; i++) {
      String[] parts = args[i].split(":");
      bench.run(Recipe.read(Path.of(parts[0])), parts[1]);
    }
  }

  private void run(Recipe full, String labels) throws IOException {
    Path folder = Files.createDirectories(work.resolve("scaling"));
    Set<String> kept = draw(labels);
    relabel("train", kept, Integer.MAX_VALUE, folder);
    relabel("dev", kept, SCORED_ACTS, folder);
    Recipe recipe =
        full.with("zones", List.of("H+R"))
            .with("zoneWeights", List.of(1))
            .with("labelNamesAsExamples", false)
            .with("maxFeatures", FEATURES);
    StageTimes times = new StageTimes();
    long start = System.nanoTime();
    ModelBundle bundle =
        Training.run(
            recipe,
            TrainingData.in(folder),
            thesaurus(kept),
            folder.resolve("model"),
            Map.of(),
            Resources.ofThisProcess(),
            times);
    double wall = (System.nanoTime() - start) / 1e9;
    times.stage("done");
    long bytes = bundle.manifest().files().values().stream().mapToLong(file -> file.bytes()).sum();
    double scoring;
    try (LabelScorer scorer = Scorers.open(bundle)) {
      scoring = secondsPerAct(folder, act -> scorer.score(List.of(act)));
    }
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %.0f | %.0f | %.0f | %.3f | %.1f | %.2f |%n",
        recipe.name(),
        labels,
        times.weights(),
        times.training(),
        wall,
        bundle.manifest().quality().get("dev").get("RP@5"),
        bytes / 1e6,
        1000 * scoring);
  }

  /** The labels of a case: {@code all}, {@code 500}, {@code 50000} or {@code 2000/50000}. */
  private Set<String> draw(String labels) throws IOException {
    Set<String> real = new TreeSet<>();
    forEachAct("train", act -> real.addAll(concepts(act)));
    if (labels.equals("all")) {
      return real;
    }
    String[] parts = labels.split("/");
    int all = Integer.parseInt(parts[parts.length - 1]);
    List<String> ids = new ArrayList<>(real);
    if (all > ids.size()) {
      Map<String, Integer> crossings = new HashMap<>();
      forEachAct(
          "train",
          act -> crossings(concepts(act)).forEach(id -> crossings.merge(id, 1, Integer::sum)));
      ids = new ArrayList<>(crossings.keySet());
      ids.sort(
          Comparator.comparing((String id) -> -crossings.get(id))
              .thenComparing(Comparator.naturalOrder()));
      ids = new ArrayList<>(ids.subList(0, Math.min(all, ids.size())));
    }
    Collections.shuffle(ids, new Random(SEED));
    return new HashSet<>(ids.subList(0, Math.min(Integer.parseInt(parts[0]), ids.size())));
  }

  private static Set<String> concepts(ObjectNode act) {
    Set<String> ids = new TreeSet<>();
    act.withArray("concepts").forEach(id -> ids.add(id.asText()));
    return ids;
  }

  private static Set<String> crossings(Set<String> ids) {
    Set<String> crossings = new TreeSet<>();
    for (String one : ids) {
      for (String other : ids) {
        if (one.compareTo(other) < 0) {
          crossings.add(one + "+" + other);
        }
      }
    }
    return crossings;
  }

  private void forEachAct(String split, Consumer<ObjectNode> use) throws IOException {
    JsonMapper json = new JsonMapper();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(data.resolve(split + ".jsonl.gz"))),
                StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        use.accept((ObjectNode) json.readTree(line));
      }
    }
  }

  private void relabel(String split, Set<String> kept, int limit, Path folder) throws IOException {
    boolean crossed = kept.iterator().next().contains("+");
    int[] written = {0};
    try (PrintWriter out =
        new PrintWriter(folder.resolve(split + ".jsonl").toFile(), StandardCharsets.UTF_8)) {
      forEachAct(
          split,
          act -> {
            if (written[0]++ < limit) {
              Set<String> ids = concepts(act);
              ArrayNode labels = act.putArray("concepts");
              (crossed ? crossings(ids) : ids).stream().filter(kept::contains).forEach(labels::add);
              out.println(act);
            }
          });
    }
  }

  private static Thesaurus thesaurus(Set<String> ids) {
    return TinyThesaurus.of(
        new TreeSet<>(ids).stream().map(id -> TinyThesaurus.concept(id, id)).toList());
  }

  /** The CPU seconds per development act, after warm-up. */
  private static double secondsPerAct(Path folder, Consumer<LegalAct> use) throws IOException {
    List<LegalAct> acts = new ArrayList<>();
    ActSplit.of(folder.resolve("dev.jsonl"))
        .read(
            records -> {
              while (records.hasNext()) {
                ActRecord next = records.next();
                acts.add(next.act());
              }
              return null;
            });
    long best = Long.MAX_VALUE;
    for (int run = 0; run < 4; run++) {
      long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      acts.forEach(use);
      best = Math.min(best, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start);
    }
    return best / 1e9 / acts.size();
  }

  /** The CPU time of stages. */
  private static final class StageTimes implements Progress {
    private final Map<String, Long> nanos = new LinkedHashMap<>();
    private String current = "start";
    private long began = now();

    private static long now() {
      return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
    }

    @Override
    public void stage(String name) {
      nanos.merge(current, now() - began, Long::sum);
      current = name;
      began = now();
    }

    @Override
    public void step(long done) {}

    @Override
    public void note(String text) {}

    /** Without reading acts and without the development split. */
    double weights() {
      return seconds("training", "clustering", "searching", "writing");
    }

    double training() {
      return seconds("");
    }

    private double seconds(String... prefixes) {
      return nanos.entrySet().stream()
              .filter(stage -> List.of(prefixes).stream().anyMatch(stage.getKey()::startsWith))
              .mapToLong(Map.Entry::getValue)
              .sum()
          / 1e9;
    }
  }
}
