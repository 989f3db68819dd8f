package org.solrlmtc.core.exactmatch;

import java.util.Locale;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishMinimalStemFilter;
import org.apache.lucene.analysis.en.KStemFilter;

/** How word forms are normalised before descriptor and text are compared. */
public enum Stemming {
  /** Verbatim, as in the paper. */
  NONE {
    @Override
    TokenStream apply(TokenStream words) {
      return words;
    }
  },
  /** English plurals only. */
  PLURALS {
    @Override
    TokenStream apply(TokenStream words) {
      return new EnglishMinimalStemFilter(words);
    }
  },
  /** Krovetz' light English stemmer: inflections, checked against a dictionary. */
  LIGHT {
    @Override
    TokenStream apply(TokenStream words) {
      return new KStemFilter(words);
    }
  };

  abstract TokenStream apply(TokenStream words);

  /** The name in manifests and recipes. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Stemming parse(String text) {
    for (Stemming stemming : values()) {
      if (stemming.key().equals(text)) {
        return stemming;
      }
    }
    throw new IllegalArgumentException(
        "unknown stemming '" + text + "': use none, plurals or light");
  }
}
