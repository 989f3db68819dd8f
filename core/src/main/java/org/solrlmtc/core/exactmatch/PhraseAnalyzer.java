package org.solrlmtc.core.exactmatch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.en.EnglishMinimalStemmer;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;

/**
 * Splits text into words by Unicode's segmentation, in lower case: the same for descriptors and for
 * acts.
 */
public final class PhraseAnalyzer extends Analyzer {
  /** A phrase never spans two articles. */
  private static final int SECTION_GAP = 100;

  private final Stemming stemming;

  /** Has no state. */
  private final EnglishMinimalStemmer plurals = new EnglishMinimalStemmer();

  public PhraseAnalyzer(Stemming stemming) {
    this.stemming = stemming;
  }

  @Override
  protected TokenStreamComponents createComponents(String fieldName) {
    Tokenizer words = new StandardTokenizer();
    return new TokenStreamComponents(words, stemming.apply(new LowerCaseFilter(words)));
  }

  @Override
  public int getPositionIncrementGap(String fieldName) {
    return SECTION_GAP;
  }

  /** Receives the words of a text. */
  @FunctionalInterface
  public interface TermVisitor {
    /**
     * Visits a word.
     *
     * @param chars the word is its first {@code length} characters; they are overwritten afterwards
     */
    void term(char[] chars, int length);
  }

  /** Visits the words of a text in reading order: those of {@link #terms}, in less time. */
  public void forEachTerm(String text, TermVisitor visitor) {
    if (stemming == Stemming.LIGHT) {
      analyse(text, visitor);
      return;
    }
    TermVisitor plain =
        stemming == Stemming.NONE
            ? visitor
            : (chars, length) -> visitor.term(chars, plurals.stem(chars, length));
    WordSplitter.forEach(text, plain, rest -> analyse(rest, visitor));
  }

  private void analyse(String text, TermVisitor visitor) {
    try (TokenStream stream = tokenStream("phrase", text)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        visitor.term(term.buffer(), term.length());
      }
      stream.end();
    } catch (IOException e) {
      throw new UncheckedIOException("analysing a text in memory failed", e);
    }
  }

  /** The words of a text, as they are compared. */
  public List<String> terms(String text) {
    return words(text).stream().map(Word::term).toList();
  }

  /** The words of a text with their offsets. */
  List<Word> words(String text) {
    List<Word> words = new ArrayList<>();
    try (TokenStream stream = tokenStream("phrase", text)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      OffsetAttribute offset = stream.addAttribute(OffsetAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        words.add(new Word(term.toString(), offset.startOffset(), offset.endOffset()));
      }
      stream.end();
    } catch (IOException e) {
      throw new UncheckedIOException("analysing a text in memory failed", e);
    }
    return words;
  }

  /**
   * A word of a text.
   *
   * @param term the word as it is searched for
   */
  record Word(String term, int start, int end) {}
}
