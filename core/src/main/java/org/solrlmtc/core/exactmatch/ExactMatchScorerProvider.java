package org.solrlmtc.core.exactmatch;

import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.Collectors;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.ScorerProvider;
import org.solrlmtc.core.score.EditedScorer;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Thesaurus;

/** Opens Exact Match bundles, and writes their document frequencies. */
public final class ExactMatchScorerProvider implements ScorerProvider {
  public static final String METHOD = "exact-match";

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public LabelScorer open(ModelBundle bundle) {
    ExactMatchSettings settings = bundle.readSettings(ExactMatchSettings::read);
    PhraseFrequencies frequencies =
        bundle.hasFile(PhraseFrequencies.FILE)
            ? PhraseFrequencies.read(bundle.file(PhraseFrequencies.FILE))
            : PhraseFrequencies.NONE;
    ExactMatchScorer present =
        new ExactMatchScorer(bundle.labels(), bundle.thesaurus(), settings, frequencies);
    if (bundle.labels().withNewNames().isEmpty()) {
      return present;
    }
    // a new name must not make part of a longer one of what was found before
    return new EditedScorer(
        new ExactMatchScorer(
            bundle.labels().trained(), bundle.trainedThesaurus(), settings, frequencies),
        present);
  }

  /**
   * Counts the document frequency of each name in these acts, and writes the counts into a bundle.
   */
  public static void writeFrequencies(
      BundleWriter bundle,
      LabelSet labels,
      Thesaurus thesaurus,
      ExactMatchSettings settings,
      Iterator<LegalAct> trainingActs)
      throws IOException {
    Map<String, Integer> actsWith = new HashMap<>();
    int acts = 0;
    try (ExactMatchScorer scorer =
        new ExactMatchScorer(labels, thesaurus, settings, PhraseFrequencies.NONE)) {
      while (trainingActs.hasNext()) {
        acts++;
        scorer.hits(trainingActs.next()).stream()
            .map(hit -> scorer.phrases().get(hit.phrase()).key())
            .collect(Collectors.toSet())
            .forEach(key -> actsWith.merge(key, 1, Integer::sum));
      }
    }
    new PhraseFrequencies(acts, actsWith).write(bundle.file(PhraseFrequencies.FILE));
  }
}
