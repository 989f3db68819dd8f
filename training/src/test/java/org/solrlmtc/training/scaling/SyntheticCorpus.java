package org.solrlmtc.training.scaling;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * A corpus with any number of labels, to measure how methods scale: frequencies follow a power law,
 * and labels are the leaves of a tree. A text has words of its labels, of the nodes above them and
 * of all texts. The same arguments give the same files. It needs no class of the project, so that
 * Java runs the file alone:
 *
 * <pre>
 * java training/src/test/java/org/solrlmtc/training/scaling/SyntheticCorpus.java DIR LABELS ACTS
 * </pre>
 */
public final class SyntheticCorpus {
  /** Children of a node. */
  private static final int BRANCHING = 10;

  /** Exponent of the power law. */
  private static final double EXPONENT = 0.8;

  private static final int LABELS_PER_ACT = 5;
  private static final int WORDS = 60;
  private static final int WORDS_PER_NODE = 4;
  private static final int COMMON_WORDS = 2_000;
  private static final int DEV_ACTS = 1_000;
  private static final long SEED = 1;

  private final int labels;
  private final double[] cumulative;

  private SyntheticCorpus(int labels) {
    this.labels = labels;
    this.cumulative = new double[labels];
    double sum = 0;
    for (int rank = 0; rank < labels; rank++) {
      sum += Math.pow(rank + 1, -EXPONENT);
      cumulative[rank] = sum;
    }
  }

  /** Writes train.jsonl, dev.jsonl and the vocabulary subjects.tsv. */
  public static void main(String[] args) throws IOException {
    if (args.length != 3) {
      throw new IllegalArgumentException("arguments: DIR LABELS ACTS");
    }
    write(Path.of(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]));
  }

  static void write(Path folder, int labels, int acts) throws IOException {
    Files.createDirectories(folder);
    SyntheticCorpus corpus = new SyntheticCorpus(labels);
    corpus.writeVocabulary(folder.resolve("subjects.tsv"));
    corpus.writeActs(folder.resolve("train.jsonl"), "t", acts, new SplittableRandom(SEED));
    corpus.writeActs(folder.resolve("dev.jsonl"), "d", DEV_ACTS, new SplittableRandom(SEED + 1));
  }

  private void writeVocabulary(Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int label = 0; label < labels; label++) {
        out.write(
            String.format(
                Locale.ROOT,
                "<https://example.org/l%d>\t%s %s%n",
                label,
                word(label / BRANCHING, 1, 0),
                word(label, 0, 0)));
      }
    }
  }

  private void writeActs(Path file, String id, int acts, SplittableRandom random)
      throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int act = 0; act < acts; act++) {
        TreeSet<Integer> own = new TreeSet<>();
        while (own.size() < Math.min(LABELS_PER_ACT, labels)) {
          own.add(label(random));
        }
        List<String> subjects = new ArrayList<>();
        own.forEach(label -> subjects.add("{\"uri\": \"https://example.org/l" + label + "\"}"));
        out.write(
            String.format(
                Locale.ROOT,
                "{\"document_id\": \"%s%d\", \"text\": \"%s\", \"subjects\": [%s]}%n",
                id,
                act,
                text(List.copyOf(own), random),
                String.join(", ", subjects)));
      }
    }
  }

  /** A label by the power law; neighbours in the tree have unlike frequencies. */
  private int label(SplittableRandom random) {
    double at = random.nextDouble() * cumulative[labels - 1];
    int low = 0;
    int high = labels - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (cumulative[middle] < at) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    // a multiplication with a number that has no divisor in common with the labels
    return (int) (low * 1_000_003L % labels);
  }

  private static String text(List<Integer> own, SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int word = 0; word < WORDS; word++) {
      int label = own.get(random.nextInt(own.size()));
      int level = random.nextInt(5);
      text.append(word == 0 ? "" : " ");
      if (level > 2) {
        text.append("c").append(random.nextInt(COMMON_WORDS));
      } else {
        int node = label;
        for (int up = 0; up < level; up++) {
          node /= BRANCHING;
        }
        text.append(word(node, level, random.nextInt(WORDS_PER_NODE)));
      }
    }
    return text.toString();
  }

  /** Letters alone: readings mask digits. */
  private static String word(int node, int level, int number) {
    StringBuilder word =
        new StringBuilder().append((char) ('p' + level)).append((char) ('a' + number));
    for (int rest = node; rest > 0; rest /= 20) {
      word.append((char) ('a' + rest % 20));
    }
    return word.toString();
  }
}
