package org.solrlmtc.training.neural.layer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.core.settings.SettingChecks;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.GraphValues.EncodedStates;
import org.solrlmtc.training.neural.graph.GraphValues.TokenVectors;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.gru.GruPair;
import org.solrlmtc.training.neural.gru.GruWeights;
import org.solrlmtc.training.neural.gru.Sequences;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;

/**
 * A hierarchy of words and sections (HAN): a BiGRU reads the words of each section, an attention
 * with a context vector makes one vector of them, and a second BiGRU reads the sections of the act.
 * A state is that of a section. A section that is longer than a maximum is divided.
 *
 * @param hiddenSize hidden size per direction of the BiGRU over words
 * @param sectionHiddenSize hidden size per direction of the BiGRU over sections
 * @param contextDimension dimension of the context vector of the attention over words
 * @param maxSectionLength maximum number of tokens per section
 */
public record Hierarchical(
    int hiddenSize, int sectionHiddenSize, int contextDimension, int maxSectionLength)
    implements Encoder {
  public static final String TYPE = "hierarchical";

  private static final String WORDS = "words";
  private static final String SECTIONS = "sections";

  public Hierarchical {
    SettingChecks.atLeast("hiddenSize", hiddenSize, 1);
    SettingChecks.atLeast("sectionHiddenSize", sectionHiddenSize, 1);
    SettingChecks.atLeast("contextDimension", contextDimension, 1);
    SettingChecks.atLeast("maxSectionLength", maxSectionLength, 1);
  }

  static Hierarchical read(Settings section) {
    int hiddenSize = SettingChecks.atLeast("hiddenSize", section.integer("hiddenSize", 300), 1);
    return new Hierarchical(
        hiddenSize,
        section.integer("sectionHiddenSize", hiddenSize),
        section.integer("contextDimension", 2 * hiddenSize),
        section.integer("maxSectionLength", 64));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("hiddenSize", hiddenSize);
    settings.put("sectionHiddenSize", sectionHiddenSize);
    settings.put("contextDimension", contextDimension);
    settings.put("maxSectionLength", maxSectionLength);
    return settings;
  }

  @Override
  public Layer layer(Torch device, int inputSize) {
    return new Trainable(device, inputSize, this);
  }

  @Override
  public Weights weights(TrainedTensors tensors) {
    return new Weights(
        GruWeights.read(tensors.scope(WORDS)),
        (AttentionEnergy.Context) AttentionEnergy.read(tensors.scope(WORDS), contextDimension),
        GruWeights.read(tensors.scope(SECTIONS)),
        maxSectionLength);
  }

  /**
   * Divides the tokens of an act into sections that are not empty and not too long. Tokens after
   * the last section are one more.
   *
   * @param lengths number of tokens per section
   */
  static int[] divide(int[] lengths, int tokens, int maxSectionLength) {
    int[] divided = new int[tokens];
    int count = 0;
    int left = tokens;
    for (int section = 0; section <= lengths.length; section++) {
      int length = section == lengths.length ? left : Math.max(0, Math.min(lengths[section], left));
      left -= length;
      while (length > 0) {
        divided[count] = Math.min(length, maxSectionLength);
        length -= divided[count++];
      }
    }
    return Arrays.copyOf(divided, count);
  }

  private static final class Trainable implements Layer {
    private final int maxSectionLength;
    private final GruPair words;
    private final AttentionPooling attention;
    private final GruPair sections;

    Trainable(Torch device, int inputSize, Hierarchical spec) {
      maxSectionLength = spec.maxSectionLength;
      words = new GruPair(device, "encoder.words", inputSize, spec.hiddenSize);
      attention =
          new AttentionPooling(device, "encoder.words", words.outputSize(), spec.contextDimension);
      sections =
          new GruPair(device, "encoder.sections", words.outputSize(), spec.sectionHiddenSize);
    }

    @Override
    public int outputSize() {
      return sections.outputSize();
    }

    @Override
    public EncodedBatch forward(Batch batch, Tensor vectors) {
      int[] counts = new int[batch.size()];
      int[] rows = new int[Arrays.stream(batch.lengths()).sum()];
      int[] lengths = new int[rows.length];
      int sectionCount = 0;
      int tokens = 0;
      for (int act = 0; act < counts.length; act++) {
        int length = batch.lengths()[act];
        System.arraycopy(batch.rows(), act * batch.tokens(), rows, tokens, length);
        tokens += length;
        int[] divided = divide(batch.sectionLengths()[act], length, maxSectionLength);
        System.arraycopy(divided, 0, lengths, sectionCount, divided.length);
        sectionCount += divided.length;
        counts[act] = divided.length;
      }
      Sequences read =
          Sequences.consecutive(Arrays.copyOf(lengths, sectionCount), rows, batch.rowCount());
      Tensor ofSections = attention.forward(read, words.forward(read, vectors));
      Sequences ofActs = Sequences.consecutive(counts).padded();
      return new EncodedBatch(sections.forward(ofActs, ofSections), ofActs.longest(), counts);
    }

    @Override
    public Tensor backward(Tensor gradient) {
      return words.backward(attention.backward(sections.backward(gradient)));
    }

    @Override
    public List<Parameter> parameters() {
      List<Parameter> parameters = new ArrayList<>(words.parameters());
      parameters.addAll(attention.parameters());
      parameters.addAll(sections.parameters());
      return parameters;
    }

    @Override
    public Weights weights() {
      return new Weights(
          words.weights(),
          (AttentionEnergy.Context) attention.weights(),
          sections.weights(),
          maxSectionLength);
    }
  }

  /**
   * A trained encoder.
   *
   * @param words reads the words of a section
   * @param attention over the words of a section
   * @param sections reads the sections of an act
   */
  public record Weights(
      GruWeights words,
      AttentionEnergy.Context attention,
      GruWeights sections,
      int maxSectionLength)
      implements Encoder.Weights {
    public Weights {
      if (attention.inputSize() != words.outputSize()
          || sections.inputSize() != words.outputSize()
          || maxSectionLength < 1) {
        throw new IllegalArgumentException("the parts of the hierarchical encoder differ in size");
      }
    }

    @Override
    public Hierarchical spec() {
      return new Hierarchical(
          words.hiddenSize(),
          sections.hiddenSize(),
          attention.contextDimension(),
          maxSectionLength);
    }

    @Override
    public int inputSize() {
      return words.inputSize();
    }

    @Override
    public int outputSize() {
      return sections.outputSize();
    }

    @Override
    public EncodedStates export(ExportContext context, TokenVectors tokens) {
      SectionGraph layout = new SectionGraph(context, tokens, maxSectionLength);
      ExportContext ofWords = context.scope(WORDS);
      String states =
          words.export(ofWords.graph(), layout.sectionVectors(words.inputSize()), layout.lengths());
      String pooled =
          layout.pool(states, attention.export(ofWords.graph(), states), words.outputSize());
      return new EncodedStates(
          sections.export(context.scope(SECTIONS).graph(), pooled, layout.shortCounts()),
          layout.counts(),
          Optional.of(layout.tokenShares()));
    }

    @Override
    public double[][] reference(double[][] vectors, int[] sectionLengths) {
      int[] lengths = divide(sectionLengths, vectors.length, maxSectionLength);
      double[][] pooled = new double[lengths.length][];
      int from = 0;
      for (int section = 0; section < lengths.length; section++) {
        int to = from + lengths[section];
        pooled[section] = attention.pool(words.reference(Arrays.copyOfRange(vectors, from, to)));
        from = to;
      }
      return sections.reference(pooled);
    }
  }
}
