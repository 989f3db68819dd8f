package org.solrlmtc.training.tune;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.score.LabelScores;

/**
 * Tunes the number of words per label. Development acts are long, and tell nothing about a text of
 * a few words; so it is tuned on copies of them that consist of some words of the title.
 */
final class ShortCopies {
  /** A short title. Of less text, people would not expect all labels of the act either. */
  private static final int WORDS = 8;

  private static final int LABELS = 50;
  private static final List<Integer> CANDIDATES = List.of(1, 2, 3, 4, 6, 8);

  private ShortCopies() {}

  /** An act with consecutive words of the title, or else of the first text, as its header. */
  static LegalAct of(LegalAct act) {
    String text =
        Stream.concat(
                Stream.of(act.title()),
                Arrays.stream(Zone.values()).flatMap(zone -> act.sections(zone).stream()))
            .filter(each -> !each.isBlank())
            .findFirst()
            .orElse("")
            .strip();
    String[] words = text.split("\\s+", -1);
    // the same words in every run
    int start =
        words.length <= WORDS
            ? 0
            : new Random(act.id().hashCode()).nextInt(words.length - WORDS + 1);
    String header =
        String.join(" ", Arrays.copyOfRange(words, start, Math.min(words.length, start + WORDS)));
    return new LegalAct(act.id(), act.type(), "", header, "", List.of(), "");
  }

  /** The scores that can matter for a text of so few words; all of them would need much memory. */
  static LabelScores best(LabelScores scores) {
    BitSet indexes = new BitSet();
    scores.top(LABELS).forEach(label -> indexes.set(label.index()));
    return scores.only(indexes);
  }

  /**
   * The rule with the number of words per label that has the best micro-F1; of equal ones the
   * largest.
   *
   * @param copies the short copies, with coverage
   */
  static DecisionRule tune(DecisionRule rule, ScoredActs copies) {
    Optional<DecisionRule> best = Optional.empty();
    double bestF1 = 0;
    for (int words : CANDIDATES) {
      DecisionRule candidate = rule.withWordsPerLabel(words);
      double f1 = copies.counts(candidate).f1();
      if (f1 >= bestF1) {
        bestF1 = f1;
        best = Optional.of(candidate);
      }
    }
    return best.orElseThrow();
  }
}
