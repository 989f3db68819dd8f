package org.solrlmtc.core.linear;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.solrlmtc.core.bundle.ConceptEditor;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.text.NgramSettings;
import org.solrlmtc.core.text.NgramVocabulary;
import org.solrlmtc.core.text.TextVectorizer;

/**
 * Gives each added label a linear classifier that is learned from its names alone. The weights of
 * all other labels are copied byte by byte.
 */
public final class LinearEditor implements ConceptEditor {
  @Override
  public String method() {
    return LinearScorerProvider.METHOD;
  }

  @Override
  public BitSet write(ModelBundle model, Task task) throws IOException {
    NgramVocabulary vocabulary = NgramVocabulary.read(model.file(LinearScorerProvider.VOCABULARY));
    WeightIndex weights = WeightIndex.open(model.file(LinearScorerProvider.WEIGHTS));
    NgramSettings settings =
        model.readSettings(
            all -> {
              NgramSettings ngrams = NgramSettings.read(all);
              Calibration.read(all);
              return ngrams;
            });
    LabelSketch sketch =
        LabelSketch.of(
            new TextVectorizer(settings, vocabulary),
            weights,
            model.labels(),
            model.trainedThesaurus());
    BitSet unknown = new BitSet();
    List<WeightIndex.NewColumn> columns = new ArrayList<>();
    task.added().stream()
        .forEach(
            label -> {
              Optional<WeightIndex.NewColumn> column =
                  sketch.learn(
                      label, task.thesaurus().concept(task.labels().id(label)).orElseThrow());
              unknown.set(label, column.isEmpty());
              column.ifPresent(columns::add);
            });
    for (String file : model.ownFiles()) {
      if (!file.equals(LinearScorerProvider.WEIGHTS)) {
        task.copy(model, file);
      }
    }
    weights.write(
        task.target().apply(LinearScorerProvider.WEIGHTS),
        weights.columnsBelow(model.labels().trainedSize()),
        columns);
    return unknown;
  }
}
