package org.solrlmtc.training.neural.transformer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.core.io.Sha256;
import org.solrlmtc.training.checkpoint.CheckpointFile;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.layer.Embedding;
import org.solrlmtc.training.neural.layer.Encoder;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;
import org.solrlmtc.training.neural.text.TokenizedActs;

/**
 * The states of all acts after the frozen layers, computed once and kept in a file in half
 * precision. Its name has a digest of the weights and tokens that they depend on, so that a file is
 * never used for others, and several trainings can share one. A file that is not finished has
 * another name, and is continued.
 */
final class StateCache {
  private static final int MAGIC = 0x4C4D5453; // LMTS
  private static final int ACTS_PER_BATCH = 64;
  private static final int BATCHES_PER_CHECKPOINT = 16;
  private static final double GIGABYTE = 1e9;

  private final FileChannel file;
  private final int hiddenSize;

  /** The first byte of each act, by its number; ends with the size of the file. */
  private final long[] starts;

  private StateCache(FileChannel file, int hiddenSize, long[] starts) {
    this.file = file;
    this.hiddenSize = hiddenSize;
    this.starts = starts;
  }

  /**
   * Opens the states of all acts, and computes those that are missing.
   *
   * @param compute the states of a batch, one act after the other, from its word vectors
   * @param freeBytes free space of a folder
   */
  static StateCache open(
      Path folder,
      Encoder.Preparation acts,
      int frozenLayers,
      TransformerWeights weights,
      BiFunction<Batch, Tensor, Tensor> compute,
      ToLongFunction<Path> freeBytes)
      throws IOException {
    Files.createDirectories(folder);
    long[] starts = starts(acts.acts(), weights.inputSize());
    String name = "states-" + digest(acts, frozenLayers, weights);
    Path file = folder.resolve(name + ".bin");
    if (!Files.exists(file) || Files.size(file) != starts[starts.length - 1]) {
      new Filling(folder, name, starts, acts, compute, freeBytes).fill(file, frozenLayers);
    }
    return new StateCache(
        FileChannel.open(file, StandardOpenOption.READ), weights.inputSize(), starts);
  }

  /** The free space of a folder. */
  static long freeBytes(Path folder) {
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the free space of " + folder, e);
    }
  }

  private static long[] starts(List<TokenizedActs> sets, int hiddenSize) {
    int last =
        sets.stream()
            .flatMapToInt(acts -> IntStream.range(0, acts.size()).map(acts::actNumber))
            .max()
            .orElse(-1);
    long[] ends = new long[last + 2];
    for (TokenizedActs acts : sets) {
      for (int act = 0; act < acts.size(); act++) {
        ends[acts.actNumber(act) + 1] = (long) acts.tokens(act).length * hiddenSize * Short.BYTES;
      }
    }
    Arrays.parallelPrefix(ends, Long::sum);
    return ends;
  }

  private static String digest(
      Encoder.Preparation preparation, int frozenLayers, TransformerWeights weights) {
    MessageDigest digest = Sha256.newDigest();
    digest.update(
        (weights.shape() + " " + frozenLayers + " " + weights.inputSize())
            .getBytes(StandardCharsets.UTF_8));
    add(digest, weights.positions().values());
    add(digest, weights.norm().values());
    add(digest, weights.normBias().values());
    weights.blocks().stream()
        .limit(frozenLayers)
        .flatMap(block -> block.all().stream())
        .map(Matrix::values)
        .forEach(values -> add(digest, values));
    add(digest, preparation.embedding().weights());
    for (TokenizedActs acts : preparation.acts()) {
      for (int act = 0; act < acts.size(); act++) {
        int[] tokens = acts.tokens(act);
        ByteBuffer bytes = ByteBuffer.allocate((tokens.length + 1) * Integer.BYTES);
        bytes.putInt(acts.actNumber(act));
        bytes.asIntBuffer().put(tokens);
        digest.update(bytes.array());
      }
    }
    return HexFormat.of().formatHex(digest.digest(), 0, 12);
  }

  private static void add(MessageDigest digest, Embedding.Weights vectors) {
    for (int id = 0; id < vectors.vocabularySize(); id++) {
      double[] vector = vectors.reference(new int[] {id})[0];
      ByteBuffer bytes = ByteBuffer.allocate(vector.length * Double.BYTES);
      bytes.asDoubleBuffer().put(vector);
      digest.update(bytes.array());
    }
  }

  private static void add(MessageDigest digest, float[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Float.BYTES);
    bytes.asFloatBuffer().put(values);
    digest.update(bytes.array());
  }

  /**
   * Reads the states of some acts, one after the other.
   *
   * @param tokens number of tokens of all these acts
   */
  Tensor states(Torch device, int[] actNumbers, int tokens) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(tokens * hiddenSize * Short.BYTES);
    try {
      for (int act : actNumbers) {
        buffer.limit(buffer.position() + Math.toIntExact(starts[act + 1] - starts[act]));
        while (buffer.hasRemaining()) {
          if (file.read(buffer, starts[act + 1] - buffer.remaining()) < 0) {
            throw new IOException("the file of cached states is shorter than before");
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the cached states of the frozen layers", e);
    }
    return device.ofHalves(buffer.flip(), tokens, hiddenSize);
  }

  void close() throws IOException {
    file.close();
  }

  /** Computes a file. */
  private record Filling(
      Path folder,
      String name,
      long[] starts,
      Encoder.Preparation preparation,
      BiFunction<Batch, Tensor, Tensor> compute,
      ToLongFunction<Path> freeBytes) {

    void fill(Path file, int frozenLayers) throws IOException {
      Progress progress = preparation.progress();
      Path draft = folder.resolve(name + ".part");
      CheckpointFile checkpoint =
          new CheckpointFile(folder.resolve(name + ".done"), MAGIC, name.hashCode());
      long done =
          Files.exists(draft) ? checkpoint.read(in -> Optional.of(in.readLong())).orElse(0L) : 0;
      long need = starts[starts.length - 1];
      long free = freeBytes.applyAsLong(folder);
      progress.note(
          String.format(
              Locale.ROOT,
              "the states of %d frozen layers take %.1f GB in %s, where %.1f GB are free",
              frozenLayers,
              need / GIGABYTE,
              folder,
              free / GIGABYTE));
      if (need - done > free) {
        throw new TrainingException(
            String.format(
                Locale.ROOT,
                "the states of the frozen layers need %.1f GB, but %s has only %.1f GB free: free"
                    + " some, name another folder in 'cache' of 'encoder', read fewer tokens"
                    + " ('maxSequenceLength' of 'tokenizer'), or set 'cacheStates' of 'encoder' to"
                    + " false",
                (need - done) / GIGABYTE,
                folder,
                free / GIGABYTE));
      }
      try (FileChannel out =
          FileChannel.open(draft, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        out.truncate(done);
        out.position(done);
        write(out, done, checkpoint);
        out.force(false);
      } catch (IOException e) {
        // a full disk must not stay full
        Files.deleteIfExists(draft);
        throw new TrainingException(
            "cannot write the states of the frozen layers to "
                + folder
                + ": "
                + e.getMessage()
                + "; what was written is deleted: free some space, or name another folder in"
                + " 'cache' of 'encoder'",
            e);
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
      Files.deleteIfExists(folder.resolve(name + ".done"));
    }

    private void write(FileChannel out, long done, CheckpointFile checkpoint) throws IOException {
      Progress progress = preparation.progress();
      progress.stage("computing the states of the frozen layers", starts.length - 1L);
      int batches = 0;
      for (TokenizedActs acts : preparation.acts()) {
        for (int from = 0; from < acts.size(); from += ACTS_PER_BATCH) {
          int to = Math.min(acts.size(), from + ACTS_PER_BATCH);
          if (starts[acts.actNumber(to - 1) + 1] <= done) {
            continue;
          }
          int[] chosen = IntStream.range(from, to).toArray();
          ByteBuffer states =
              Torch.scoped(
                  () -> {
                    Batch batch = Batch.of(acts, chosen);
                    return Torch.toHalves(
                        compute.apply(batch, preparation.embedding().forward(batch)));
                  });
          out.position(starts[acts.actNumber(from)]);
          while (states.hasRemaining()) {
            out.write(states);
          }
          progress.step(acts.actNumber(to - 1) + 1L);
          if (++batches % BATCHES_PER_CHECKPOINT == 0) {
            out.force(false);
            long written = out.position();
            checkpoint.write(checked -> checked.writeLong(written));
          }
        }
      }
    }
  }
}
