package org.solrlmtc.core.onnx;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.CandidateScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.text.TextPipeline;

/**
 * Scores acts by a network, in batches of acts of like length. An act without words gets no label.
 */
public final class OnnxScorer implements CandidateScorer {
  private final LabelSet labels;

  /** The label that each of the network's columns is for. */
  private final int[] labelOfColumn;

  private final int[] columnOfLabel;
  private final TextPipeline pipeline;
  private final OnnxSession session;
  private final int batch;

  OnnxScorer(
      LabelSet labels, int[] labelOfColumn, TextPipeline pipeline, OnnxSession session, int batch) {
    this.labels = labels;
    this.labelOfColumn = labelOfColumn;
    this.columnOfLabel = OutputsFile.columns(labelOfColumn, labels.size());
    this.pipeline = pipeline;
    this.session = session;
    this.batch = batch;
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
    int[][] texts = acts.stream().map(act -> pipeline.encode(act).ids()).toArray(int[][]::new);
    LabelScores[] scores = new LabelScores[texts.length];
    Arrays.fill(scores, LabelScores.sparse(labels, new int[0], new float[0]));
    List<Integer> byLength =
        IntStream.range(0, texts.length)
            .filter(i -> texts[i].length > 0)
            .filter(i -> columns.isEmpty() || columns.get().get(i).length > 0)
            .boxed()
            .sorted(Comparator.comparingInt(i -> texts[i].length))
            .collect(Collectors.toList());
    for (int from = 0; from < byLength.size(); from += batch) {
      List<Integer> together = byLength.subList(from, Math.min(byLength.size(), from + batch));
      score(together, texts, columns, scores);
    }
    return List.of(scores);
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
