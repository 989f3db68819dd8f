package org.solrlmtc.training;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.readers.act.ActStream;
import org.solrlmtc.readers.act.DamagePolicy;

/**
 * A data set in a folder: a training split and a development split, each a file or folder named
 * {@code train...} and {@code dev...} in any form that {@link ActStream} reads. A damaged act stops
 * training: a model made of half its data would not tell.
 */
public final class TrainingData {
  /** Acts scored in one call. */
  private static final int BATCH = 16;

  private final Path train;
  private final Optional<Path> dev;

  private TrainingData(Path train, Optional<Path> dev) {
    this.train = train;
    this.dev = dev;
  }

  /**
   * Finds the splits.
   *
   * @throws TrainingException when the folder has no training split, or two
   */
  public static TrainingData in(Path folder) {
    return new TrainingData(
        split(folder, "train")
            .orElseThrow(
                () ->
                    new TrainingException(
                        folder + " holds no training split: name a file or folder train...")),
        split(folder, "dev"));
  }

  private static Optional<Path> split(Path folder, String name) {
    try (Stream<Path> entries = Files.list(folder)) {
      List<Path> found =
          entries
              .filter(entry -> entry.getFileName().toString().matches(name + "([._-].*)?"))
              .sorted()
              .collect(Collectors.toList());
      if (found.size() > 1) {
        throw new TrainingException(
            folder + " holds two " + name + " splits: " + found + "; move one away");
      }
      return found.stream().findFirst();
    } catch (IOException e) {
      throw new TrainingException("cannot read the data folder " + folder, e);
    }
  }

  /** Name and digest of each split, so that a model's data can be told later. */
  Map<String, Object> identity() throws IOException {
    Map<String, Object> identity = new LinkedHashMap<>();
    identity.put("train", identityOf(train));
    if (dev.isPresent()) {
      identity.put("dev", identityOf(dev.get()));
    }
    return identity;
  }

  static String identityOf(Path split) throws IOException {
    String name = split.getFileName().toString();
    return Files.isRegularFile(split) ? name + " sha256:" + ModelBundle.sha256(split) : name;
  }

  public Optional<Path> dev() {
    return dev;
  }

  /** Runs over the training acts. */
  public <T> T withTrainingActs(ActsFunction<T> use) throws IOException {
    return with(train, use);
  }

  /** Runs over the acts of a file or folder. */
  public static <T> T with(Path acts, ActsFunction<T> use) throws IOException {
    try (ActStream stream = ActStream.open(List.of(acts), DamagePolicy.fatal(problem -> {}))) {
      return use.apply(stream);
    }
  }

  /** Takes acts a handful at a time, as scorers like to have them. */
  public static Iterator<List<ActRecord>> batches(Iterator<ActRecord> acts) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return acts.hasNext();
      }

      @Override
      public List<ActRecord> next() {
        List<ActRecord> batch = new ArrayList<>();
        while (batch.size() < BATCH && acts.hasNext()) {
          batch.add(acts.next());
        }
        return batch;
      }
    };
  }

  /** What is done with acts that are read once, in order. */
  @FunctionalInterface
  public interface ActsFunction<T> {
    T apply(Iterator<ActRecord> acts) throws IOException;
  }

  /**
   * The labels to learn: every concept in use, plus those no longer in use that training acts
   * carry. In the order of the thesaurus, with their numbers of training acts.
   *
   * @param unknown hears of gold concepts that the thesaurus does not have
   */
  public LabelSet labels(Thesaurus thesaurus, Consumer<String> unknown) throws IOException {
    Map<String, Integer> counts = goldCounts(train);
    counts.keySet().stream().filter(id -> thesaurus.concept(id).isEmpty()).forEach(unknown);
    List<String> ids =
        thesaurus.concepts().stream()
            .filter(concept -> !concept.deprecated() || counts.containsKey(concept.id()))
            .map(Concept::id)
            .collect(Collectors.toList());
    return labelSet(ids, counts);
  }

  /**
   * The labels to measure with: those that training or development acts carry, as in the paper. A
   * model may know more; counting thousands that nobody uses among the unseen ones would make that
   * group incomparable.
   */
  LabelSet labelsInUse() throws IOException {
    Map<String, Integer> counts = goldCounts(train);
    Set<String> ids = new TreeSet<>(counts.keySet());
    if (dev.isPresent()) {
      ids.addAll(goldCounts(dev.get()).keySet());
    }
    return labelSet(List.copyOf(ids), counts);
  }

  /** The same for a model whose training acts are not at hand. */
  static LabelSet labelsInUse(LabelSet known, Path acts) throws IOException {
    Map<String, Integer> counts = new HashMap<>();
    for (int label = 0; label < known.size(); label++) {
      counts.put(known.id(label), known.trainingActs(label));
    }
    Set<String> ids = new TreeSet<>(goldCounts(acts).keySet());
    counts.forEach(
        (id, count) -> {
          if (count > 0) {
            ids.add(id);
          }
        });
    return labelSet(List.copyOf(ids), counts);
  }

  private static LabelSet labelSet(List<String> ids, Map<String, Integer> counts) {
    return new LabelSet(ids, ids.stream().mapToInt(id -> counts.getOrDefault(id, 0)).toArray());
  }

  private static Map<String, Integer> goldCounts(Path split) throws IOException {
    Map<String, Integer> counts = new LinkedHashMap<>();
    return with(
        split,
        acts -> {
          acts.forEachRemaining(
              act -> act.concepts().forEach(id -> counts.merge(id, 1, Integer::sum)));
          return counts;
        });
  }
}
