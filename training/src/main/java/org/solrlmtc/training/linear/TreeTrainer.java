package org.solrlmtc.training.linear;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.linear.LinearScorerProvider;
import org.solrlmtc.core.linear.TreeLevel;
import org.solrlmtc.core.linear.TreeScorerProvider;
import org.solrlmtc.core.linear.TreeSearch;
import org.solrlmtc.training.TrainedModel;
import org.solrlmtc.training.Trainer;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.execution.OrderedWork;
import org.solrlmtc.training.recipe.Recipe;

/**
 * Trains label trees level by level. A node has one classifier per child; children are clusters of
 * labels, or labels. It is trained on the acts of its labels and on hard negatives: acts that a
 * beam search through the trained levels above wrongly leads to it. So training time grows much
 * less with the number of labels than in one-vs-rest, where every label is trained against all
 * acts.
 */
public final class TreeTrainer implements Trainer {
  /** Rows per search task. */
  private static final int ROWS = 256;

  @Override
  public String method() {
    return TreeScorerProvider.METHOD;
  }

  @Override
  public void check(Recipe recipe) {
    recipe.read(TreeSettings::read);
  }

  @Override
  public TrainedModel train(TrainingTask task, BundleWriter bundle) throws IOException {
    TreeSettings settings = task.recipe().read(TreeSettings::read);
    Map<String, Object> manifest = settings.linear().ngrams().toMap();
    try (OrderedWork work = new OrderedWork(task.resources().threads())) {
      FeatureMatrix matrix = new FeatureReader(task, settings.linear(), work).read();
      task.progress().note(matrix.describe());
      matrix.vocabulary().write(bundle.file(LinearScorerProvider.VOCABULARY));
      int levels = new Run(task, settings, matrix, work, bundle).grow();
      manifest.put("levels", levels);
      manifest.put("beamWidth", settings.beamWidth());
      CalibrationFitter.calibrate(task, new TreeScorerProvider(), work, bundle, manifest);
    }
    return TrainedModel.of(manifest);
  }

  /** One training. */
  private static final class Run {
    private final TrainingTask task;
    private final TreeSettings settings;
    private final FeatureMatrix matrix;
    private final OrderedWork work;
    private final BundleWriter bundle;
    private final List<TreeLevel> grown = new ArrayList<>();

    Run(
        TrainingTask task,
        TreeSettings settings,
        FeatureMatrix matrix,
        OrderedWork work,
        BundleWriter bundle) {
      this.task = task;
      this.settings = settings;
      this.matrix = matrix;
      this.work = work;
      this.bundle = bundle;
    }

    /** Builds all trees, and returns their number of levels. */
    int grow() throws IOException {
      List<LabelTreeNode> nodes = roots();
      while (!nodes.isEmpty()) {
        growLevel(nodes);
        nodes = nodes.stream().flatMap(node -> node.below().stream()).toList();
      }
      return grown.size();
    }

    private List<LabelTreeNode> roots() throws IOException {
      int[] labels =
          matrix.trainedLabels(task.labels()).stream().mapToInt(x -> x).sorted().toArray();
      int levels =
          LabelTreeNode.levels(labels.length, settings.branchingFactor(), settings.maxLeafLabels());
      task.progress().stage("clustering labels", settings.trees());
      LabelVectors vectors = LabelVectors.of(matrix, settings.clusterFeatures());
      List<LabelTreeNode> roots = new ArrayList<>();
      work.<Integer, LabelTreeNode>forEach(
          IntStream.range(0, settings.trees()).iterator(),
          tree -> {
            long seed = settings.linear().seed() * 1_000_003L + tree;
            LabelClusters clusters = new LabelClusters(vectors, seed);
            return LabelTreeNode.grow(labels, levels, settings.maxLeafLabels(), clusters);
          },
          root -> {
            roots.add(root);
            task.progress().step(roots.size());
          });
      return roots;
    }

    private void growLevel(List<LabelTreeNode> nodes) throws IOException {
      int level = grown.size();
      int[] firstColumns = new int[nodes.size() + 1];
      List<Integer> targets = new ArrayList<>();
      List<List<PositiveRows>> columns = new ArrayList<>();
      for (int node = 0; node < nodes.size(); node++) {
        columns.add(columns(nodes.get(node), firstColumns[node], targets));
        firstColumns[node + 1] = targets.size();
      }
      List<LabelBlocks.Block> blocks = level == 0 ? blocksOfRoots(columns) : blocks(nodes, columns);
      boolean lowest = nodes.get(0).below().isEmpty();
      BlockCheckpoints checkpoints =
          new BlockCheckpoints(
              task.workFolder().resolve("level-" + level),
              matrix.fingerprint(),
              settings.toString());
      if (level == 0) {
        checkpoints.requireAny(blocks.size(), task.resources().resumePolicy());
      }
      LabelBlocks trained =
          LabelBlocks.train(
              lowest ? "training labels" : "training clusters of level " + level,
              blocks,
              checkpoints,
              work,
              task.progress());
      task.progress().stage("writing weights");
      Path file = bundle.file(TreeScorerProvider.levelFile(level));
      TreeLevel.write(
          file,
          matrix.vocabulary().size(),
          firstColumns,
          targets.stream().mapToInt(Integer::intValue).toArray(),
          trained.biases(),
          trained.weights());
      grown.add(TreeLevel.open(file));
    }

    /** The columns of a node: the clusters below it, or its labels. */
    private List<PositiveRows> columns(LabelTreeNode node, int first, List<Integer> targets) {
      List<PositiveRows> columns = new ArrayList<>();
      if (node.below().isEmpty()) {
        for (int label : node.labels()) {
          columns.add(new PositiveRows(first + columns.size(), matrix.rowsOfLabel()[label]));
          targets.add(label);
        }
      } else {
        for (LabelTreeNode below : node.below()) {
          targets.add(first + columns.size());
          columns.add(new PositiveRows(first + columns.size(), rowsOf(below).stream().toArray()));
        }
      }
      return columns;
    }

    private BitSet rowsOf(LabelTreeNode node) {
      BitSet rows = new BitSet();
      for (int label : node.labels()) {
        for (int row : matrix.rowsOfLabel()[label]) {
          rows.set(row);
        }
      }
      return rows;
    }

    /** Roots are trained on all rows. */
    private List<LabelBlocks.Block> blocksOfRoots(List<List<PositiveRows>> columns) {
      ActsByFeature actsByFeature = ActsByFeature.of(matrix.rows());
      ThreadLocal<LabelTrainer> trainers =
          ThreadLocal.withInitial(
              () -> new LabelTrainer(matrix.rows(), actsByFeature, settings.linear()));
      return LabelBlocks.of(
          columns.stream().flatMap(List::stream).toList(),
          block -> block.stream().map(trainers.get()::train).toList());
    }

    /** One block per node: copying its rows takes as long as training on them. */
    private List<LabelBlocks.Block> blocks(
        List<LabelTreeNode> nodes, List<List<PositiveRows>> columns) throws IOException {
      List<BitSet> rows = rowsOfNodes(nodes);
      List<LabelBlocks.Block> blocks = new ArrayList<>();
      for (int node = 0; node < nodes.size(); node++) {
        BitSet rowsOfNode = rows.get(node);
        List<PositiveRows> columnsOfNode = columns.get(node);
        blocks.add(
            new LabelBlocks.Block(
                columnsOfNode.size(), () -> trainPart(rowsOfNode, columnsOfNode)));
      }
      return blocks;
    }

    /**
     * The rows that each node is trained on: those of its labels and those that the search leads to
     * it.
     */
    private List<BitSet> rowsOfNodes(List<LabelTreeNode> nodes) throws IOException {
      task.progress().stage("searching with the training acts", matrix.rows().acts());
      List<BitSet> rows = nodes.stream().map(this::rowsOf).toList();
      ThreadLocal<TreeSearch> searches =
          ThreadLocal.withInitial(() -> new TreeSearch(grown, settings.trainingBeamWidth()));
      int[] row = {0};
      work.<Integer, int[][]>forEach(
          IntStream.iterate(0, from -> from < matrix.rows().acts(), from -> from + ROWS).iterator(),
          from -> search(searches.get(), from, Math.min(matrix.rows().acts(), from + ROWS)),
          found -> {
            for (int[] reached : found) {
              for (int node : reached) {
                rows.get(node).set(row[0]);
              }
              row[0]++;
            }
            task.progress().step(row[0]);
          });
      return rows;
    }

    private int[][] search(TreeSearch search, int from, int to) {
      SparseRows all = matrix.rows();
      int[][] reached = new int[to - from][];
      for (int row = from; row < to; row++) {
        search.search(all.features(), all.values(), all.starts()[row], all.starts()[row + 1]);
        reached[row - from] = search.best();
      }
      return reached;
    }

    /** Trains the columns of a node on the rows of the node. */
    private List<TrainedLabel> trainPart(BitSet rowsOfNode, List<PositiveRows> columns) {
      int[] rows = rowsOfNode.stream().toArray();
      SparseRows.Part part = matrix.rows().part(rows);
      LabelTrainer trainer =
          new LabelTrainer(part.rows(), ActsByFeature.of(part.rows()), settings.linear());
      return columns.stream()
          .map(column -> new PositiveRows(column.label(), positions(column.rows(), rows)))
          .map(column -> trainer.train(column).withFeatures(part.names()))
          .toList();
    }

    private static int[] positions(int[] wanted, int[] rows) {
      return Arrays.stream(wanted).map(row -> Arrays.binarySearch(rows, row)).toArray();
    }
  }
}
