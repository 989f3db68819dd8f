package org.solrlmtc.core.linear;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.ScorerProvider;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.NgramSettings;
import org.solrlmtc.core.text.NgramVocabulary;
import org.solrlmtc.core.text.TextVectorizer;

/** Opens the bundles of label trees: a vocabulary, and one file per tree level. */
public final class TreeScorerProvider implements ScorerProvider {
  public static final String METHOD = "label-tree";

  /** Maximum number of levels, far more than any label set needs. */
  private static final int MAX_LEVELS = 30;

  /** The file of a level; the roots are on level 0. */
  public static String levelFile(int level) {
    return "level-" + level + ".bin";
  }

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public TreeScorer open(ModelBundle bundle) {
    Tree settings = bundle.readSettings(Tree::read);
    NgramVocabulary vocabulary = NgramVocabulary.read(bundle.file(LinearScorerProvider.VOCABULARY));
    List<TreeLevel> tree = new ArrayList<>();
    for (int number = 0; number < settings.levels; number++) {
      Path file = bundle.file(levelFile(number));
      TreeLevel level = TreeLevel.open(file);
      LinearScorerProvider.checkFeatures(file, level.features(), vocabulary, bundle);
      if (number > 0) {
        checkNodes(bundle, tree.get(number - 1), number, level);
      }
      tree.add(level);
    }
    checkLabels(tree, bundle);
    return new TreeScorer(
        bundle.labels(),
        new TextVectorizer(settings.ngrams, vocabulary),
        tree,
        settings.beamWidth,
        settings.calibration);
  }

  private record Tree(NgramSettings ngrams, Calibration calibration, int beamWidth, int levels) {
    static Tree read(Settings settings) {
      return new Tree(
          NgramSettings.read(settings),
          Calibration.read(settings),
          between("beamWidth", settings.integer("beamWidth", 10), Integer.MAX_VALUE),
          between("levels", settings.integer("levels", 1), MAX_LEVELS));
    }
  }

  private static int between(String name, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(
          "the setting '" + name + "' must be between 1 and " + most + ", not " + value);
    }
    return value;
  }

  /** The columns of a level are the nodes of the next, in the same order. */
  private static void checkNodes(ModelBundle bundle, TreeLevel above, int number, TreeLevel level) {
    boolean right = above.columns() == level.nodes();
    for (int column = 0; column < above.columns() && right; column++) {
      right = above.target(column) == column;
    }
    if (!right) {
      throw new BundleException(
          bundle.file(levelFile(number - 1))
              + " does not lead to the nodes of "
              + bundle.file(levelFile(number))
              + ": they are of different models; copy the bundle again");
    }
  }

  private static void checkLabels(List<TreeLevel> tree, ModelBundle bundle) {
    TreeLevel lowest = tree.get(tree.size() - 1);
    Path file = bundle.file(levelFile(tree.size() - 1));
    int[] seen = new int[bundle.labels().size()];
    for (int column = 0; column < lowest.columns(); column++) {
      int label = lowest.target(column);
      LinearScorerProvider.checkLabel(file, label, bundle);
      if (++seen[label] > tree.get(0).nodes()) {
        throw new BundleException(
            file
                + " has label number "
                + label
                + " more often than there are trees: copy the bundle again");
      }
    }
  }
}
