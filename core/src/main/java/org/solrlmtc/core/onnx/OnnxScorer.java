package org.solrlmtc.core.onnx;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.Coverage;
import org.solrlmtc.core.score.Evidence;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoringException;
import org.solrlmtc.core.score.ScoringRun;
import org.solrlmtc.core.text.TokenSequence;
import org.solrlmtc.core.text.TokenSequence.Place;
import org.solrlmtc.core.text.Tokenizer;

/**
 * Scores acts with a network, in batches of acts of similar length. An act without tokens gets no
 * label.
 */
public final class OnnxScorer implements LabelScorer {
  /** Longest to shortest act of a batch: more would cost too much padding. */
  private static final double MAX_LENGTH_RATIO = 1.25;

  /** Maximum tokens per batch: with more, the attention over all labels exceeds a CPU's caches. */
  private static final int MAX_CPU_TOKENS = 1024;

  private final LabelSet labels;

  /** The label of each output column. */
  private final int[] labelOfColumn;

  private final int[] columnOfLabel;
  private final Tokenizer tokenizer;
  private final OnnxSession session;
  private final int batchSize;
  private final int tokensPerState;

  OnnxScorer(
      LabelSet labels,
      int[] labelOfColumn,
      Tokenizer tokenizer,
      OnnxSession session,
      int batchSize) {
    this.labels = labels;
    this.labelOfColumn = labelOfColumn;
    this.columnOfLabel = OutputsFile.columns(labelOfColumn, labels.size());
    this.tokenizer = tokenizer;
    this.session = session;
    this.batchSize = batchSize;
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
  public int batchSize() {
    return batchSize;
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

  /** The output columns of labels; labels without a column are omitted. */
  private int[] columns(int[] labelIndexes) {
    return Arrays.stream(labelIndexes)
        .map(label -> columnOfLabel[label])
        .filter(column -> column >= 0)
        .toArray();
  }

  private List<LabelScores> score(List<LegalAct> acts, Optional<List<int[]>> columns) {
    long start = System.nanoTime();
    TokenSequence[] texts = acts.stream().map(this::tokenize).toArray(TokenSequence[]::new);
    ScoringRun.current().addTokenization(System.nanoTime() - start);
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
    for (int i = 0; i < scores.length; i++) {
      scores[i] = scores[i].withCoverage(coverage(texts[i]));
    }
    return List.of(scores);
  }

  /** Empty if a token has several ids: characters are always known. */
  private Optional<Coverage> coverage(TokenSequence text) {
    if (text.idsPerToken() != 1) {
      return Optional.empty();
    }
    int words = 0;
    int unknown = 0;
    for (int token = 0; token < text.length(); token++) {
      words += text.hasText(token) ? 1 : 0;
      unknown += text.ids()[token] == tokenizer.outOfVocabularyId() ? 1 : 0;
    }
    return Optional.of(new Coverage(words + text.skipped(), words - unknown));
  }

  /** The network's memory was checked for the tokenizer's limits: no text may exceed them. */
  private TokenSequence tokenize(LegalAct act) {
    TokenSequence text = tokenizer.tokenize(act);
    if (text.length() > tokenizer.maxSequenceLength()) {
      throw new ScoringException(
          "the tokenizer '"
              + tokenizer.type()
              + "' returned "
              + text.length()
              + " tokens, more than its maximum sequence length of "
              + tokenizer.maxSequenceLength());
    }
    if (text.sectionLengths().length > tokenizer.maxSections()) {
      throw new ScoringException(
          "the tokenizer '"
              + tokenizer.type()
              + "' returned "
              + text.sectionLengths().length
              + " sections, more than its maximum of "
              + tokenizer.maxSections());
    }
    return text;
  }

  /** The maximum number of tokens per text in a batch of several. */
  static int maxTokens(String device, int batchSize, int sequenceLength) {
    return device.equals("cpu")
        ? Math.max(1, Math.min(sequenceLength, MAX_CPU_TOKENS / batchSize))
        : sequenceLength;
  }

  /**
   * Whether the acts go into one batch, given the number of tokens of the shortest and the longest.
   */
  private boolean fits(int shortest, int longest, int acts) {
    return acts <= batchSize
        && longest <= shortest * MAX_LENGTH_RATIO
        && longest <= maxTokens(session.device(), acts, longest);
  }

  private void score(
      List<Integer> batchActs,
      TokenSequence[] texts,
      Optional<List<int[]>> columns,
      LabelScores[] scores) {
    List<TokenSequence> batchTexts = batchActs.stream().map(i -> texts[i]).toList();
    List<int[]> wanted =
        columns
            .map(all -> batchActs.stream().map(all::get).collect(Collectors.toList()))
            .orElse(List.of());
    boolean all = columns.isEmpty() || !session.takesCandidates();
    float[][] rows =
        session.run(batchTexts, all ? new int[batchTexts.size()][0] : sameLength(wanted));
    for (int i = 0; i < rows.length; i++) {
      float[] row = rows[i];
      if (columns.isEmpty()) {
        scores[batchActs.get(i)] = LabelScores.sparse(labels, labelOfColumn, row);
        continue;
      }
      int[] own = wanted.get(i);
      float[] ownScores = new float[own.length];
      for (int j = 0; j < own.length; j++) {
        ownScores[j] = row[all ? own[j] : j];
      }
      scores[batchActs.get(i)] =
          LabelScores.sparse(
              labels, Arrays.stream(own).map(column -> labelOfColumn[column]).toArray(), ownScores);
    }
  }

  /** The number of tokens of an act that the network reads. */
  public int tokenCount(LegalAct act) {
    return tokenize(act).length();
  }

  @Override
  public boolean explains() {
    return session.signature().attributions().isPresent();
  }

  /**
   * The tokens that contribute most to each label. A state of neighbouring tokens is weighted by
   * its attribution: what it adds to the label's log-odds.
   */
  @Override
  public List<List<Evidence>> explain(LegalAct act, int[] wanted, int limit) {
    TokenSequence text = tokenize(act);
    return Arrays.stream(wanted).mapToObj(label -> explain(text, label, limit)).toList();
  }

  /**
   * What each state of the network adds to the label's log-odds, positive or negative; with the
   * label's bias they sum up to its log-odds. Empty if the network has no attributions.
   */
  public float[] attributions(LegalAct act, int label) {
    return attributions(tokenize(act), label);
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
      // the padding of the last states has no tokens
      if (attributions[state] > 0 && first < text.length()) {
        int end = Math.min(text.length(), first + tokensPerState);
        Evidence passage = passage(text, first, end, attributions[state]);
        if (passage.start() < passage.end()) {
          evidence.add(passage);
        }
      }
    }
    return Evidence.mergeOverlapping(evidence, limit);
  }

  /** From the first token to the last one in the same section. */
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

  /** Pads shorter lists with column 0, whose scores are ignored. */
  private static int[][] sameLength(List<int[]> lists) {
    int longest = lists.stream().mapToInt(list -> list.length).max().orElseThrow();
    return lists.stream().map(list -> Arrays.copyOf(list, longest)).toArray(int[][]::new);
  }

  @Override
  public void close() {
    session.close();
  }
}
