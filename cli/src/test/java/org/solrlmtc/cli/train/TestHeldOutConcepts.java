package org.solrlmtc.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.cli.Cli;
import org.solrlmtc.core.act.ActJson;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.core.thesaurus.ThesaurusTsv;
import org.solrlmtc.fixtures.Corpus;

/**
 * 20 concepts are held out of training with all their acts, and then added by their names. Trains
 * for minutes, so it runs only with {@code -Dheldout.acts=1000}, the number of training acts;
 * {@code -Dheldout.recipe=eurovoc-default} trains another model.
 */
@EnabledIfSystemProperty(named = "heldout.acts", matches = "[0-9]+")
class TestHeldOutConcepts {
  private static final int CONCEPTS = 20;
  private static final int MIN_DEV_ACTS = 8;
  private static final int MAX_DEV_ACTS = 60;
  private static final String ACTS = "heldout.acts";
  private static final String LINEAR = "linear-svm-small";
  private static final String RECIPE = System.getProperty("heldout.recipe", LINEAR);
  private static final Path EUROVOC = Path.of("..", "conf", "eurovoc", "eurovoc-en.tsv");
  private static final Thesaurus EUROVOC_TSV = ThesaurusTsv.read(EUROVOC);

  @TempDir Path folder;

  private record Gold(LegalAct act, List<String> concepts, String line) {}

  private static List<Gold> read(String name, int limit) throws Exception {
    List<Gold> acts = new ArrayList<>();
    ObjectMapper json = new ObjectMapper();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(Corpus.file(name))),
                StandardCharsets.UTF_8))) {
      for (String line = lines.readLine();
          line != null && acts.size() < limit;
          line = lines.readLine()) {
        List<String> concepts = new ArrayList<>();
        json.readTree(line).path("concepts").forEach(id -> concepts.add(id.asText()));
        acts.add(new Gold(ActJson.of(ActJson.parse(line)).act(), concepts, line));
      }
    }
    return acts;
  }

  private static Set<String> choose(List<Gold> dev, Thesaurus thesaurus) {
    Map<String, Integer> counts = new TreeMap<>();
    dev.forEach(act -> act.concepts().forEach(id -> counts.merge(id, 1, Integer::sum)));
    List<String> eligible =
        new ArrayList<>(
            counts.keySet().stream()
                .filter(id -> counts.get(id) >= MIN_DEV_ACTS && counts.get(id) <= MAX_DEV_ACTS)
                .filter(id -> thesaurus.concept(id).isPresent())
                .toList());
    Collections.shuffle(eligible, new Random(1));
    return new TreeSet<>(eligible.subList(0, CONCEPTS));
  }

  private static void writeWithout(Set<String> heldOut, List<Gold> acts, Path file)
      throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (Gold act : acts) {
        if (Collections.disjoint(act.concepts(), heldOut)) {
          out.write(act.line() + "\n");
        }
      }
    }
  }

  private static List<LabelScores> score(Path bundle, List<Gold> acts) {
    try (LabelScorer scorer = Scorers.open(ModelBundle.open(bundle))) {
      List<LabelScores> scores = new ArrayList<>();
      for (Gold act : acts) {
        scores.addAll(scorer.score(List.of(act.act())));
      }
      return scores;
    }
  }

  /** R-precision at 5 of the held-out concepts, ranked among themselves or among all labels. */
  private static double rp5(
      List<LabelScores> scores, List<Gold> acts, Set<String> heldOut, boolean amongAll) {
    double sum = 0;
    for (int i = 0; i < acts.size(); i++) {
      LabelScores ofAct = scores.get(i);
      Set<String> gold = new TreeSet<>(acts.get(i).concepts());
      gold.retainAll(heldOut);
      List<ScoredLabel> best =
          ofAct.top(5, label -> amongAll || heldOut.contains(ofAct.labels().id(label)));
      long hits = best.stream().filter(label -> gold.contains(label.id())).count();
      sum += hits / (double) Math.min(5, gold.size());
    }
    return sum / acts.size();
  }

  /** All other scores stay; those of a network to the rounding of the last digit. */
  private static void assertSame(LabelScores before, LabelScores after, Set<String> added) {
    Map<String, Float> expected = scoresOf(before, Set.of());
    Map<String, Float> scores = scoresOf(after, added);
    assertEquals(expected.keySet(), scores.keySet());
    float tolerance = RECIPE.equals(LINEAR) ? 0 : 1e-6f;
    expected.forEach((id, score) -> assertEquals(score, scores.get(id), tolerance, id));
  }

  private static Map<String, Float> scoresOf(LabelScores scores, Set<String> without) {
    Map<String, Float> byId = new HashMap<>();
    scores.forEach(
        (label, score) -> {
          if (!without.contains(scores.labels().id(label))) {
            byId.put(scores.labels().id(label), score);
          }
        });
    return byId;
  }

  private Path thesaurusWithout(Set<String> heldOut) {
    List<Concept> concepts = new ArrayList<>();
    for (Concept concept : EUROVOC_TSV.concepts()) {
      if (!heldOut.contains(concept.id())) {
        concepts.add(
            new Concept(
                concept.id(),
                concept.descriptor(),
                concept.alternativeNames(),
                concept.broader().stream().filter(id -> !heldOut.contains(id)).toList(),
                concept.microthesauri(),
                concept.deprecated()));
      }
    }
    Path file = folder.resolve("thesaurus.tsv");
    ThesaurusTsv.write(
        new Thesaurus(
            EUROVOC_TSV.edition(), EUROVOC_TSV.domains(), EUROVOC_TSV.microthesauri(), concepts),
        file);
    return file;
  }

  private Path train(Path data, String name, Path thesaurus) {
    Path bundle = folder.resolve(name);
    Cli.succeed(
        "train",
        Path.of("..", "conf", "recipes", RECIPE + ".yaml"),
        "--data",
        data,
        "--out",
        bundle,
        "--thesaurus",
        thesaurus);
    return bundle;
  }

  private static List<Object> add(Concept concept, Path from, Path to, Set<String> heldOut) {
    List<Object> args = new ArrayList<>(List.of("concept", "add", "--bundle", from, "--out", to));
    args.addAll(List.of("--id", concept.id(), "--name", concept.descriptor()));
    concept.alternativeNames().forEach(name -> args.addAll(List.of("--alt", name)));
    concept.broader().stream()
        .filter(id -> !heldOut.contains(id))
        .forEach(id -> args.addAll(List.of("--broader", id)));
    return args;
  }

  @Test
  void conceptsThatWereHeldOutAreFoundOnceTheyAreAdded() throws Exception {
    int limit = Integer.getInteger(ACTS);
    List<Gold> dev = read("dev.jsonl.gz", Integer.MAX_VALUE);
    Set<String> heldOut = choose(dev, EUROVOC_TSV);
    Path data = Files.createDirectory(folder.resolve("data"));
    writeWithout(heldOut, read("train.jsonl.gz", limit), data.resolve("train.jsonl"));
    writeWithout(heldOut, dev, data.resolve("dev.jsonl"));
    Path before = train(data, "before", thesaurusWithout(heldOut));
    Path after = folder.resolve("after");
    List<Gold> acts =
        dev.stream().filter(act -> !Collections.disjoint(act.concepts(), heldOut)).toList();
    List<LabelScores> trained = score(before, acts);
    assertEquals(0, rp5(trained, acts, heldOut, false));

    long start = System.nanoTime();
    Path from = before;
    List<String> refused = new ArrayList<>();
    for (String id : heldOut) {
      Cli added =
          Cli.run(add(EUROVOC_TSV.concept(id).orElseThrow(), from, after, heldOut).toArray());
      if (added.code() != 0) {
        // held out with all its acts, its words may be in no other
        assertTrue(added.err().contains("knows no word"), added.err());
        refused.add(id);
        continue;
      }
      from = after;
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    List<LabelScores> edited = score(after, acts);
    for (int i = 0; i < acts.size(); i++) {
      assertSame(trained.get(i), edited.get(i), heldOut);
    }
    double among = rp5(edited, acts, heldOut, false);
    System.out.printf(
        Locale.ROOT,
        "held out %s, unknown words %s%n%d acts; RP@5 among the held-out concepts 0 -> %.3f, among"
            + " all labels 0 -> %.3f; %.2f s per concept%n",
        heldOut,
        refused,
        acts.size(),
        among,
        rp5(edited, acts, heldOut, true),
        seconds / CONCEPTS);
    if (RECIPE.equals(LINEAR)) {
      List<LabelScores> named = score(train(data, "named", EUROVOC), acts);
      System.out.printf(
          Locale.ROOT,
          "names as examples in training: RP@5 %.3f among them, %.3f among all labels%n",
          rp5(named, acts, heldOut, false),
          rp5(named, acts, heldOut, true));
    }
    assertTrue(among > 0.5, "RP@5 " + among);
  }
}
