package org.solrlmtc.training.ensemble;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.solrlmtc.core.ranking.TreeEnsemble;
import org.solrlmtc.training.execution.TrainingException;

/**
 * Trees boosted by XGBoost.
 *
 * @param trees the trees as they are served
 * @param gains per feature, the sum of the improvements of the loss by its splits
 */
record BoostedTrees(TreeEnsemble trees, double[] gains) {
  private static final JsonMapper JSON = new JsonMapper();

  /**
   * Grows trees.
   *
   * @param features names of the features
   * @param rows the features of all rows, one row after the other
   * @param targets per row, 1 or 0
   */
  static BoostedTrees fit(
      List<String> features, float[] rows, float[] targets, BoostingSettings settings, int threads)
      throws IOException {
    double positives = 0;
    for (float target : targets) {
      positives += target;
    }
    if (positives == 0 || positives == targets.length) {
      throw new TrainingException(
          "a ranking needs candidates that are gold labels and candidates that are not; of "
              + targets.length
              + " candidates "
              + (long) positives
              + " are gold labels: use more acts, or other members");
    }
    double base = positives / targets.length;
    try {
      DMatrix matrix = new DMatrix(rows, targets.length, features.size(), Float.NaN);
      try {
        matrix.setLabel(targets);
        Booster booster =
            XGBoost.train(
                matrix, settings.parameters(threads, base), settings.trees(), Map.of(), null, null);
        try {
          return of(JSON.readTree(booster.toByteArray("json")), features, settings.depth());
        } finally {
          booster.dispose();
        }
      } finally {
        matrix.dispose();
      }
    } catch (XGBoostError e) {
      throw new TrainingException("XGBoost failed: " + e.getMessage(), e);
    } catch (LinkageError e) {
      throw unavailable(e);
    }
  }

  private static TrainingException unavailable(LinkageError e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return new TrainingException(
        "the native library of XGBoost cannot be loaded ("
            + cause.getMessage()
            + "): on Linux it needs libgomp.so.1, which the package libgomp1 (Debian, Ubuntu) or"
            + " libgomp (Fedora, Red Hat) installs",
        e);
  }

  /** Converts a model in XGBoost's JSON form. */
  private static BoostedTrees of(JsonNode model, List<String> features, int depth) {
    JsonNode learner = model.get("learner");
    // "5E-1", or "[5E-1]" in later versions
    double baseScore =
        Double.parseDouble(
            learner
                .get("learner_model_param")
                .get("base_score")
                .asText()
                .replaceAll("[\\[\\]]", ""));
    JsonNode trees = learner.get("gradient_booster").get("model").get("trees");
    Converter converter = new Converter(trees.size(), depth, features.size());
    for (JsonNode tree : trees) {
      converter.add(tree);
    }
    return new BoostedTrees(
        new TreeEnsemble(
            features,
            depth,
            (float) Math.log(baseScore / (1 - baseScore)),
            converter.splits,
            converter.thresholds,
            converter.leaves),
        converter.gains);
  }

  /** Completes trees: a leaf above the lowest level becomes a subtree of equal leaves. */
  private static final class Converter {
    private final int depth;
    private final int inner;
    private final short[] splits;
    private final float[] thresholds;
    private final float[] leaves;
    private final double[] gains;
    private int tree;

    Converter(int trees, int depth, int features) {
      this.depth = depth;
      this.inner = (1 << depth) - 1;
      this.splits = new short[trees * inner];
      this.thresholds = new float[trees * inner];
      this.leaves = new float[trees << depth];
      this.gains = new double[features];
      // a node that was not split sends every row to its first child
      Arrays.fill(thresholds, Float.POSITIVE_INFINITY);
    }

    void add(JsonNode source) {
      convert(source, 0, 0, 0);
      tree++;
    }

    private void convert(JsonNode source, int from, int node, int level) {
      int left = source.get("left_children").get(from).asInt();
      float condition = (float) source.get("split_conditions").get(from).asDouble();
      if (left < 0) {
        // for a leaf, this is its value
        int width = 1 << (depth - level);
        int first = (node + 1) * width - 1 - inner;
        Arrays.fill(leaves, (tree << depth) + first, (tree << depth) + first + width, condition);
        return;
      }
      int split = source.get("split_indices").get(from).asInt();
      splits[tree * inner + node] = (short) split;
      thresholds[tree * inner + node] = condition;
      gains[split] += source.get("loss_changes").get(from).asDouble();
      convert(source, left, 2 * node + 1, level + 1);
      convert(source, source.get("right_children").get(from).asInt(), 2 * node + 2, level + 1);
    }
  }
}
