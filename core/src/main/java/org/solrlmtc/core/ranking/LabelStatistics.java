package org.solrlmtc.core.ranking;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.HeapLimit;

/**
 * What training acts tell about labels: how many have a label, by type, and which labels they have
 * together.
 *
 * <p>Stored as {@code LMTCSTA1}, the number of labels, of acts and of types; then each type with
 * its number of acts; then for each label its number of acts, its number of acts of each type, and
 * its partners with their probabilities in steps of 1/65535. Immutable and thread-safe.
 */
public final class LabelStatistics {
  private static final long MAGIC = 0x4C4D544353544131L; // LMTCSTA1
  private static final int MAX_TYPES = 100;
  private static final int STEPS = 65_535;

  /** Numbers of two bytes become ints and floats. */
  private static final int HEAP_FACTOR = 6;

  private final int acts;
  private final List<String> types;
  private final int[] typeActs;
  private final int[] labelActs;

  /** Per label and type. */
  private final int[][] labelTypeActs;

  /** Per label, the labels that its acts have most often besides it. */
  private final int[][] partners;

  /** The probability of each partner, given the label. */
  private final float[][] probabilities;

  /**
   * @param acts number of training acts
   * @param types types of acts
   * @param typeActs number of acts per type
   * @param labelActs number of acts per label
   * @param labelTypeActs number of acts per label and type
   * @param partners per label, other labels of its acts
   * @param probabilities of each partner, given the label
   */
  public LabelStatistics(
      int acts,
      List<String> types,
      int[] typeActs,
      int[] labelActs,
      int[][] labelTypeActs,
      int[][] partners,
      float[][] probabilities) {
    this.acts = acts;
    this.types = List.copyOf(types);
    this.typeActs = typeActs;
    this.labelActs = labelActs;
    this.labelTypeActs = labelTypeActs;
    this.partners = partners;
    this.probabilities = probabilities;
  }

  /** The statistics with more labels, which no training act has. */
  LabelStatistics withUnseen(int unseen) {
    int size = labels() + unseen;
    int[][] typeCounts = Arrays.copyOf(labelTypeActs, size);
    int[][] allPartners = Arrays.copyOf(partners, size);
    float[][] allProbabilities = Arrays.copyOf(probabilities, size);
    for (int label = labels(); label < size; label++) {
      typeCounts[label] = new int[types.size()];
      allPartners[label] = new int[0];
      allProbabilities[label] = new float[0];
    }
    return new LabelStatistics(
        acts,
        types,
        typeActs,
        Arrays.copyOf(labelActs, size),
        typeCounts,
        allPartners,
        allProbabilities);
  }

  /** The number of labels. */
  int labels() {
    return labelActs.length;
  }

  int trainingActs(int label) {
    return labelActs[label];
  }

  int[] partners(int label) {
    return partners[label];
  }

  float[] probabilities(int label) {
    return probabilities[label];
  }

  /** The number of a type; -1 if no training act has it. */
  int type(String name) {
    return types.indexOf(name);
  }

  /** The logarithm of the probability of a label. */
  double logProbability(int label) {
    return Math.log(probability(label));
  }

  private double probability(int label) {
    return (labelActs[label] + 0.1) / (acts + 1.0);
  }

  /**
   * The logarithm of the probability of a label, given the type: smoothed by that of the label, as
   * if ten more acts of the type had been seen.
   */
  double logProbability(int label, int type) {
    if (type < 0) {
      return logProbability(label);
    }
    return Math.log(
        (labelTypeActs[label][type] + 10 * probability(label)) / (typeActs[type] + 10.0));
  }

  public void write(Path file) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      out.writeLong(MAGIC);
      out.writeInt(labelActs.length);
      out.writeInt(acts);
      out.writeInt(types.size());
      for (int type = 0; type < types.size(); type++) {
        byte[] name = types.get(type).getBytes(StandardCharsets.UTF_8);
        out.writeShort(name.length);
        out.write(name);
        out.writeInt(typeActs[type]);
      }
      for (int label = 0; label < labelActs.length; label++) {
        out.writeInt(labelActs[label]);
        for (int count : labelTypeActs[label]) {
          out.writeInt(count);
        }
        out.writeShort(partners[label].length);
        for (int i = 0; i < partners[label].length; i++) {
          out.writeInt(partners[label][i]);
          out.writeShort(Math.round(probabilities[label][i] * STEPS));
        }
      }
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param labels number of labels of the model
   * @throws BundleException naming the file if it is something else
   */
  static LabelStatistics read(Path file, int labels) {
    try {
      HeapLimit.check(file, Files.size(file), HEAP_FACTOR);
      ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file));
      if (in.getLong() != MAGIC) {
        throw new BundleException(file + " has no statistics of labels: copy the bundle again");
      }
      FileNumber.check(file, "labels", in.getInt(), labels, labels);
      int acts = FileNumber.check(file, "acts", in.getInt(), 0, Integer.MAX_VALUE);
      int typeCount = FileNumber.check(file, "types", in.getInt(), 0, MAX_TYPES);
      List<String> types = new ArrayList<>();
      int[] typeActs = new int[typeCount];
      for (int type = 0; type < typeCount; type++) {
        byte[] name = new byte[in.getChar()];
        in.get(name);
        types.add(new String(name, StandardCharsets.UTF_8));
        typeActs[type] = FileNumber.check(file, "acts of a type", in.getInt(), 0, acts);
      }
      int[] labelActs = new int[labels];
      int[][] labelTypeActs = new int[labels][typeCount];
      int[][] partners = new int[labels][];
      float[][] probabilities = new float[labels][];
      for (int label = 0; label < labels; label++) {
        labelActs[label] = FileNumber.check(file, "acts of a label", in.getInt(), 0, acts);
        for (int type = 0; type < typeCount; type++) {
          labelTypeActs[label][type] =
              FileNumber.check(file, "acts of a label and type", in.getInt(), 0, acts);
        }
        partners[label] =
            new int[FileNumber.check(file, "partners of a label", in.getChar(), 0, labels)];
        probabilities[label] = new float[partners[label].length];
        for (int i = 0; i < partners[label].length; i++) {
          partners[label][i] =
              FileNumber.check(file, "a partner's label", in.getInt(), 0, labels - 1);
          probabilities[label][i] = in.getChar() / (float) STEPS;
        }
      }
      if (in.hasRemaining()) {
        throw new BundleException(
            file + " is damaged: " + in.remaining() + " bytes too many; copy the bundle again");
      }
      return new LabelStatistics(
          acts, types, typeActs, labelActs, labelTypeActs, partners, probabilities);
    } catch (BufferUnderflowException e) {
      throw new BundleException(file + " is cut short: copy the bundle again", e);
    } catch (IOException e) {
      throw new BundleException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }
}
