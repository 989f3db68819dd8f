package org.solrlmtc.core.thesaurus;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipException;

/** Reads thesauri of every supported form, and writes the compact one. */
public final class Thesauri {
  private Thesauri() {}

  /**
   * Reads a file. Its form is told by its content: the compact form, the data set's JSON, or SKOS
   * as RDF/XML or Turtle; each may be packed with gzip, or alone in a zip.
   *
   * @param language the language of the names to take from a file that has several; for JSON, which
   *     does not say, the language it is in; the compact form must be in this language
   * @throws ThesaurusException naming the file, and line or entry, when it cannot be used
   */
  public static LoadedThesaurus read(Path file, String language) {
    String tag = language.toLowerCase(Locale.ROOT);
    try (ThesaurusInput input = ThesaurusInput.open(file)) {
      String source = file.getFileName().toString();
      return switch (input.form()) {
        case TSV -> inLanguage(tag, ThesaurusTsv.read(input.bytes()));
        case JSON -> DatasetThesaurusReader.read(input.bytes(), tag, source);
        case RDF_XML, TURTLE -> SkosReader.read(input, tag, source);
      };
    } catch (ThesaurusException e) {
      throw new ThesaurusException(file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new ThesaurusException(file + ": " + describe(e), e);
    }
  }

  /**
   * Reads a file of the compact form, in whatever language it is.
   *
   * @throws ThesaurusException naming the file, and line or entry, when it cannot be used
   */
  public static Thesaurus readCompact(Path file) {
    return readCompact(file, true);
  }

  /**
   * Reads a file of the compact form that is not packed, as model bundles carry it: its size tells
   * what it takes to read it.
   *
   * @throws ThesaurusException naming the file, and line or entry, when it cannot be used
   */
  public static Thesaurus readPlain(Path file) {
    return readCompact(file, false);
  }

  private static Thesaurus readCompact(Path file, boolean mayBePacked) {
    try (ThesaurusInput input = ThesaurusInput.open(file)) {
      if (input.isPacked() && !mayBePacked) {
        throw new ThesaurusException("it is packed: unpack it");
      }
      if (input.form() != ThesaurusInput.Form.TSV) {
        throw new ThesaurusException("it is not in the compact form");
      }
      return ThesaurusTsv.read(input.bytes());
    } catch (ThesaurusException e) {
      throw new ThesaurusException(file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new ThesaurusException(file + ": " + describe(e), e);
    }
  }

  /**
   * Reads one file, or joins two editions: then the one with microthesauri gives hierarchy and
   * status and the other, older one the names; concepts only the older one knows become deprecated.
   * Writes the result in the compact form; equal input gives equal bytes.
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
    write(loaded.thesaurus(), target);
    return loaded;
  }

  /** Writes the compact form, replacing the file in one step. */
  public static void write(Thesaurus thesaurus, Path target) {
    try {
      ThesaurusTsv.write(thesaurus, target);
    } catch (IOException e) {
      throw new ThesaurusException(target + ": cannot be written: " + e, e);
    }
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

  private static String describe(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (e instanceof EOFException) {
      return "the file is cut short; fetch it again";
    }
    if (e instanceof ZipException) {
      return "the packed file is damaged (" + e.getMessage() + "); fetch it again";
    }
    if (e instanceof CharacterCodingException) {
      return "it is not UTF-8; save it in that encoding";
    }
    return "cannot be read: " + e;
  }
}
