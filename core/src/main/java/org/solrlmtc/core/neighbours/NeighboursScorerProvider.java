package org.solrlmtc.core.neighbours;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.ScorerProvider;
import org.solrlmtc.core.io.Sha256;
import org.solrlmtc.core.text.NgramVocabulary;
import org.solrlmtc.core.text.TextVectorizer;

/** Opens the bundles of neighbours models: a vocabulary and a Lucene index of known acts. */
public final class NeighboursScorerProvider implements ScorerProvider {
  public static final String METHOD = "neighbours";
  public static final String VOCABULARY = "vocabulary.bin";

  /** Prefix of the files of the Lucene index. */
  private static final String INDEX = "index.";

  /** Enough to distinguish the vocabularies of a bundle's versions. */
  private static final int KEY_CHARS = 16;

  @Override
  public String method() {
    return METHOD;
  }

  /** The name in the bundle of a file of the Lucene index. */
  public static String indexFile(String name) {
    return INDEX + name;
  }

  /** The vectors of acts depend on the vocabulary and on these settings. */
  private static String memoryKey(ModelBundle bundle, NeighboursSettings settings) {
    String vocabulary = bundle.manifest().files().get(VOCABULARY).sha256();
    String vectors = settings.ngrams().toMap() + " " + settings.terms();
    return Sha256.of(vectors + " " + vocabulary).substring(0, KEY_CHARS);
  }

  @Override
  public NeighboursScorer open(ModelBundle bundle) {
    NeighboursSettings settings = bundle.readSettings(NeighboursSettings::read);
    NgramVocabulary vocabulary = NgramVocabulary.read(bundle.file(VOCABULARY));
    Map<String, Path> files =
        bundle.ownFiles().stream()
            .filter(name -> name.startsWith(INDEX))
            .collect(Collectors.toMap(name -> name.substring(INDEX.length()), bundle::file));
    try {
      KnownActs acts =
          KnownActs.open(
              new BundledDirectory(bundle.folder(), files),
              vocabulary.size(),
              bundle.labels().size());
      return new NeighboursScorer(
          bundle.labels(),
          settings,
          new TextVectorizer(settings.ngrams(), vocabulary),
          acts,
          memoryKey(bundle, settings));
    } catch (IOException | RuntimeException e) {
      // Lucene answers a file that lies about its content with any exception
      if (e instanceof BundleException known) {
        throw known;
      }
      throw new BundleException(
          "the index of known acts in bundle '"
              + bundle.manifest().name()
              + "' ("
              + bundle.folder()
              + ", files "
              + INDEX
              + "*) cannot be read: "
              + e.getMessage()
              + "; copy the bundle again",
          e);
    }
  }
}
