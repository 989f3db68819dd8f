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
import org.solrlmtc.training.OrderedWork;
import org.solrlmtc.training.Recipe;
import org.solrlmtc.training.Trainer;
import org.solrlmtc.training.TrainingTask;

/**
 * Trains label trees level by level. A node tells the clusters or labels below it apart; it learns
 * from the acts that carry one of its labels and from those that the levels above, as trained,
 * wrongly lead to it. So the work grows with the labels much less than in one-vs-rest, where every
 * label is held against all acts.
 */
public final class TreeTrainer implements Trainer {
  /** Rows searched with at once. */
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
  public Map<String, Object> train(TrainingTask task, BundleWriter bundle) throws IOException {
    TreeSettings settings = task.recipe().read(TreeSettings::read);
    Map<String, Object> manifest = settings.linear().ngrams().toMap();
    try (OrderedWork work = new OrderedWork(task.resources().threads())) {
      FeatureMatrix matrix = new FeatureReader(task, settings.linear(), work).read();
      task.progress().note(matrix.describe());
      matrix.vocabulary().write(bundle.file(LinearScorerProvider.VOCABULARY));
      int levels = new Growth(task, settings, matrix, work, bundle).grow();
      manifest.put("levels", levels);
      manifest.put("beam", settings.beam());
      CalibrationFitter.calibrate(task, new TreeScorerProvider(), work, bundle, manifest);
    }
    return manifest;
  }

  /** One training. */
  private static final class Growth {
    private final TrainingTask task;
    private final TreeSettings settings;
    private final FeatureMatrix matrix;
    private final OrderedWork work;
    private final BundleWriter bundle;
    private final List<TreeLevel> grown = new ArrayList<>();

    Growth(
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

    /** Grows all trees, and tells their number of levels. */
    int grow() throws IOException {
      List<LabelNode> nodes = roots();
      while (!nodes.isEmpty()) {
        growLevel(nodes);
        nodes = nodes.stream().flatMap(node -> node.below().stream()).toList();
      }
      return grown.size();
    }

    private List<LabelNode> roots() throws IOException {
      int[] labels =
          matrix.trainedLabels(task.labels()).stream().mapToInt(x -> x).sorted().toArray();
      int levels = LabelNode.levels(labels.length, settings.branching(), settings.leafLabels());
      task.progress().stage("clustering labels", settings.trees());
      LabelVectors vectors = LabelVectors.of(matrix, settings.clusterFeatures());
      List<LabelNode> roots = new ArrayList<>();
      work.<Integer, LabelNode>forEach(
          IntStream.range(0, settings.trees()).iterator(),
          tree -> {
            long seed = settings.linear().seed() * 1_000_003L + tree;
            LabelClusters clusters = new LabelClusters(vectors, seed);
            return LabelNode.grow(labels, levels, settings.leafLabels(), clusters);
          },
          root -> {
            roots.add(root);
            task.progress().step(roots.size());
          });
      return roots;
    }

    private void growLevel(List<LabelNode> nodes) throws IOException {
      int level = grown.size();
      int[] firstColumns = new int[nodes.size() + 1];
      List<Integer> targets = new ArrayList<>();
      List<List<OwnRows>> columns = new ArrayList<>();
      for (int node = 0; node < nodes.size(); node++) {
        columns.add(columns(nodes.get(node), firstColumns[node], targets));
        firstColumns[node + 1] = targets.size();
      }
      List<Blocks.Block> blocks = level == 0 ? blocksOfRoots(columns) : blocks(nodes, columns);
      boolean lowest = nodes.get(0).below().isEmpty();
      Checkpoints checkpoints =
          new Checkpoints(
              task.workFolder().resolve("level-" + level),
              matrix.fingerprint(),
              settings.toString());
      if (level == 0) {
        checkpoints.requireAny(blocks.size(), task.resources().keptWork());
      }
      Blocks trained =
          Blocks.train(
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
    private List<OwnRows> columns(LabelNode node, int first, List<Integer> targets) {
      List<OwnRows> columns = new ArrayList<>();
      if (node.below().isEmpty()) {
        for (int label : node.labels()) {
          columns.add(new OwnRows(first + columns.size(), matrix.rowsOfLabel()[label]));
          targets.add(label);
        }
      } else {
        for (LabelNode below : node.below()) {
          targets.add(first + columns.size());
          columns.add(new OwnRows(first + columns.size(), rowsOf(below).stream().toArray()));
        }
      }
      return columns;
    }

    private BitSet rowsOf(LabelNode node) {
      BitSet rows = new BitSet();
      for (int label : node.labels()) {
        for (int row : matrix.rowsOfLabel()[label]) {
          rows.set(row);
        }
      }
      return rows;
    }

    /** Roots learn from all rows. */
    private List<Blocks.Block> blocksOfRoots(List<List<OwnRows>> columns) {
      ActsByFeature actsByFeature = ActsByFeature.of(matrix.rows());
      ThreadLocal<LabelTrainer> trainers =
          ThreadLocal.withInitial(
              () -> new LabelTrainer(matrix.rows(), actsByFeature, settings.linear()));
      return Blocks.of(
          columns.stream().flatMap(List::stream).toList(),
          block -> block.stream().map(trainers.get()::train).toList());
    }

    /** A block a node: cutting its rows out of the matrix costs as much as learning from them. */
    private List<Blocks.Block> blocks(List<LabelNode> nodes, List<List<OwnRows>> columns)
        throws IOException {
      List<BitSet> rows = rowsOfNodes(nodes);
      List<Blocks.Block> blocks = new ArrayList<>();
      for (int node = 0; node < nodes.size(); node++) {
        BitSet rowsOfNode = rows.get(node);
        List<OwnRows> columnsOfNode = columns.get(node);
        blocks.add(
            new Blocks.Block(columnsOfNode.size(), () -> trainPart(rowsOfNode, columnsOfNode)));
      }
      return blocks;
    }

    /**
     * The rows each node learns from: those of its labels and those that the search leads to it.
     */
    private List<BitSet> rowsOfNodes(List<LabelNode> nodes) throws IOException {
      task.progress().stage("searching with the training acts", matrix.rows().acts());
      List<BitSet> rows = nodes.stream().map(this::rowsOf).toList();
      ThreadLocal<TreeSearch> searches =
          ThreadLocal.withInitial(() -> new TreeSearch(grown, settings.trainingBeam()));
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
      Rows all = matrix.rows();
      int[][] reached = new int[to - from][];
      for (int row = from; row < to; row++) {
        search.search(all.features(), all.values(), all.starts()[row], all.starts()[row + 1]);
        reached[row - from] = search.best();
      }
      return reached;
    }

    /** Learns columns of a node from its rows alone. */
    private List<TrainedLabel> trainPart(BitSet rowsOfNode, List<OwnRows> columns) {
      int[] rows = rowsOfNode.stream().toArray();
      Rows.Part part = matrix.rows().part(rows);
      LabelTrainer trainer =
          new LabelTrainer(part.rows(), ActsByFeature.of(part.rows()), settings.linear());
      return columns.stream()
          .map(column -> new OwnRows(column.label(), places(column.rows(), rows)))
          .map(column -> trainer.train(column).withFeatures(part.names()))
          .toList();
    }

    private static int[] places(int[] wanted, int[] rows) {
      return Arrays.stream(wanted).map(row -> Arrays.binarySearch(rows, row)).toArray();
    }
  }
}
