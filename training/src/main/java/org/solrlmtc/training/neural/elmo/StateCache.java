package org.solrlmtc.training.neural.elmo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.training.checkpoint.CheckpointFile;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;
import org.solrlmtc.training.neural.text.BatchOrder;
import org.solrlmtc.training.neural.text.TokenizedActs;

/**
 * The states of a biLM for all acts of a training, in half precision in a file: they are computed
 * once, not in every epoch. An interrupted computation is resumed.
 */
public final class StateCache implements AutoCloseable {
  private static final int MAGIC = 0x4C4D5453; // LMTS
  private static final int HALF = Short.BYTES;
  private static final long MEGABYTE = 1 << 20;

  /** Batches between two notes of what is done. */
  private static final int NOTED_EVERY = 20;

  /** Bytes that the gates of a batch take at most; sets the number of acts per batch. */
  private static final long MAX_BATCH_BYTES = 256 * MEGABYTE;

  private static final int MAX_BATCH = 32;

  private final Torch device;
  private final int width;
  private final FileChannel file;

  /** The first byte of each act, by its number, and the end of the last one; -1 for no act. */
  private final long[] starts;

  private StateCache(Torch device, int width, FileChannel file, long[] starts) {
    this.device = device;
    this.width = width;
    this.file = file;
    this.starts = starts;
  }

  /**
   * Computes the states, or the rest of them.
   *
   * @param acts with numbers that differ between all of them; the first id of a token is that of
   *     its word, the others are those of its characters
   * @param fingerprint of the weights
   * @param folder of the file
   * @throws TrainingException when the disk is too small
   */
  public static StateCache compute(
      Torch device,
      ElmoWeights weights,
      List<TokenizedActs> acts,
      long fingerprint,
      Path folder,
      Progress progress)
      throws IOException {
    Files.createDirectories(folder);
    int width = BiLm.width(weights.options());
    long[] starts = starts(acts, width);
    long bytes = starts[starts.length - 1];
    Path path = folder.resolve("elmo-states.bin");
    long existing = Files.exists(path) ? Files.size(path) : 0;
    long free = Files.getFileStore(folder).getUsableSpace();
    progress.note(
        "the states of the language model take "
            + megabytes(bytes)
            + " MB of disk in "
            + folder
            + ", of which "
            + megabytes(free)
            + " MB are free");
    if (bytes - existing > free) {
      throw new TrainingException(
          "the states of the language model take "
              + megabytes(bytes)
              + " MB of disk in "
              + folder
              + ", but only "
              + megabytes(free)
              + " MB are free: make room, lower 'maxSequenceLength' of 'tokenizer', or put the"
              + " bundle on another disk");
    }
    FileChannel file =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    StateCache cache = new StateCache(device, width, file, starts);
    try {
      long identity = fingerprint;
      for (TokenizedActs part : acts) {
        identity = 31 * identity + part.fingerprint();
      }
      cache.fill(
          new BiLm(device, weights),
          weights.options(),
          acts,
          new CheckpointFile(folder.resolve("elmo-states.done"), MAGIC, identity),
          progress);
      return cache;
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** The states of the rows of batches without dropped words, computed each time. */
  public static UnaryStates uncached(Torch device, ElmoWeights weights) {
    return new BiLm(device, weights)::rows;
  }

  /** From a batch to its states, {@code [rows, width]}. */
  @FunctionalInterface
  public interface UnaryStates {
    Tensor rows(Batch batch);
  }

  private static long megabytes(long bytes) {
    return (bytes + MEGABYTE - 1) / MEGABYTE;
  }

  private static long[] starts(List<TokenizedActs> acts, int width) {
    int largest = 0;
    for (TokenizedActs part : acts) {
      for (int act = 0; act < part.size(); act++) {
        largest = Math.max(largest, part.actNumber(act));
      }
    }
    int[] lengths = new int[largest + 1];
    for (TokenizedActs part : acts) {
      for (int act = 0; act < part.size(); act++) {
        lengths[part.actNumber(act)] = part.tokens(act).length;
      }
    }
    long[] starts = new long[lengths.length + 1];
    for (int act = 0; act < lengths.length; act++) {
      starts[act + 1] = starts[act] + (long) lengths[act] * width * HALF;
    }
    return starts;
  }

  private void fill(
      BiLm model,
      ElmoOptions options,
      List<TokenizedActs> acts,
      CheckpointFile done,
      Progress progress)
      throws IOException {
    List<Work> work = new ArrayList<>();
    for (TokenizedActs part : acts) {
      for (int[] chosen : BatchOrder.sorted(part, batchSize(options, part.longest()))) {
        work.add(new Work(part, chosen));
      }
    }
    int finished = Math.min(work.size(), done.read(in -> Optional.of(in.readInt())).orElse(0));
    if (finished > 0) {
      progress.note("resuming after " + finished + " of " + work.size() + " batches of states");
    }
    progress.stage("computing the states of the language model", work.size());
    progress.step(finished);
    for (int i = finished; i < work.size(); i++) {
      Work batch = work.get(i);
      Torch.scoped(() -> write(model, batch));
      progress.step(i + 1);
      if ((i + 1) % NOTED_EVERY == 0 || i + 1 == work.size()) {
        int now = i + 1;
        file.force(false);
        done.write(out -> out.writeInt(now));
      }
    }
  }

  private record Work(TokenizedActs acts, int[] chosen) {}

  /** The largest batches are those of the longest acts; all have the same size, to be resumable. */
  private static int batchSize(ElmoOptions options, int longest) {
    long bytesOfAct = 4L * options.cellSize() * Float.BYTES * (longest + 1L);
    return (int) Math.max(1, Math.min(MAX_BATCH, MAX_BATCH_BYTES / bytesOfAct));
  }

  private void write(BiLm model, Work work) {
    Batch batch = Batch.of(work.acts, work.chosen);
    Tensor states = model.states(batch, BiLm.characters(batch)).toType(torch.ScalarType.Half).cpu();
    for (int act = 0; act < batch.size(); act++) {
      Tensor own = states.select(0, act).narrow(0, 0, batch.lengths()[act]).contiguous();
      byte[] bytes = new byte[Math.toIntExact(own.numel() * HALF)];
      new BytePointer(own.data_ptr()).get(bytes);
      write(ByteBuffer.wrap(bytes), starts[batch.actNumbers()[act]]);
    }
  }

  private void write(ByteBuffer bytes, long at) {
    try {
      while (bytes.hasRemaining()) {
        at += file.write(bytes, at);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the states of the language model", e);
    }
  }

  /**
   * The states of the rows of a batch, {@code [rows, width]}.
   *
   * @param batch whose tokens are rows of their own
   */
  public Tensor rows(Batch batch) {
    long[] places = new long[batch.rowCount()];
    Arrays.fill(places, -1);
    int size = 0;
    for (int act = 0; act < batch.size(); act++) {
      for (int token = 0; token < batch.lengths()[act]; token++) {
        int row = batch.rows()[act * batch.tokens() + token];
        if (row != Batch.NONE) {
          places[row] = (long) size + token;
        }
      }
      size += batch.lengths()[act];
    }
    byte[] bytes = new byte[Math.multiplyExact(Math.multiplyExact(size, width), HALF)];
    int at = 0;
    for (int act = 0; act < batch.size(); act++) {
      int number = batch.actNumbers()[act];
      int length = Math.toIntExact(starts[number + 1] - starts[number]);
      read(ByteBuffer.wrap(bytes, at, length), starts[number]);
      at += length;
    }
    try (BytePointer pointer = new BytePointer(bytes)) {
      Tensor all =
          torch
              .from_blob(
                  pointer, new long[] {size, width}, new TensorOptions(torch.ScalarType.Half))
              .toType(torch.ScalarType.Float);
      Tensor chosen = all.index_select(0, torchPlaces(places));
      return device.onCpu() ? chosen : chosen.cuda();
    }
  }

  private static Tensor torchPlaces(long[] places) {
    try (LongPointer pointer = new LongPointer(places)) {
      return torch
          .from_blob(pointer, new long[] {places.length}, new TensorOptions(torch.ScalarType.Long))
          .clone();
    }
  }

  private void read(ByteBuffer bytes, long at) {
    try {
      while (bytes.hasRemaining()) {
        int count = file.read(bytes, at);
        if (count < 0) {
          throw new UncheckedIOException(
              new IOException("the file of the states of the language model is too short"));
        }
        at += count;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the states of the language model", e);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
