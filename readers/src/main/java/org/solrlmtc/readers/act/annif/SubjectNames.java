package org.solrlmtc.readers.act.annif;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.core.thesaurus.ThesaurusException;
import org.solrlmtc.readers.act.source.DamagedInput;
import org.solrlmtc.readers.act.source.Origin;
import org.solrlmtc.readers.thesaurus.AnnifVocabulary;

/**
 * Ids of subjects by name, from the vocabulary of a corpus: {@code subjects.tsv} or {@code
 * subjects.csv} in the folder of a text or the one above.
 */
public final class SubjectNames {
  private static final List<String> VOCABULARIES = List.of("subjects.tsv", "subjects.csv");

  /** No vocabulary is near, as in a zip. */
  public static final SubjectNames NONE = new SubjectNames(Optional.empty(), new Cache());

  private final Optional<Path> vocabulary;
  private final Cache cache;

  private SubjectNames(Optional<Path> vocabulary, Cache cache) {
    this.vocabulary = vocabulary;
    this.cache = cache;
  }

  /** The vocabularies of a run, each read once, when it is first needed. */
  public static final class Cache {
    private final Map<Path, Map<String, String>> idsByName = new HashMap<>();

    /** The vocabulary near a file. */
    public SubjectNames near(Path file) {
      Path folder = file.toAbsolutePath().getParent();
      for (int level = 0; level < 2 && folder != null; level++, folder = folder.getParent()) {
        for (String name : VOCABULARIES) {
          Path vocabulary = folder.resolve(name);
          if (Files.isRegularFile(vocabulary)) {
            return new SubjectNames(Optional.of(vocabulary), this);
          }
        }
      }
      return NONE;
    }

    private Map<String, String> ids(Path vocabulary) throws DamagedInput {
      Map<String, String> ids = idsByName.get(vocabulary);
      if (ids == null) {
        try {
          ids = AnnifVocabulary.read(vocabulary).idsByName();
        } catch (ThesaurusException e) {
          throw DamagedInput.of(Origin.of(vocabulary).label(), e.getMessage());
        }
        idsByName.put(vocabulary, ids);
      }
      return ids;
    }
  }

  Optional<String> id(String name) throws DamagedInput {
    return vocabulary.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(cache.ids(vocabulary.get()).get(name));
  }

  /** Why names could not be resolved, and what helps. */
  String explain(List<String> unknown) {
    return vocabulary
        .map(file -> "the vocabulary " + file + " lacks the subjects " + unknown)
        .orElseGet(
            () ->
                "the subjects "
                    + unknown
                    + " have names only: put their vocabulary as subjects.tsv or subjects.csv into"
                    + " the folder, or give their addresses");
  }
}
