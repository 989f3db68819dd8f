package org.solrlmtc.core.onnx;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.CandidateScorer;
import org.solrlmtc.core.score.Evidence;
import org.solrlmtc.core.score.ExplainingScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ReadingScorer;
import org.solrlmtc.core.score.ScoringRun;
import org.solrlmtc.core.text.TextPipeline;
import org.solrlmtc.core.text.TokenSequence;
import org.solrlmtc.core.text.TokenSequence.Place;

/**
 * Scores acts by a network, in batches of acts of like length. An act without words gets no label.
 */
public final class OnnxScorer implements CandidateScorer, ExplainingScorer, ReadingScorer {
  /** A longer act is not worth the padding that shorter ones would need beside it. */
  private static final double MOST_PADDED = 1.25;

  /** The tables of more words at once, a number for each label, leave a processor's caches. */
  private static final int CPU_WORDS = 1024;

  private final LabelSet labels;

  /** The label that each of the network's columns is for. */
  private final int[] labelOfColumn;

  private final int[] columnOfLabel;
  private final TextPipeline pipeline;
  private final OnnxSession session;
  private final int batch;
  private final int wordsPerToken;

  OnnxScorer(
      LabelSet labels, int[] labelOfColumn, TextPipeline pipeline, OnnxSession session, int batch) {
    this.labels = labels;
    this.labelOfColumn = labelOfColumn;
    this.columnOfLabel = OutputsFile.columns(labelOfColumn, labels.size());
    this.pipeline = pipeline;
    this.session = session;
    this.batch = batch;
    this.wordsPerToken = session.wordsPerToken();
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
    int[][] texts = acts.stream().map(act -> pipeline.encode(act).ids()).toArray(int[][]::new);
    ScoringRun.current().addTokenizing(System.nanoTime() - began);
    LabelScores[] scores = new LabelScores[texts.length];
    Arrays.fill(scores, LabelScores.sparse(labels, new int[0], new float[0]));
    List<Integer> byLength =
        IntStream.range(0, texts.length)
            .filter(i -> texts[i].length > 0)
            .filter(i -> columns.isEmpty() || columns.get().get(i).length > 0)
            .boxed()
            .sorted(Comparator.comparingInt(i -> texts[i].length))
            .collect(Collectors.toList());
    for (int from = 0; from < byLength.size(); ) {
      int to = from + 1;
      while (to < byLength.size()
          && fits(
              texts[byLength.get(from)].length, texts[byLength.get(to)].length, to - from + 1)) {
        to++;
      }
      score(byLength.subList(from, to), texts, columns, scores);
      from = to;
    }
    return List.of(scores);
  }

  /** Whether so many acts are best computed together, by the words of the shortest and longest. */
  private boolean fits(int shortest, int longest, int acts) {
    return acts <= batch
        && longest <= shortest * MOST_PADDED
        && (!session.device().equals("cpu") || (long) longest * acts <= CPU_WORDS);
  }

  private void score(
      List<Integer> together, int[][] texts, Optional<List<int[]>> columns, LabelScores[] scores) {
    int[][] batchTexts = together.stream().map(i -> texts[i]).toArray(int[][]::new);
    List<int[]> wanted =
        columns
            .map(all -> together.stream().map(all::get).collect(Collectors.toList()))
            .orElse(List.of());
    boolean all = columns.isEmpty() || !session.takesCandidates();
    float[][] rows =
        session.run(batchTexts, all ? new int[batchTexts.length][0] : sameLength(wanted));
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

  @Override
  public int read(LegalAct act) {
    return pipeline.encode(act).ids().length;
  }

  /**
   * A batch as the network is given it, to measure what ONNX Runtime alone needs for it; acts
   * without words are left out.
   *
   * @param candidates of each act; empty for all labels
   */
  public Optional<PreparedBatch> prepare(List<LegalAct> acts, Optional<List<int[]>> candidates) {
    List<int[]> texts = new ArrayList<>();
    List<int[]> columns = new ArrayList<>();
    for (int i = 0; i < acts.size(); i++) {
      int[] ids = pipeline.encode(acts.get(i)).ids();
      if (ids.length > 0) {
        texts.add(ids);
        columns.add(candidates.isEmpty() ? new int[0] : columns(candidates.orElseThrow().get(i)));
      }
    }
    return texts.isEmpty()
        ? Optional.empty()
        : Optional.of(session.prepare(texts.toArray(int[][]::new), sameLength(columns)));
  }

  /**
   * The words that a label-wise network looked at, each group of them with what it adds to the
   * label's log-odds. Other networks cannot tell.
   */
  @Override
  public List<List<Evidence>> explain(LegalAct act, int[] wanted, int limit) {
    TokenSequence text = pipeline.encode(act);
    return Arrays.stream(wanted).mapToObj(label -> explain(text, label, limit)).toList();
  }

  /**
   * What each token of the network adds to the label's log-odds, also when it speaks against the
   * label; with the label's bias they make up its score. Empty when the network cannot tell.
   */
  public float[] shares(LegalAct act, int label) {
    return shares(pipeline.encode(act), label);
  }

  private float[] shares(TokenSequence text, int label) {
    return columnOfLabel[label] < 0 || text.ids().length == 0
        ? new float[0]
        : session.evidence(text.ids(), columnOfLabel[label]);
  }

  private List<Evidence> explain(TokenSequence text, int label, int limit) {
    float[] shares = shares(text, label);
    List<Evidence> evidence = new ArrayList<>();
    for (int token = 0; token < shares.length; token++) {
      if (shares[token] > 0) {
        List<Place> words =
            text.places()
                .subList(
                    token * wordsPerToken,
                    Math.min(text.places().size(), (token + 1) * wordsPerToken));
        evidence.add(passage(words, shares[token]));
      }
    }
    return Evidence.joined(evidence, limit);
  }

  /** From the first word to the last that stands in the same section. */
  private static Evidence passage(List<Place> words, float weight) {
    Place first = words.get(0);
    int end = first.end();
    for (Place word : words) {
      if (word.zone() == first.zone() && word.section() == first.section()) {
        end = word.end();
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
