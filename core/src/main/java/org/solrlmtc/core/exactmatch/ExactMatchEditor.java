package org.solrlmtc.core.exactmatch;

import java.io.IOException;
import java.util.BitSet;
import java.util.stream.Stream;
import org.solrlmtc.core.bundle.ConceptEditor;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.thesaurus.Concept;

/** Exact Match reads the names of added labels from the thesaurus: its files stay as they are. */
public final class ExactMatchEditor implements ConceptEditor {
  @Override
  public String method() {
    return ExactMatchScorerProvider.METHOD;
  }

  @Override
  public BitSet write(ModelBundle model, Task task) throws IOException {
    task.copyAll(model);
    ExactMatchSettings settings = model.readSettings(ExactMatchSettings::read);
    BitSet unknown = task.added();
    try (PhraseAnalyzer analyzer = new PhraseAnalyzer(settings.stemming())) {
      task.added().stream()
          .forEach(
              label -> {
                Concept concept = task.thesaurus().concept(task.labels().id(label)).orElseThrow();
                Stream<String> others =
                    settings.alternativeNames()
                        ? concept.alternativeNames().stream()
                        : Stream.empty();
                boolean searchable =
                    Stream.concat(Stream.of(concept.descriptor()), others)
                        .anyMatch(
                            name ->
                                name.length() >= settings.minNameLength()
                                    && !analyzer.terms(name).isEmpty());
                unknown.set(label, !searchable);
              });
    }
    return unknown;
  }
}
