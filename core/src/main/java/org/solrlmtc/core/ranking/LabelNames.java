package org.solrlmtc.core.ranking;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;
import org.solrlmtc.core.act.ActReading;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.exactmatch.PhraseAnalyzer;
import org.solrlmtc.core.exactmatch.Stemming;
import org.solrlmtc.core.exactmatch.TermTable;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Thesaurus;

/**
 * Finds the words of label names in acts. A word counts the more, the fewer labels have it in a
 * name. Immutable and thread-safe.
 */
public final class LabelNames {
  private static final ZoneSelection READ = ZoneSelection.parse("H+R/200");

  private final PhraseAnalyzer analyzer = new PhraseAnalyzer(Stemming.PLURALS);
  private final TermTable words = new TermTable();

  /** Per label and name, the descriptor first: numbers of its words. */
  private final int[][][] names;

  /** Inverse label frequency per word. */
  private final float[] weights;

  /** Analyses the names of all labels. */
  public LabelNames(LabelSet labels, Thesaurus thesaurus) {
    names = new int[labels.size()][][];
    List<Integer> uses = new ArrayList<>();
    for (int label = 0; label < names.length; label++) {
      Concept concept = thesaurus.concept(labels.id(label)).orElseThrow();
      List<String> all = new ArrayList<>();
      all.add(concept.descriptor());
      all.addAll(concept.alternativeNames());
      TreeSet<Integer> ofLabel = new TreeSet<>();
      names[label] = new int[all.size()][];
      for (int name = 0; name < all.size(); name++) {
        names[label][name] =
            analyzer.terms(all.get(name)).stream().distinct().mapToInt(words::add).toArray();
        for (int word : names[label][name]) {
          ofLabel.add(word);
        }
      }
      for (int word : ofLabel) {
        while (uses.size() <= word) {
          uses.add(0);
        }
        uses.set(word, uses.get(word) + 1);
      }
    }
    weights = new float[uses.size()];
    for (int word = 0; word < weights.length; word++) {
      weights[word] = (float) Math.log(1 + (double) names.length / uses.get(word));
    }
  }

  /** Reads an act. */
  public ActFacts facts(LegalAct act) {
    BitSet title = new BitSet(weights.length);
    BitSet text = new BitSet(weights.length);
    ActReading.NORMALISED.forEachSection(
        act,
        READ,
        (zone, section, content) -> {
          analyzer.forEachTerm(
              content,
              (term, length) -> {
                int word = words.find(term, length);
                if (word != TermTable.UNKNOWN) {
                  text.set(word);
                  if (zone == Zone.HEADER) {
                    title.set(word);
                  }
                }
              });
        });
    return new ActFacts(act.type(), act.length(), act.recitals().length(), title, text);
  }

  /** The weighted share of the descriptor's words that are in a text. */
  float descriptorShare(int label, BitSet text) {
    return share(names[label][0], text);
  }

  /** The largest weighted share of words of one of the label's names that are in a text. */
  float bestShare(int label, BitSet text) {
    float best = 0;
    for (int[] name : names[label]) {
      best = Math.max(best, share(name, text));
    }
    return best;
  }

  /** The weight of the descriptor: large for many or rare words. */
  float descriptorWeight(int label) {
    float sum = 0;
    for (int word : names[label][0]) {
      sum += weights[word];
    }
    return sum;
  }

  private float share(int[] name, BitSet text) {
    float found = 0;
    float all = 0;
    for (int word : name) {
      all += weights[word];
      if (text.get(word)) {
        found += weights[word];
      }
    }
    return all == 0 ? 0 : found / all;
  }
}
