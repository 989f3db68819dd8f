package org.solrlmtc.readers.thesaurus;

import java.util.Locale;
import org.eclipse.rdf4j.model.Literal;

/**
 * The best name so far, out of names in many languages: the wanted language, a regional variant of
 * it ({@code en-GB} for {@code en}), a name without a language, English.
 */
final class NameChoice {
  private static final String FALLBACK = "en";

  private String name = "";
  private Fit fit = Fit.NONE;

  /** How well a name fits the wanted language, worst first. */
  enum Fit {
    NONE,
    ENGLISH,
    UNTAGGED,
    VARIANT,
    EXACT
  }

  static Fit fit(Literal literal, String language) {
    if (literal.getLanguage().isEmpty()) {
      return Fit.UNTAGGED;
    }
    String tag = literal.getLanguage().get().toLowerCase(Locale.ROOT);
    if (tag.equals(language)) {
      return Fit.EXACT;
    }
    if (tag.startsWith(language + "-")) {
      return Fit.VARIANT;
    }
    return tag.equals(FALLBACK) ? Fit.ENGLISH : Fit.NONE;
  }

  /**
   * Takes the name when it fits better.
   *
   * @return false if the previous one stays
   */
  boolean offer(String candidate, Fit candidateFit) {
    if (candidateFit.compareTo(fit) <= 0
        || candidate.isEmpty()
        || candidate.equalsIgnoreCase(EuroVocTerms.UNTRANSLATED)) {
      return false;
    }
    name = candidate;
    fit = candidateFit;
    return true;
  }

  /** The name, or empty. */
  String name() {
    return name;
  }

  Fit fit() {
    return fit;
  }
}
