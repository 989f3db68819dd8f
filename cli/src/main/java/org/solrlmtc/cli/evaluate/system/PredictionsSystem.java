package org.solrlmtc.cli.evaluate.system;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.evaluate.data.GoldSet;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.eval.ActPredictions;
import org.solrlmtc.core.eval.PredictionsFile;
import org.solrlmtc.core.score.LabelSet;

/**
 * A system given by a file of predictions. The file must have exactly the gold acts: a measure over
 * a part of them would look like one over all.
 *
 * @param bundle the bundle that made the predictions, if known
 */
public record PredictionsSystem(Path file, Optional<ModelBundle> bundle)
    implements LabellingSystem {
  private static final int MAX_LISTED_ACTS = 3;

  @Override
  public String name() {
    return file.getFileName().toString();
  }

  @Override
  public void predict(GoldSet gold, LabelSet groups, int depth, Consumer<ActPredictions> sink)
      throws IOException {
    Set<String> missing = new TreeSet<>(gold.ids());
    List<String> withoutGold = new ArrayList<>();
    try {
      PredictionsFile.read(
          file,
          predictions -> {
            if (missing.remove(predictions.act())) {
              sink.accept(predictions);
            } else {
              withoutGold.add(predictions.act());
            }
          });
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      throw new UserError(e.getMessage(), e);
    }
    if (!missing.isEmpty() || !withoutGold.isEmpty()) {
      throw new UserError(
          String.format(
              Locale.ROOT,
              "%s does not fit %s: %,d of %,d acts have no predictions%s, and predictions of %,d"
                  + " acts have no gold labels%s; give the predictions and the data of the same"
                  + " acts",
              file,
              gold.name(),
              missing.size(),
              gold.size(),
              some(missing.stream().toList()),
              withoutGold.size(),
              some(withoutGold)));
    }
  }

  private static String some(List<String> acts) {
    if (acts.isEmpty()) {
      return "";
    }
    List<String> first = acts.subList(0, Math.min(MAX_LISTED_ACTS, acts.size()));
    return " (" + String.join(", ", first) + (first.size() < acts.size() ? ", ..." : "") + ")";
  }
}
