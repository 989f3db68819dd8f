package org.solrlmtc.plugin.api;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.core.SolrResourceLoader;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.core.thesaurus.ThesaurusException;
import org.solrlmtc.core.thesaurus.ThesaurusNames;
import org.solrlmtc.core.thesaurus.ThesaurusTsv;

/** The names of concepts in further languages, from files of the configset. */
final class Languages {
  /** The parameter that asks for a language. */
  static final String PARAMETER = "lang";

  static final Languages NONE = new Languages(Map.of());

  private final Map<String, Thesaurus> byTag;

  private Languages(Map<String, Thesaurus> byTag) {
    this.byTag = byTag;
  }

  /**
   * @param setting one file name, or a list of them; null for none
   * @throws SolrException naming the file that is missing or damaged, or repeats a language
   */
  static Languages load(Object setting, SolrResourceLoader loader) {
    Map<String, Thesaurus> byTag = new TreeMap<>();
    for (String file : files(setting)) {
      Thesaurus names = read(file, loader);
      if (byTag.put(names.edition().language(), names) != null) {
        throw failure(
            file, "has names in '" + names.edition().language() + "', as another file has", null);
      }
    }
    return new Languages(byTag);
  }

  private static List<String> files(Object setting) {
    List<String> files = new ArrayList<>();
    for (Object file : setting instanceof Collection<?> list ? list : List.of(setting)) {
      files.add(file.toString().strip());
    }
    files.removeIf(String::isEmpty);
    return files;
  }

  private static Thesaurus read(String file, SolrResourceLoader loader) {
    try (InputStream in = loader.openResource(file)) {
      return ThesaurusTsv.read(in.readNBytes(ThesaurusTsv.MAX_BYTES));
    } catch (ThesaurusException e) {
      throw failure(file, "cannot be used: " + e.getMessage(), e);
    } catch (IOException e) {
      throw failure(file, "cannot be read: " + e.getMessage(), e);
    }
  }

  private static SolrException failure(String file, String problem, Exception cause) {
    return new SolrException(
        ErrorCode.SERVER_ERROR,
        "the setting 'names' of "
            + ThesaurusHandler.class.getSimpleName()
            + ": the file "
            + file
            + " of the configset "
            + problem,
        cause);
  }

  /** The languages beside the thesaurus' own. */
  List<String> tags() {
    return List.copyOf(byTag.keySet());
  }

  /**
   * The names of a thesaurus in the language that a request asks for.
   *
   * @throws SolrException with the languages that there are
   */
  ThesaurusNames names(Thesaurus thesaurus, RequestParams params) {
    Optional<String> tag = params.text(PARAMETER).map(String::strip);
    String own = thesaurus.edition().language();
    if (tag.isEmpty() || tag.get().equals(own)) {
      return new ThesaurusNames(thesaurus, thesaurus);
    }
    Thesaurus translation = byTag.get(tag.get());
    if (translation == null) {
      List<String> all = new ArrayList<>(tags());
      all.add(0, own);
      throw RequestParams.bad(
          PARAMETER,
          "must be one of "
              + all
              + ", not '"
              + tag.get()
              + "': the setting 'names' of /lmtc/thesaurus adds a language");
    }
    return new ThesaurusNames(thesaurus, translation);
  }
}
