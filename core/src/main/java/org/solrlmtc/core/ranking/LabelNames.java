package org.solrlmtc.core.ranking;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  private final WordSpace space;

  /** The number of each word in {@link #space}. */
  private final int[] placesInSpace;

  /** Analyses the names of all labels. */
  public LabelNames(LabelSet labels, Thesaurus thesaurus) {
    this(labels, thesaurus, WordSpace.EMPTY);
  }

  /**
   * Analyses the names of all labels.
   *
   * @param space the vectors of words as {@link #words(String)} has them
   */
  public LabelNames(LabelSet labels, Thesaurus thesaurus, WordSpace space) {
    this.space = space;
    names = new int[labels.size()][][];
    List<Integer> uses = new ArrayList<>();
    Map<Integer, Integer> places = new HashMap<>();
    for (int label = 0; label < names.length; label++) {
      Concept concept = thesaurus.concept(labels.id(label)).orElseThrow();
      List<String> all = new ArrayList<>();
      all.add(concept.descriptor());
      all.addAll(concept.alternativeNames());
      TreeSet<Integer> ofLabel = new TreeSet<>();
      names[label] = new int[all.size()][];
      for (int name = 0; name < all.size(); name++) {
        names[label][name] =
            words(all.get(name)).stream().distinct().mapToInt(word -> add(word, places)).toArray();
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
    placesInSpace = new int[uses.size()];
    places.forEach((word, place) -> placesInSpace[word] = place);
    weights = new float[uses.size()];
    for (int word = 0; word < weights.length; word++) {
      weights[word] = (float) Math.log(1 + (double) names.length / uses.get(word));
    }
  }

  private int add(String word, Map<Integer, Integer> places) {
    int number = words.add(word);
    char[] chars = word.toCharArray();
    places.put(number, space.find(chars, chars.length));
    return number;
  }

  /** The words of a text, as they are compared. */
  public List<String> words(String text) {
    return analyzer.terms(text);
  }

  /** The number of different words of all names. */
  int words() {
    return weights.length;
  }

  /** Whether similar words are known. */
  boolean hasSpace() {
    return !space.isEmpty();
  }

  /** Reads an act. */
  public ActFacts facts(LegalAct act) {
    BitSet title = new BitSet(weights.length);
    BitSet titleInSpace = new BitSet();
    BitSet text = new BitSet(weights.length);
    ActReading.NORMALISED.forEachSection(
        act,
        READ,
        (zone, section, content) -> {
          analyzer.forEachTerm(
              content,
              (term, length) -> {
                if (zone == Zone.HEADER) {
                  int place = space.find(term, length);
                  if (place != TermTable.UNKNOWN) {
                    titleInSpace.set(place);
                  }
                }
                int word = words.find(term, length);
                if (word != TermTable.UNKNOWN) {
                  text.set(word);
                  if (zone == Zone.HEADER) {
                    title.set(word);
                  }
                }
              });
        });
    return new ActFacts(
        act.type(),
        act.length(),
        act.recitals().length(),
        title,
        text,
        titleInSpace.stream().toArray());
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

  /**
   * The weighted mean of each word's similarity to the most similar word of the header, for the
   * words of the descriptor.
   *
   * @param known per word its similarity, computed before or not a number
   */
  float descriptorSimilarity(int label, ActFacts act, float[] known) {
    return similarity(names[label][0], act, known);
  }

  /** The same for the label's name that has most of it. */
  float bestSimilarity(int label, ActFacts act, float[] known) {
    float best = 0;
    for (int[] name : names[label]) {
      best = Math.max(best, similarity(name, act, known));
    }
    return best;
  }

  private float similarity(int[] name, ActFacts act, float[] known) {
    float found = 0;
    float all = 0;
    for (int word : name) {
      if (Float.isNaN(known[word])) {
        known[word] = similarity(word, act);
      }
      found += weights[word] * known[word];
      all += weights[word];
    }
    return all == 0 ? 0 : found / all;
  }

  private float similarity(int word, ActFacts act) {
    if (act.titleWords().get(word)) {
      return 1;
    }
    float best = 0;
    int place = placesInSpace[word];
    if (place != TermTable.UNKNOWN) {
      for (int other : act.titleInSpace()) {
        best = Math.max(best, space.similarity(place, other));
      }
    }
    return best;
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
