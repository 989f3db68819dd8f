package org.solrlmtc.plugin.evaluate;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.solrlmtc.core.eval.ActPredictions;
import org.solrlmtc.core.eval.Prediction;
import org.solrlmtc.core.eval.significance.EvaluatedRun;

/**
 * Acts with the predictions of all compared systems, which a significance test needs one by one.
 * Each label is kept once, and acts refer to it by number.
 */
final class ComparedActs {
  /**
   * An estimate for an act, from above: here, between nodes, and in the runs of the systems. Its
   * labels come in addition.
   */
  static final long BYTES_PER_ACT = 2048;

  private static final long BYTES_PER_LABEL = 32;

  private record Ranking(int[] labels, float[] scores) {}

  private record Act(String id, int[] gold, List<Ranking> rankings) {}

  private final List<String> labels = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final ArrayList<Act> acts = new ArrayList<>();
  private long bytes;

  /** An estimate of the memory that the acts need, from above. */
  long bytes() {
    return bytes;
  }

  /**
   * @param predictions one entry per system
   */
  void add(Collection<String> gold, List<ActPredictions> predictions) {
    add(
        new Act(
            predictions.get(0).act(),
            gold.stream().mapToInt(this::number).toArray(),
            predictions.stream().map(this::ranking).toList()));
  }

  private void add(Act act) {
    acts.add(act);
    long ranked = act.rankings().stream().mapToLong(ranking -> ranking.labels().length).sum();
    bytes += BYTES_PER_ACT + BYTES_PER_LABEL * (act.gold().length + ranked);
  }

  private int number(String label) {
    return numbers.computeIfAbsent(
        label,
        any -> {
          labels.add(label);
          return labels.size() - 1;
        });
  }

  private Ranking ranking(ActPredictions predictions) {
    List<Prediction> ranking = predictions.ranking();
    float[] scores = new float[ranking.size()];
    for (int rank = 0; rank < scores.length; rank++) {
      scores[rank] = ranking.get(rank).score();
    }
    return new Ranking(
        ranking.stream().mapToInt(prediction -> number(prediction.label())).toArray(), scores);
  }

  /**
   * Moves all acts into the runs of the systems.
   *
   * @param runs one run per system
   */
  void moveTo(List<EvaluatedRun> runs) {
    while (!acts.isEmpty()) {
      // one by one: the memory of an act is free before that of the next is taken
      Act act = acts.remove(acts.size() - 1);
      List<String> gold = names(act.gold());
      for (int system = 0; system < runs.size(); system++) {
        runs.get(system).add(predictions(act, system), gold);
      }
    }
  }

  private List<String> names(int[] wanted) {
    List<String> names = new ArrayList<>(wanted.length);
    for (int label : wanted) {
      names.add(labels.get(label));
    }
    return names;
  }

  private ActPredictions predictions(Act act, int system) {
    Ranking ranking = act.rankings().get(system);
    List<Prediction> predictions = new ArrayList<>(ranking.labels().length);
    for (int rank = 0; rank < ranking.labels().length; rank++) {
      predictions.add(new Prediction(labels.get(ranking.labels()[rank]), ranking.scores()[rank]));
    }
    return new ActPredictions(act.id(), predictions);
  }

  /** All labels and acts, to be sent to another node. */
  byte[] encode() {
    ByteArrayOutputStream bytesOut = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytesOut)) {
      out.writeInt(labels.size());
      for (String label : labels) {
        writeText(out, label);
      }
      out.writeInt(acts.size());
      for (Act act : acts) {
        writeText(out, act.id());
        writeNumbers(out, act.gold());
        out.writeInt(act.rankings().size());
        for (Ranking ranking : act.rankings()) {
          writeNumbers(out, ranking.labels());
          for (float score : ranking.scores()) {
            out.writeFloat(score);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytesOut.toByteArray();
  }

  /** Adds the acts of another node, made by {@link #encode}. */
  void addAll(byte[] encoded) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(encoded))) {
      int[] renumbered = new int[in.readInt()];
      for (int label = 0; label < renumbered.length; label++) {
        renumbered[label] = number(readText(in));
      }
      for (int left = in.readInt(); left > 0; left--) {
        String id = readText(in);
        int[] gold = readNumbers(in, renumbered);
        List<Ranking> rankings = new ArrayList<>();
        for (int systems = in.readInt(); systems > 0; systems--) {
          int[] ranked = readNumbers(in, renumbered);
          float[] scores = new float[ranked.length];
          for (int rank = 0; rank < scores.length; rank++) {
            scores[rank] = in.readFloat();
          }
          rankings.add(new Ranking(ranked, scores));
        }
        add(new Act(id, gold, List.copyOf(rankings)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void writeText(DataOutputStream out, String text) throws IOException {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(utf8.length);
    out.write(utf8);
  }

  private static String readText(DataInputStream in) throws IOException {
    return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
  }

  private static void writeNumbers(DataOutputStream out, int[] numbers) throws IOException {
    out.writeInt(numbers.length);
    for (int number : numbers) {
      out.writeInt(number);
    }
  }

  private static int[] readNumbers(DataInputStream in, int[] renumbered) throws IOException {
    int[] numbers = new int[in.readInt()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = renumbered[in.readInt()];
    }
    return numbers;
  }
}
