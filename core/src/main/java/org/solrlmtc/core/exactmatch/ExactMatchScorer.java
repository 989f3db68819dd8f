package org.solrlmtc.core.exactmatch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.score.Evidence;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
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
  private final PhraseTrie trie;
  private final double[] weights;

  /** Idle workspaces; never more than the maximum number of threads that scored at once. */
  private final Queue<Workspace> workspaces = new ConcurrentLinkedQueue<>();

  ExactMatchScorer(
      LabelSet labels,
      Thesaurus thesaurus,
      ExactMatchSettings settings,
      PhraseFrequencies frequencies) {
    this.labels = labels;
    this.settings = settings;
    this.analyzer = new PhraseAnalyzer(settings.stemming());
    this.dictionary = new PhraseDictionary(labels, thesaurus, settings, analyzer);
    this.trie = new PhraseTrie(dictionary.phrases());
    this.weights = dictionary.phrases().stream().mapToDouble(frequencies::weight).toArray();
  }

  /** The buffers of one thread. */
  private static final class Workspace {
    /** Below every strength. */
    static final double NOT_FOUND = -1;

    final PhraseCounts counts;

    /** The strength of each label; {@link #NOT_FOUND} between acts. */
    final double[] strengths;

    /** The labels found, in the order of their first occurrence. */
    int[] found = new int[64];

    int size;

    Workspace(PhraseTrie trie, int labels) {
      counts = new PhraseCounts(trie);
      strengths = new double[labels];
      Arrays.fill(strengths, NOT_FOUND);
    }

    void strengthen(int label, double strength) {
      if (strengths[label] == NOT_FOUND) {
        if (size == found.length) {
          found = Arrays.copyOf(found, 2 * size);
        }
        found[size++] = label;
      }
      strengths[label] = Math.max(strengths[label], strength);
    }
  }

  @Override
  public LabelSet labels() {
    return labels;
  }

  @Override
  public List<LabelScores> score(List<LegalAct> acts) {
    Workspace workspace = acquire();
    List<LabelScores> scores = new ArrayList<>(acts.size());
    for (LegalAct act : acts) {
      count(act, workspace);
      scores.add(scoresOf(workspace));
    }
    workspaces.add(workspace);
    return scores;
  }

  private Workspace acquire() {
    Workspace workspace = workspaces.poll();
    return workspace == null ? new Workspace(trie, labels.size()) : workspace;
  }

  private void count(LegalAct act, Workspace workspace) {
    long start = System.nanoTime();
    workspace.counts.words.read(act, settings.zones(), analyzer, trie.words());
    ScoringRun.current().addTokenization(System.nanoTime() - start);
    workspace.counts.count();
  }

  /** The number of words of an act that are searched. */
  public int wordCount(LegalAct act) {
    ActWords words = new ActWords();
    words.read(act, settings.zones(), analyzer, trie.words());
    return words.words();
  }

  /** All names found, zone by zone. */
  List<PhraseHit> hits(LegalAct act) {
    Workspace workspace = acquire();
    count(act, workspace);
    PhraseCounts counts = workspace.counts;
    List<PhraseHit> hits = new ArrayList<>();
    for (Zone zone : Zone.values()) {
      for (int i = 0; i < counts.size(); i++) {
        int count = counts.count(counts.sequence(i), zone);
        for (int phrase : trie.phrases(counts.sequence(i))) {
          if (count > 0) {
            hits.add(new PhraseHit(phrase, zone, count));
          }
        }
      }
    }
    workspaces.add(workspace);
    return hits;
  }

  ZoneSelection zones() {
    return settings.zones();
  }

  PhraseAnalyzer analyzer() {
    return analyzer;
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
    Map<Integer, Double> strengths = strengths(act);
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

  private LabelScores scoresOf(Workspace workspace) {
    PhraseCounts counts = workspace.counts;
    for (int i = 0; i < counts.size(); i++) {
      for (int phrase : trie.phrases(counts.sequence(i))) {
        workspace.strengthen(phrases().get(phrase).label(), strength(phrase, counts));
      }
    }
    int[] indexes = Arrays.copyOf(workspace.found, workspace.size);
    float[] scores = new float[indexes.length];
    for (int i = 0; i < scores.length; i++) {
      double strength = workspace.strengths[indexes[i]];
      scores[i] = (float) (0.5 + 0.5 * strength / (strength + HALF_STRENGTH));
      workspace.strengths[indexes[i]] = Workspace.NOT_FOUND;
    }
    workspace.size = 0;
    return LabelScores.sparse(labels, indexes, scores);
  }

  /** The strength of every phrase found. */
  private Map<Integer, Double> strengths(LegalAct act) {
    Workspace workspace = acquire();
    count(act, workspace);
    PhraseCounts counts = workspace.counts;
    Map<Integer, Double> strengths = new HashMap<>();
    for (int i = 0; i < counts.size(); i++) {
      for (int phrase : trie.phrases(counts.sequence(i))) {
        strengths.put(phrase, strength(phrase, counts));
      }
    }
    workspaces.add(workspace);
    return strengths;
  }

  private double strength(int phrase, PhraseCounts counts) {
    int sequence = trie.sequence(phrase);
    double strength = (1 + Math.log(counts.total(sequence))) * weights[phrase];
    strength *=
        1
            + (counts.count(sequence, Zone.HEADER) > 0 ? HEADER_BONUS : 0)
            + (counts.count(sequence, Zone.RECITALS) > 0 ? RECITALS_BONUS : 0);
    for (int longer : dictionary.longerThan(phrase)) {
      if (counts.isFound(trie.sequence(longer))) {
        strength *= PART_OF_LONGER;
        break;
      }
    }
    return phrases().get(phrase).alternative() ? strength * ALTERNATIVE_NAME : strength;
  }

  @Override
  public void close() {
    workspaces.clear();
    analyzer.close();
  }
}
