package org.solrlmtc.core.exactmatch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.core.score.Evidence;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoringException;
import org.solrlmtc.core.score.ScoringRun;
import org.solrlmtc.core.thesaurus.Thesaurus;

/**
 * The paper's first method: a label is found if its descriptor occurs verbatim in the text. The
 * paper does not rank the labels found; here they are ranked by
 *
 * <pre>
 * strength = (1 + ln count) x idf x (1 + 3 [in the header] + [in the recitals])
 *            x 0.3 if only part of a longer name found in the act
 *            x 0.7 if an alternative name
 * score    = 0.5 + 0.5 x strength / (strength + 20)
 * </pre>
 *
 * where idf = ln((N + 1) / (n + 1)) over the training acts ({@link PhraseFrequencies}), or 1 if
 * none were counted. So every label found scores at least 0.5, and the paper's rule "score above
 * 0.5" assigns exactly these; the factors were chosen on the development acts. The strength of a
 * label is that of its strongest name.
 */
public final class ExactMatchScorer implements LabelScorer {
  private static final double HEADER_BONUS = 3;
  private static final double RECITALS_BONUS = 1;
  private static final double PART_OF_LONGER = 0.3;
  private static final double ALTERNATIVE_NAME = 0.7;
  private static final double HALF_STRENGTH = 20;

  private final LabelSet labels;
  private final ExactMatchSettings settings;
  private final PhraseAnalyzer analyzer;
  private final PhraseDictionary dictionary;
  private final PhraseMatcher matcher;
  private final double[] weights;

  ExactMatchScorer(
      LabelSet labels,
      Thesaurus thesaurus,
      ExactMatchSettings settings,
      PhraseFrequencies frequencies) {
    this.labels = labels;
    this.settings = settings;
    this.analyzer = new PhraseAnalyzer(settings.stemming());
    this.dictionary = new PhraseDictionary(labels, thesaurus, settings, analyzer);
    this.matcher = new PhraseMatcher(dictionary.phrases());
    this.weights = dictionary.phrases().stream().mapToDouble(frequencies::weight).toArray();
  }

  @Override
  public LabelSet labels() {
    return labels;
  }

  @Override
  public List<LabelScores> score(List<LegalAct> acts) {
    List<LabelScores> scores = new ArrayList<>(acts.size());
    for (LegalAct act : acts) {
      scores.add(scoresOf(hits(act)));
    }
    return scores;
  }

  /** The number of words of an act that are searched. */
  public int wordCount(LegalAct act) {
    try {
      return Math.toIntExact(index(act).words());
    } catch (IOException e) {
      throw new ScoringException("Exact Match failed on act " + act.id(), e);
    }
  }

  List<PhraseHit> hits(LegalAct act) {
    long start = System.nanoTime();
    ActIndex index = index(act);
    ScoringRun.current().addTokenization(System.nanoTime() - start);
    try {
      return matcher.match(index);
    } catch (IOException e) {
      throw new ScoringException("Exact Match failed on act " + act.id(), e);
    }
  }

  ActIndex index(LegalAct act) {
    return new ActIndex(act, settings.zones(), analyzer);
  }

  List<Phrase> phrases() {
    return dictionary.phrases();
  }

  @Override
  public boolean explains() {
    return true;
  }

  /**
   * The names found, weighted by their strength: first all occurrences of the name that determines
   * the score, then the other names of the label. A name that overlaps a stronger one of the same
   * label is omitted.
   */
  @Override
  public List<List<Evidence>> explain(LegalAct act, int[] wanted, int limit) {
    Map<Integer, List<Evidence>> places = new HashMap<>();
    for (int label : wanted) {
      places.put(label, new ArrayList<>());
    }
    Map<Integer, Double> strengths = strengths(hits(act));
    strengths.keySet().removeIf(phrase -> !places.containsKey(phrases().get(phrase).label()));
    PhrasePlaces names = new PhrasePlaces(phrases(), strengths.keySet(), analyzer);
    settings
        .zones()
        .forEachSection(
            act,
            (zone, section, text) ->
                names.forEach(
                    text,
                    (phrase, start, end) ->
                        places
                            .get(phrases().get(phrase).label())
                            .add(
                                new Evidence(
                                    zone,
                                    section,
                                    start,
                                    end,
                                    strengths.get(phrase).floatValue()))));
    return IntStream.of(wanted).mapToObj(label -> strongest(places.get(label), limit)).toList();
  }

  private static List<Evidence> strongest(List<Evidence> places, int limit) {
    List<Evidence> kept = new ArrayList<>();
    for (Evidence place : places.stream().sorted().toList()) {
      if (kept.size() == limit) {
        break;
      }
      if (kept.stream().noneMatch(place::overlaps)) {
        kept.add(place);
      }
    }
    return List.copyOf(kept);
  }

  private LabelScores scoresOf(List<PhraseHit> hits) {
    Map<Integer, Double> ofLabels = new HashMap<>();
    strengths(hits)
        .forEach(
            (phrase, strength) ->
                ofLabels.merge(phrases().get(phrase).label(), strength, Math::max));
    int[] indexes = new int[ofLabels.size()];
    float[] scores = new float[ofLabels.size()];
    int next = 0;
    for (Map.Entry<Integer, Double> entry : ofLabels.entrySet()) {
      indexes[next] = entry.getKey();
      scores[next++] = (float) (0.5 + 0.5 * entry.getValue() / (entry.getValue() + HALF_STRENGTH));
    }
    return LabelScores.sparse(labels, indexes, scores);
  }

  /** The strength of every phrase found. */
  @SuppressWarnings("EnumOrdinal") // an array by zone: this is the inner loop
  private Map<Integer, Double> strengths(List<PhraseHit> hits) {
    Map<Integer, int[]> countsByPhrase = new HashMap<>();
    BitSet found = new BitSet(phrases().size());
    for (PhraseHit hit : hits) {
      found.set(hit.phrase());
      countsByPhrase
              .computeIfAbsent(hit.phrase(), key -> new int[Zone.values().length])[
              hit.zone().ordinal()] +=
          hit.count();
    }
    Map<Integer, Double> strengths = new HashMap<>();
    countsByPhrase.forEach(
        (phrase, counts) -> strengths.put(phrase, strength(phrase, counts, found)));
    return strengths;
  }

  @SuppressWarnings("EnumOrdinal")
  private double strength(int phrase, int[] counts, BitSet found) {
    int count = 0;
    for (int zoneCount : counts) {
      count += zoneCount;
    }
    double strength = (1 + Math.log(count)) * weights[phrase];
    strength *=
        1
            + (counts[Zone.HEADER.ordinal()] > 0 ? HEADER_BONUS : 0)
            + (counts[Zone.RECITALS.ordinal()] > 0 ? RECITALS_BONUS : 0);
    for (int longer : dictionary.longerThan(phrase)) {
      if (found.get(longer)) {
        strength *= PART_OF_LONGER;
        break;
      }
    }
    return phrases().get(phrase).alternative() ? strength * ALTERNATIVE_NAME : strength;
  }

  @Override
  public void close() {
    analyzer.close();
  }
}
