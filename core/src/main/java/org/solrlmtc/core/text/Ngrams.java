package org.solrlmtc.core.text;

import java.util.List;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.ZoneSelection;

/**
 * Splits acts into word n-grams. A word is a run of letters, digits and combining marks, in lower
 * case. An n-gram is 1 to n consecutive words of one section, whatever separates them.
 *
 * <p>An n-gram is identified by a 48-bit hash of its namespace and words. Among the 30 million
 * distinct n-grams of a corpus of 45,000 acts about two pairs collide, and an unseen n-gram
 * collides with one of 300,000 features once in a billion times: neither affects a model's quality.
 *
 * <p>Immutable and thread-safe.
 */
public final class Ngrams {
  /** Hashes are below this. */
  static final long HASH_RANGE = 1L << 48;

  private static final long SPREAD = 0x9E3779B97F4A7C15L;
  private static final int ASCII = 128;

  private final NgramSettings settings;

  /** The normalised form of an ASCII character; 0 if it separates words. */
  private final char[] asciiForm = new char[ASCII];

  public Ngrams(NgramSettings settings) {
    this.settings = settings;
    for (int c = 0; c < ASCII; c++) {
      asciiForm[c] = (char) WordCharacters.form(c, settings.maskDigits());
    }
  }

  /** Visits the n-grams of every namespace in reading order, shorter ones first at each word. */
  public void forEach(LegalAct act, NgramVisitor visitor) {
    Window window = new Window(settings.maxNgram(), visitor);
    List<ZoneSelection> namespaces = settings.namespaces();
    for (int namespace = 0; namespace < namespaces.size(); namespace++) {
      int number = namespace;
      long seed = mix((namespace + 1) * SPREAD);
      settings
          .reading()
          .forEachSection(
              act,
              namespaces.get(namespace),
              (zone, section, text) -> {
                visitor.section(number, zone, section);
                window.begin(seed);
                words(text, window);
              });
    }
  }

  private void words(String text, Window window) {
    boolean maskDigits = settings.maskDigits();
    int length = text.length();
    long hash = 0;
    int start = -1;
    for (int at = 0; at < length; ) {
      int c = text.charAt(at);
      int width = 1;
      int form;
      if (c < ASCII) {
        form = asciiForm[c];
      } else {
        c = text.codePointAt(at);
        width = Character.charCount(c);
        form = WordCharacters.form(c, maskDigits);
      }
      if (form != 0) {
        if (start < 0) {
          start = at;
          hash = SPREAD;
        }
        hash = (hash ^ form) * SPREAD;
        hash ^= hash >>> 29;
      } else if (start >= 0) {
        window.word(hash, start, at);
        start = -1;
      }
      at += width;
    }
    if (start >= 0) {
      window.word(hash, start, length);
    }
  }

  private static long mix(long hash) {
    long mixed = (hash ^ (hash >>> 32)) * 0xD6E8FEB86659FD93L;
    mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
    return mixed ^ (mixed >>> 32);
  }

  /** The last words of a section, which the next word can extend. */
  private static final class Window {
    private final NgramVisitor visitor;

    /** At n - 1: the hash of the n-gram that ends at the last word, and where it starts. */
    private final long[] hashes;

    private final int[] starts;
    private int words;
    private long seed;

    Window(int longest, NgramVisitor visitor) {
      this.visitor = visitor;
      this.hashes = new long[longest];
      this.starts = new int[longest];
    }

    void begin(long namespaceSeed) {
      seed = namespaceSeed;
      words = 0;
    }

    void word(long hash, int start, int end) {
      for (int n = Math.min(words, hashes.length - 1); n > 0; n--) {
        hashes[n] = mix(hashes[n - 1] * SPREAD + hash);
        starts[n] = starts[n - 1];
      }
      hashes[0] = mix(seed + hash);
      starts[0] = start;
      words++;
      int longest = Math.min(words, hashes.length);
      for (int n = 0; n < longest; n++) {
        visitor.ngram(n + 1, hashes[n] & (HASH_RANGE - 1), starts[n], end);
      }
    }
  }
}
