package org.solrlmtc.training.neural.bilm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.text.WordCharacterTokenizer;
import org.solrlmtc.core.text.WrittenWords;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.text.TokenizedActs;

/**
 * The words of training acts as they are written, in sequences. One act in a hundred is held out.
 *
 * @param forms the different written words
 * @param targets the word that is predicted for each form; rare ones share {@link #RARE}
 * @param words the predicted words, most frequent first, after those with a meaning of their own
 * @param training sequences of forms
 * @param heldOut the same of acts that are not trained on
 */
record BiLmCorpus(
    List<String> forms,
    int[] targets,
    List<String> words,
    TokenizedActs training,
    TokenizedActs heldOut) {
  static final int BEGIN = 0;
  static final int END = 1;
  static final int RARE = 2;
  private static final List<String> MARKS = List.of("<S>", "</S>", "<UNK>");

  private static final int HELD_OUT_EVERY = 100;

  /** Sequences on which perplexity is measured. */
  private static final int MAX_HELD_OUT = 200;

  /**
   * Reads the training acts.
   *
   * @param tokenizer which words are read; without it, all words
   */
  static BiLmCorpus read(
      TrainingData data,
      BiLmSettings settings,
      Optional<WordCharacterTokenizer> tokenizer,
      Progress progress)
      throws IOException {
    progress.stage("reading the training acts");
    Map<String, Integer> numbers = new HashMap<>();
    List<int[]> acts = new ArrayList<>();
    data.withTrainingActs(
        records -> {
          while (records.hasNext()) {
            int[][] act = {new int[512]};
            int[] length = {0};
            Consumer<String> reader =
                word -> {
                  if (length[0] == act[0].length) {
                    act[0] = Arrays.copyOf(act[0], 2 * length[0]);
                  }
                  act[0][length[0]++] = numbers.computeIfAbsent(word, key -> numbers.size());
                };
            LegalAct text = records.next().act();
            if (tokenizer.isPresent()) {
              tokenizer.get().forEachWord(text, settings.zones(), reader);
            } else {
              WrittenWords.forEach(text, settings.zones(), reader);
            }
            acts.add(Arrays.copyOf(act[0], length[0]));
            progress.step(acts.size());
          }
          return null;
        });
    return of(numbers, acts, settings);
  }

  private static BiLmCorpus of(
      Map<String, Integer> numbers, List<int[]> acts, BiLmSettings settings) {
    List<int[]> training = new ArrayList<>();
    List<int[]> heldOut = new ArrayList<>();
    for (int act = 0; act < acts.size(); act++) {
      boolean held = act % HELD_OUT_EVERY == HELD_OUT_EVERY - 1;
      cut(acts.get(act), settings.sequenceLength(), held ? heldOut : training);
    }
    if (heldOut.isEmpty()) {
      throw new TrainingException(
          "a biLM needs at least "
              + HELD_OUT_EVERY
              + " training acts with words in the zones "
              + settings.zones()
              + ": one in "
              + HELD_OUT_EVERY
              + " is held out");
    }
    limit(training, settings);
    int[] counts = new int[numbers.size()];
    training.forEach(sequence -> IntStream.of(sequence).forEach(form -> counts[form]++));
    String[] forms = new String[numbers.size()];
    numbers.forEach((form, number) -> forms[number] = form);
    List<Integer> frequent =
        IntStream.range(0, forms.length)
            .filter(form -> counts[form] > 1)
            .boxed()
            .sorted(
                Comparator.comparingInt((Integer form) -> -counts[form])
                    .thenComparing(form -> forms[form]))
            .limit(settings.vocabulary())
            .toList();
    int[] targets = new int[forms.length];
    Arrays.fill(targets, RARE);
    List<String> words = new ArrayList<>(MARKS);
    for (int form : frequent) {
      targets[form] = words.size();
      words.add(forms[form]);
    }
    return new BiLmCorpus(
        List.of(forms),
        targets,
        words,
        acts(forms.length, training),
        acts(forms.length, heldOut).spread(MAX_HELD_OUT));
  }

  private static void cut(int[] act, int length, List<int[]> sequences) {
    for (int from = 0; from < act.length; from += length) {
      sequences.add(Arrays.copyOfRange(act, from, Math.min(act.length, from + length)));
    }
  }

  /** A random part, if not all words are read. */
  private static void limit(List<int[]> sequences, BiLmSettings settings) {
    if (settings.maxWords() == 0) {
      return;
    }
    SplittableRandom random = new SplittableRandom(settings.seed());
    for (int i = sequences.size() - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int[] sequence = sequences.get(i);
      sequences.set(i, sequences.get(j));
      sequences.set(j, sequence);
    }
    long words = 0;
    int kept = 0;
    while (kept < sequences.size() && words < settings.maxWords()) {
      words += sequences.get(kept++).length;
    }
    sequences.subList(kept, sequences.size()).clear();
  }

  private static TokenizedActs acts(int forms, List<int[]> sequences) {
    TokenizedActs acts = new TokenizedActs(forms, 1, 0);
    sequences.forEach(sequence -> acts.add(sequence, new int[0], 0));
    return acts;
  }
}
