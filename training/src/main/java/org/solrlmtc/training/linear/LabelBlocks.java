package org.solrlmtc.training.linear;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.solrlmtc.core.linear.WeightEntries;
import org.solrlmtc.training.execution.OrderedWork;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.TrainingException;

/** Labels trained block by block on all threads; finished blocks are kept as checkpoints. */
final class LabelBlocks {
  /** Labels per block: the work that an interruption loses per thread. */
  private static final int LABELS = 16;

  private final BlockCheckpoints checkpoints;
  private final int blocks;
  private final int labels;

  private LabelBlocks(BlockCheckpoints checkpoints, int blocks, int labels) {
    this.checkpoints = checkpoints;
    this.blocks = blocks;
    this.labels = labels;
  }

  /**
   * A block.
   *
   * @param labels the number of its labels
   * @param training trains them, on any thread
   */
  record Block(int labels, Supplier<List<TrainedLabel>> training) {}

  /** Splits labels into blocks. */
  static List<Block> of(
      List<PositiveRows> labels, Function<List<PositiveRows>, List<TrainedLabel>> training) {
    List<Block> blocks = new ArrayList<>();
    for (int from = 0; from < labels.size(); from += LABELS) {
      List<PositiveRows> block = labels.subList(from, Math.min(labels.size(), from + LABELS));
      blocks.add(new Block(block.size(), () -> training.apply(block)));
    }
    return blocks;
  }

  /** Trains all blocks that are not finished yet. */
  static LabelBlocks train(
      String stage,
      List<Block> blocks,
      BlockCheckpoints checkpoints,
      OrderedWork work,
      Progress progress)
      throws IOException {
    int labels = blocks.stream().mapToInt(Block::labels).sum();
    progress.stage(stage, labels);
    int[] done = {0};
    work.<Integer, Integer>forEach(
        IntStream.range(0, blocks.size()).iterator(),
        number -> {
          Block block = blocks.get(number);
          if (checkpoints.read(number).isEmpty()) {
            checkpoints.write(number, block.training().get());
          }
          return block.labels();
        },
        trained -> progress.step(done[0] += trained));
    return new LabelBlocks(checkpoints, blocks.size(), labels);
  }

  float[] biases() throws IOException {
    float[] biases = new float[labels];
    forEachLabel((label, column) -> biases[column] = label.bias());
    return biases;
  }

  /** All weights; columns are in the order of the blocks. */
  WeightEntries weights() {
    return visitor ->
        forEachLabel(
            (label, column) -> {
              for (int i = 0; i < label.features().length; i++) {
                visitor.entry(column, label.features()[i], label.weights()[i]);
              }
            });
  }

  private void forEachLabel(ObjIntConsumer<TrainedLabel> use) throws IOException {
    int column = 0;
    for (int block = 0; block < blocks; block++) {
      int number = block;
      List<TrainedLabel> read =
          checkpoints
              .read(block)
              .orElseThrow(
                  () ->
                      new TrainingException(
                          "the finished block "
                              + number
                              + " is damaged: train again, the other blocks are kept"));
      for (TrainedLabel label : read) {
        use.accept(label, column++);
      }
    }
  }
}
