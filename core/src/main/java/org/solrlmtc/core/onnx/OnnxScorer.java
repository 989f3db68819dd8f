package org.solrlmtc.core.onnx;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.Evidence;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoringRun;
import org.solrlmtc.core.text.TokenSequence;
import org.solrlmtc.core.text.TokenSequence.Place;
import org.solrlmtc.core.text.Tokenizer;

/**
 * Scores acts by a network, in batches of acts of like length. An act without words gets no label.
 */
public final class OnnxScorer implements LabelScorer {
  /** A longer act is not worth the padding that shorter ones would need beside it. */
  private static final double MOST_PADDED = 1.25;

  /** The tables of more tokens at once, a number for each label, leave a processor's caches. */
  private static final int CPU_TOKENS = 1024;

  private final LabelSet labels;

  /** The label that each of the network's columns is for. */
  private final int[] labelOfColumn;

  private final int[] columnOfLabel;
  private final Tokenizer tokenizer;
  private final OnnxSession session;
  private final int batch;
  private final int tokensPerState;

  OnnxScorer(
      LabelSet labels, int[] labelOfColumn, Tokenizer tokenizer, OnnxSession session, int batch) {
    this.labels = labels;
    this.labelOfColumn = labelOfColumn;
    this.columnOfLabel = OutputsFile.columns(labelOfColumn, labels.size());
    this.tokenizer = tokenizer;
    this.session = session;
    this.batch = batch;
    this.tokensPerState = session.signature().tokensPerState();
  }

  @Override
  public LabelSet labels() {
    return labels;
  }

  @Override
  public String device() {
    return session.device();
  }

  @Override
  public int batch() {
    return batch;
  }

  @Override
  public List<LabelScores> score(List<LegalAct> acts) {
    return score(acts, Optional.empty());
  }

  @Override
  public boolean scoresCandidates() {
    return true;
  }

  @Override
  public List<LabelScores> score(List<LegalAct> acts, List<int[]> candidates) {
    if (candidates.size() != acts.size()) {
      throw new IllegalArgumentException(
          candidates.size() + " lists of candidates for " + acts.size() + " acts");
    }
    return score(
        acts, Optional.of(candidates.stream().map(this::columns).collect(Collectors.toList())));
  }

  /** The columns of those labels that have one. */
  private int[] columns(int[] labelIndexes) {
    return Arrays.stream(labelIndexes)
        .map(label -> columnOfLabel[label])
        .filter(column -> column >= 0)
        .toArray();
  }

  private List<LabelScores> score(List<LegalAct> acts, Optional<List<int[]>> columns) {
    long began = System.nanoTime();
    TokenSequence[] texts = acts.stream().map(tokenizer::tokenize).toArray(TokenSequence[]::new);
    ScoringRun.current().addTokenizing(System.nanoTime() - began);
    LabelScores[] scores = new LabelScores[texts.length];
    Arrays.fill(scores, LabelScores.sparse(labels, new int[0], new float[0]));
    List<Integer> byLength =
        IntStream.range(0, texts.length)
            .filter(i -> texts[i].length() > 0)
            .filter(i -> columns.isEmpty() || columns.get().get(i).length > 0)
            .boxed()
            .sorted(Comparator.comparingInt(i -> texts[i].length()))
            .collect(Collectors.toList());
    for (int from = 0; from < byLength.size(); ) {
      int to = from + 1;
      while (to < byLength.size()
          && fits(
              texts[byLength.get(from)].length(),
              texts[byLength.get(to)].length(),
              to - from + 1)) {
        to++;
      }
      score(byLength.subList(from, to), texts, columns, scores);
      from = to;
    }
    return List.of(scores);
  }

  /**
   * Whether this many acts are best computed together, by the tokens of the shortest and longest.
   */
  private boolean fits(int shortest, int longest, int acts) {
    return acts <= batch
        && longest <= shortest * MOST_PADDED
        && (!session.device().equals("cpu") || (long) longest * acts <= CPU_TOKENS);
  }

  private void score(
      List<Integer> together,
      TokenSequence[] texts,
      Optional<List<int[]>> columns,
      LabelScores[] scores) {
    List<TokenSequence> batchTexts = together.stream().map(i -> texts[i]).toList();
    List<int[]> wanted =
        columns
            .map(all -> together.stream().map(all::get).collect(Collectors.toList()))
            .orElse(List.of());
    boolean all = columns.isEmpty() || !session.takesCandidates();
    float[][] rows =
        session.run(batchTexts, all ? new int[batchTexts.size()][0] : sameLength(wanted));
    for (int i = 0; i < rows.length; i++) {
      float[] row = rows[i];
      if (columns.isEmpty()) {
        scores[together.get(i)] = LabelScores.sparse(labels, labelOfColumn, row);
        continue;
      }
      int[] own = wanted.get(i);
      float[] ownScores = new float[own.length];
      for (int j = 0; j < own.length; j++) {
        ownScores[j] = row[all ? own[j] : j];
      }
      scores[together.get(i)] =
          LabelScores.sparse(
              labels, Arrays.stream(own).map(column -> labelOfColumn[column]).toArray(), ownScores);
    }
  }

  /** How many tokens of an act the network reads. */
  public int tokenCount(LegalAct act) {
    return tokenizer.tokenize(act).length();
  }

  @Override
  public boolean explains() {
    return session.signature().attributions().isPresent();
  }

  /**
   * The tokens that a label-wise network looked at, each state of neighbouring tokens with what it
   * adds to the label's log-odds.
   */
  @Override
  public List<List<Evidence>> explain(LegalAct act, int[] wanted, int limit) {
    TokenSequence text = tokenizer.tokenize(act);
    return Arrays.stream(wanted).mapToObj(label -> explain(text, label, limit)).toList();
  }

  /**
   * What each state of the network adds to the label's log-odds, also when it speaks against the
   * label; with the label's bias they make up its score. Empty when the network cannot tell.
   */
  public float[] attributions(LegalAct act, int label) {
    return attributions(tokenizer.tokenize(act), label);
  }

  private float[] attributions(TokenSequence text, int label) {
    return columnOfLabel[label] < 0 || text.length() == 0
        ? new float[0]
        : session.attributions(text, columnOfLabel[label]);
  }

  private List<Evidence> explain(TokenSequence text, int label, int limit) {
    float[] attributions = attributions(text, label);
    List<Evidence> evidence = new ArrayList<>();
    for (int state = 0; state < attributions.length; state++) {
      int first = state * tokensPerState;
      // padding of the last states stands for no token
      if (attributions[state] > 0 && first < text.length()) {
        int end = Math.min(text.length(), first + tokensPerState);
        evidence.add(passage(text, first, end, attributions[state]));
      }
    }
    return Evidence.joined(evidence, limit);
  }

  /** From the first token to the last that stands in the same section. */
  private static Evidence passage(TokenSequence text, int from, int to, float weight) {
    Place first = text.place(from);
    int end = first.end();
    for (int token = from + 1; token < to; token++) {
      Place place = text.place(token);
      if (place.zone() == first.zone() && place.section() == first.section()) {
        end = place.end();
      }
    }
    return new Evidence(first.zone(), first.section(), first.start(), end, weight);
  }

  /** Fills shorter lists up with a column that nobody will look at. */
  private static int[][] sameLength(List<int[]> lists) {
    int longest = lists.stream().mapToInt(list -> list.length).max().orElseThrow();
    return lists.stream().map(list -> Arrays.copyOf(list, longest)).toArray(int[][]::new);
  }

  @Override
  public void close() {
    session.close();
  }
}
