package org.solrlmtc.cli.evaluate.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.eval.NearDuplicates;
import org.solrlmtc.readers.act.ActStream;
import org.solrlmtc.readers.act.DamagePolicy;
import org.solrlmtc.readers.act.DamagedRecordException;

/**
 * The gold labels of acts. A damaged act is fatal: a measure over a part of the acts would look
 * like one over all.
 *
 * @param paths the files or folders of the acts
 * @param acts by id, in the order of the files
 * @param comparedWithTraining whether near duplicates of training acts were searched
 */
public record GoldSet(List<Path> paths, Map<String, GoldAct> acts, boolean comparedWithTraining) {

  /**
   * @param concepts the act's gold labels
   * @param nearDuplicate whether a training act has the same text except for digits and
   *     punctuation; false when near duplicates were not searched
   * @param words number of words, over all zones
   */
  public record GoldAct(
      String id, List<String> concepts, boolean nearDuplicate, long words, String source) {}

  /**
   * Reads the gold labels.
   *
   * @param known the training acts, to find near duplicates
   * @throws UserError naming the file and line of a damaged act, or of an act that occurs twice
   */
  public static GoldSet read(List<Path> paths, Optional<NearDuplicates> known) throws IOException {
    Map<String, GoldAct> acts = new LinkedHashMap<>();
    forEachAct(
        paths,
        act -> {
          GoldAct gold =
              new GoldAct(
                  act.act().id(),
                  act.concepts(),
                  known.isPresent()
                      && known.get().match(act.act(), act.concepts()) != NearDuplicates.Match.NONE,
                  DatasetStatistics.words(act.act()),
                  act.source());
          GoldAct earlier = acts.putIfAbsent(act.act().id(), gold);
          if (earlier != null) {
            throw new UserError(
                act.source()
                    + ": the act "
                    + act.act().id()
                    + " was already read at "
                    + earlier.source()
                    + ": remove one of them");
          }
        });
    return new GoldSet(List.copyOf(paths), acts, known.isPresent());
  }

  /** Reads the training acts, to find near duplicates. */
  public static NearDuplicates nearDuplicatesOf(Path train) throws IOException {
    NearDuplicates known = new NearDuplicates();
    forEachAct(List.of(train), act -> known.add(act.act(), act.concepts()));
    return known;
  }

  static void forEachAct(List<Path> paths, Consumer<ActRecord> sink) throws IOException {
    try (ActStream stream = ActStream.open(paths, DamagePolicy.fatal(problem -> {}))) {
      stream.forEachRemaining(sink);
    } catch (DamagedRecordException e) {
      throw new UserError(e.getMessage(), e);
    }
  }

  public int size() {
    return acts.size();
  }

  public Set<String> ids() {
    return acts.keySet();
  }

  /** All labels that an act has. */
  public Set<String> labels() {
    return acts.values().stream()
        .flatMap(act -> act.concepts().stream())
        .collect(Collectors.toSet());
  }

  /** The number of near duplicates of training acts. */
  public long nearDuplicates() {
    return acts.values().stream().filter(GoldAct::nearDuplicate).count();
  }

  /** The data's name in reports. */
  public String name() {
    return name(paths);
  }

  static String name(List<Path> paths) {
    return paths.stream()
        .map(path -> path.toAbsolutePath().normalize().getFileName())
        .map(String::valueOf)
        .collect(Collectors.joining(" + "));
  }
}
