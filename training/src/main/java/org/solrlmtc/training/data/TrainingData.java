package org.solrlmtc.training.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.solrlmtc.core.eval.Eurlex57k;
import org.solrlmtc.core.io.Sha256;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.training.data.ActSplit.ActsFunction;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.TrainingException;

/**
 * A data set from one or more sources. A source is a folder with a training split {@code train...}
 * and a development split {@code dev...}, each a file or folder in any format that {@link
 * org.solrlmtc.readers.act.ActStream} reads, or a file of further training acts.
 */
public final class TrainingData {
  private final ParsedSplit trainFiles;
  private final Optional<ParsedSplit> devFiles;
  private final Optional<Fold> sample;
  private final ActSplit train;
  private final Optional<ActSplit> dev;

  private TrainingData(
      ParsedSplit trainFiles,
      Optional<ParsedSplit> devFiles,
      Optional<Fold> sample,
      ActSplit train,
      Optional<ActSplit> dev) {
    this.trainFiles = trainFiles;
    this.devFiles = devFiles;
    this.sample = sample;
    this.train = train;
    this.dev = dev;
  }

  /** The data set in one folder. */
  public static TrainingData in(Path folder) {
    return of(List.of(folder));
  }

  /**
   * Finds the splits of all sources. The training acts are read in the order of the sources; so are
   * the development acts.
   *
   * @throws TrainingException when a folder has no training split, or two
   */
  public static TrainingData of(List<Path> sources) {
    List<Path> train = new ArrayList<>();
    List<Path> dev = new ArrayList<>();
    for (Path source : sources) {
      if (Files.isRegularFile(source)) {
        train.add(source);
        continue;
      }
      train.add(
          split(source, "train")
              .orElseThrow(
                  () ->
                      new TrainingException(
                          source
                              + " has no training split: name a file or folder train..., or give"
                              + " files of training acts instead of their folder")));
      split(source, "dev").ifPresent(dev::add);
    }
    ParsedSplit trainFiles = new ParsedSplit(train);
    Optional<ParsedSplit> devFiles =
        dev.isEmpty() ? Optional.empty() : Optional.of(new ParsedSplit(dev));
    return new TrainingData(
        trainFiles, devFiles, Optional.empty(), trainFiles, devFiles.map(split -> split));
  }

  /**
   * The file or folder of a split in a folder.
   *
   * @param name {@code train}, {@code dev} or {@code test}
   * @throws TrainingException when the folder has two
   */
  public static Optional<Path> split(Path folder, String name) {
    try (Stream<Path> entries = Files.list(folder)) {
      List<Path> found =
          entries
              .filter(entry -> entry.getFileName().toString().matches(name + "([._-].*)?"))
              .sorted()
              .collect(Collectors.toList());
      if (found.size() > 1) {
        throw new TrainingException(
            folder + " has two " + name + " splits: " + found + "; move one away");
      }
      return found.stream().findFirst();
    } catch (IOException e) {
      throw new TrainingException("cannot read the data folder " + folder, e);
    }
  }

  /**
   * The same acts, parsed once into binary files in a folder.
   *
   * @param folder the folder of the files; it is created when it does not exist
   * @param reuse whether to use files that an earlier training wrote from the same data
   */
  public SpooledData spooled(Path folder, boolean reuse, Progress progress) throws IOException {
    progress.stage("parsing the training acts");
    List<ActSpool> spools = new ArrayList<>();
    spools.add(ActSpool.of(trainFiles, folder, reuse, progress));
    Optional<ActSplit> devSpool = Optional.empty();
    if (devFiles.isPresent()) {
      progress.stage("parsing the development acts");
      spools.add(ActSpool.of(devFiles.get(), folder, reuse, progress));
      devSpool = Optional.of(spools.get(1));
    }
    return new SpooledData(
        new TrainingData(trainFiles, devFiles, sample, sampled(sample, spools.get(0)), devSpool),
        spools.stream().map(ActSpool::file).toList(),
        spools.stream().mapToLong(ActSpool::acts).sum());
  }

  /** The same data set with a sample of its training acts, before they are parsed. */
  public TrainingData sampled(Fold fold) {
    Optional<Fold> chosen = Optional.of(fold);
    return new TrainingData(trainFiles, devFiles, chosen, sampled(chosen, trainFiles), dev);
  }

  private static ActSplit sampled(Optional<Fold> sample, ActSplit acts) {
    return sample.map(fold -> fold.in(acts)).orElse(acts);
  }

  /** The same data set without a fold of its training acts. */
  public TrainingData without(Fold fold) {
    return new TrainingData(trainFiles, devFiles, sample, fold.outside(train), dev);
  }

  /** The same data set without the training acts that have one of these concepts. */
  public TrainingData withoutActsOf(Set<String> concepts) {
    return concepts.isEmpty()
        ? this
        : new TrainingData(trainFiles, devFiles, sample, new OtherActs(train, concepts), dev);
  }

  /** The training acts of a fold. */
  public ActSplit trainingActs(Fold fold) {
    return fold.in(train);
  }

  /** The same labels, counted in these training acts. */
  public LabelSet recounted(LabelSet labels) throws IOException {
    return labelSet(labels.ids(), goldCounts(train));
  }

  /** How often the training split was parsed. */
  int parses() {
    return trainFiles.parses();
  }

  /** How often the development split was parsed. */
  int devParses() {
    return devFiles.map(ParsedSplit::parses).orElse(0);
  }

  /** Name and digest of each split, for a model's provenance. */
  public Map<String, Object> identity() throws IOException {
    Map<String, Object> identity = new LinkedHashMap<>();
    identity.put("train", train.identity());
    if (dev.isPresent()) {
      identity.put("dev", dev.get().identity());
    }
    return identity;
  }

  /** One digest of the contents of all splits, whatever their names. */
  public String digest() throws IOException {
    return Sha256.of(
        trainFiles.digest() + "\n" + (devFiles.isPresent() ? devFiles.get().digest() : ""));
  }

  /** The development split. */
  public Optional<ActSplit> dev() {
    return dev;
  }

  /** Reads the training acts. */
  public <T> T withTrainingActs(ActsFunction<T> use) throws IOException {
    return train.read(use);
  }

  /**
   * The labels of a model: every concept that is not deprecated, and deprecated ones that training
   * acts have. In the order of the thesaurus, with the number of training acts per label.
   *
   * @param unknown receives the gold concepts that the thesaurus does not have
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
   * The labels to evaluate on: those of the benchmark if these are its training acts, else those
   * that training or development acts have. A model may have thousands of other labels; among the
   * zero-shot labels they would make that group incomparable.
   */
  public LabelSet labelsInUse() throws IOException {
    Map<String, Integer> counts = goldCounts(train);
    if (Eurlex57k.isTrainingSplit(counts)) {
      return Eurlex57k.labels();
    }
    Set<String> ids = new TreeSet<>(counts.keySet());
    if (dev.isPresent()) {
      ids.addAll(goldCounts(dev.get()).keySet());
    }
    return labelSet(List.copyOf(ids), counts);
  }

  /** The same for a model without access to its training acts. */
  public static LabelSet labelsInUse(LabelSet known, ActSplit acts) throws IOException {
    Map<String, Integer> counts = new HashMap<>();
    for (int label = 0; label < known.size(); label++) {
      if (known.trainingActs(label) > 0) {
        counts.put(known.id(label), known.trainingActs(label));
      }
    }
    if (Eurlex57k.isTrainingSplit(counts)) {
      return Eurlex57k.labels();
    }
    Set<String> ids = new TreeSet<>(goldCounts(acts).keySet());
    ids.addAll(counts.keySet());
    return labelSet(List.copyOf(ids), counts);
  }

  private static LabelSet labelSet(List<String> ids, Map<String, Integer> counts) {
    return new LabelSet(ids, ids.stream().mapToInt(id -> counts.getOrDefault(id, 0)).toArray());
  }

  private static Map<String, Integer> goldCounts(ActSplit split) throws IOException {
    Map<String, Integer> counts = new LinkedHashMap<>();
    return split.read(
        acts -> {
          acts.forEachRemaining(
              act -> act.concepts().forEach(id -> counts.merge(id, 1, Integer::sum)));
          return counts;
        });
  }
}
