package org.solrlmtc.core.language;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import opennlp.tools.langdetect.Language;
import opennlp.tools.langdetect.LanguageDetectorME;
import opennlp.tools.langdetect.LanguageDetectorModel;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.ZoneSelection;

/**
 * Finds acts that are in none of the languages that a model reads. Most acts are recognised by
 * their function words; Apache OpenNLP's detector judges the others. Only a clear result counts: a
 * short text, or one of names and numbers, is taken for the model's language. Immutable and
 * thread-safe.
 */
public final class LanguageIdentifier {
  /** Enough for a clear result, and short enough to be cheap. */
  private static final int MAX_CHARS = 400;

  /** From this length on, the most likely language is nearly always the right one. */
  private static final int MIN_LETTERS = 100;

  /** A language is clear if its confidence is this many times that of the model's languages. */
  private static final double CLEAR = 2;

  private static final String MODEL = "langdetect-183.bin";

  private static final Map<String, String> TWO_LETTER_CODES = twoLetterCodes();

  private final List<String> languages;
  private final FunctionWords functionWords;

  /**
   * @param languages ISO 639-1 codes of the languages that a model reads
   */
  public LanguageIdentifier(List<String> languages) {
    this.languages = List.copyOf(languages);
    this.functionWords = new FunctionWords(languages);
  }

  /** Loads the detector when it is first needed: a model that checks no language does not. */
  private static final class Detector {
    static final LanguageDetectorModel LOADED = load();

    private static LanguageDetectorModel load() {
      ClassLoader loader = LanguageIdentifier.class.getClassLoader();
      try (InputStream in = loader.getResourceAsStream(MODEL)) {
        if (in == null) {
          throw new IllegalStateException(
              MODEL + " is not on the class path: add the jar opennlp-models-langdetect");
        }
        return new LanguageDetectorModel(in);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + MODEL, e);
      }
    }
  }

  /**
   * The language of an act that is in none of the model's languages: an ISO 639-1 code, or the ISO
   * 639-3 code of a language without one. Empty for all other acts, and if the model's languages
   * are not known.
   */
  public Optional<String> otherLanguage(LegalAct act) {
    if (languages.isEmpty()) {
      return Optional.empty();
    }
    String text = beginning(act);
    if (functionWords.recognise(text)) {
      return Optional.empty();
    }
    Language[] found = detect(text);
    double own = 0;
    for (Language language : found) {
      if (languages.contains(code(language))) {
        own = Math.max(own, language.getConfidence());
      }
    }
    return found[0].getConfidence() > CLEAR * own ? Optional.of(code(found[0])) : Optional.empty();
  }

  /** The most likely language of an act; empty if it is too short to say. */
  public static Optional<String> mostLikely(LegalAct act) {
    String text = beginning(act);
    return text.chars().filter(Character::isLetter).count() < MIN_LETTERS
        ? Optional.empty()
        : Optional.of(code(detect(text)[0]));
  }

  private static Language[] detect(String text) {
    // its own detector for each call: OpenNLP's is not documented as thread-safe, but cheap
    return new LanguageDetectorME(Detector.LOADED).predictLanguages(text);
  }

  private static String beginning(LegalAct act) {
    StringBuilder text = new StringBuilder(act.title().isBlank() ? "" : act.title() + "\n");
    ZoneSelection.FULL.forEachSection(
        act,
        (zone, section, part) -> {
          if (text.length() < MAX_CHARS) {
            text.append(part, 0, Math.min(part.length(), MAX_CHARS)).append('\n');
          }
        });
    return text.substring(0, Math.min(text.length(), MAX_CHARS));
  }

  private static String code(Language language) {
    return TWO_LETTER_CODES.getOrDefault(language.getLang(), language.getLang());
  }

  private static Map<String, String> twoLetterCodes() {
    Map<String, String> codes = new HashMap<>();
    for (String code : Locale.getISOLanguages()) {
      codes.put(new Locale(code).getISO3Language(), code);
    }
    // ISO 639-3 distinguishes these; the codes are those of OpenNLP's model
    codes.put("ekk", "et");
    codes.put("lvs", "lv");
    codes.put("cmn", "zh");
    return codes;
  }
}
