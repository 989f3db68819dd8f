package org.solrlmtc.readers.thesaurus;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.core.thesaurus.ThesaurusException;
import org.solrlmtc.core.thesaurus.ThesaurusTsv;

/** Reads thesauri of every supported form, and writes the compact one. */
public final class Thesauri {
  private Thesauri() {}

  /**
   * Reads a file. Its form is detected from its content: the compact form, the data set's JSON,
   * SKOS as RDF/XML, Turtle or JSON-LD, or a vocabulary of Annif; each may be compressed with gzip,
   * or be alone in a zip.
   *
   * @param language the language of the names to take from a file that has several; for JSON and
   *     Annif's TSV, which do not name it, the language it is in; the compact form must be in this
   *     language
   * @throws ThesaurusException naming the file, and line or entry, when it cannot be used
   */
  public static LoadedThesaurus read(Path file, String language) {
    String tag = language.toLowerCase(Locale.ROOT);
    try (ThesaurusInput input = ThesaurusInput.open(file)) {
      String source = file.getFileName().toString();
      return switch (input.form()) {
        case TSV -> inLanguage(tag, ThesaurusTsv.read(input.bytes()));
        case JSON -> DatasetThesaurusReader.read(input.bytes(), tag, source);
        case RDF_XML, TURTLE, JSON_LD -> SkosReader.read(input, tag, source);
        case ANNIF_TSV -> AnnifVocabulary.tsv(input.bytes()).thesaurus(tag, source);
        case ANNIF_CSV -> AnnifVocabulary.csv(input.bytes()).thesaurus(tag, source);
      };
    } catch (ThesaurusException e) {
      throw new ThesaurusException(file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw ThesaurusException.unreadable(file, e);
    }
  }

  /**
   * Reads a file of the compact form in any language, compressed or not.
   *
   * @throws ThesaurusException naming the file, and line or entry, when it cannot be used
   */
  public static Thesaurus readCompact(Path file) {
    try (ThesaurusInput input = ThesaurusInput.open(file)) {
      if (input.form() != ThesaurusInput.Form.TSV) {
        throw new ThesaurusException("it is not in the compact form: convert it first");
      }
      return ThesaurusTsv.read(input.bytes());
    } catch (ThesaurusException e) {
      throw new ThesaurusException(file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw ThesaurusException.unreadable(file, e);
    }
  }

  /**
   * Reads one file, or joins two editions: then the one with microthesauri provides hierarchy and
   * status and the other, older one the names; concepts that only the older one has become
   * deprecated. Writes the result in the compact form; equal input gives equal bytes.
   *
   * @return what was written, with notes worth showing to the user
   * @throws ThesaurusException naming the file that cannot be read, joined or written
   */
  public static LoadedThesaurus convert(List<Path> files, String language, Path target) {
    if (files.isEmpty() || files.size() > 2) {
      throw new ThesaurusException(
          "give one thesaurus file, or two: one for the structure, one for the names; not "
              + files.size());
    }
    LoadedThesaurus loaded = read(files.get(0), language);
    if (files.size() == 2) {
      loaded = ThesaurusMerge.merge(loaded, read(files.get(1), language));
    }
    ThesaurusTsv.write(loaded.thesaurus(), target);
    return loaded;
  }

  private static LoadedThesaurus inLanguage(String language, Thesaurus thesaurus) {
    if (!thesaurus.edition().language().equals(language)) {
      throw new ThesaurusException(
          "its names are in '"
              + thesaurus.edition().language()
              + "', not in '"
              + language
              + "'; convert EuroVoc's SKOS file to get that language");
    }
    return new LoadedThesaurus(thesaurus, List.of());
  }
}
