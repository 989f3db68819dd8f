package org.solrlmtc.core.text.pieces;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.text.TokenSequence;
import org.solrlmtc.core.text.Tokenizer;

/**
 * Tokens are BERT's word pieces. Gives the ids that the tokenizer gave with which a pretrained
 * model was trained, but for one thing: {@code [SEP]} in the text of an act is text, not a special
 * token. Immutable and thread-safe.
 */
final class WordPieceTokenizer implements Tokenizer {
  static final String TYPE = "word-pieces";

  /** The bundle's file with the pieces, one per line. */
  static final String VOCABULARY = "vocab.txt";

  private final WordPieceSettings settings;
  private final PretrainedPieces pieces;
  private final PieceCharacters characters;
  private final PieceTrie trie;
  private final int unknown;
  private final int before;
  private final int after;

  WordPieceTokenizer(WordPieceSettings settings, PretrainedPieces pieces) {
    this.settings = settings;
    this.pieces = pieces;
    this.characters = new PieceCharacters(pieces.rules());
    this.trie = new PieceTrie(pieces.vocabulary());
    this.unknown = pieces.vocabulary().id(PieceVocabulary.UNKNOWN).orElseThrow();
    this.before = pieces.vocabulary().id(PieceVocabulary.CLASSIFICATION).orElseThrow();
    this.after = pieces.vocabulary().id(PieceVocabulary.SEPARATOR).orElseThrow();
  }

  @Override
  public String type() {
    return TYPE;
  }

  /** An act without text has no tokens, not even special ones. */
  @Override
  public TokenSequence tokenize(LegalAct act) {
    WordPieces split = new WordPieces(characters, trie, unknown);
    TokenSequence.Builder tokens = TokenSequence.builder(1);
    WordPieceSettings.SpecialTokens special = settings.specialTokens();
    int limit = settings.maxSequenceLength() - (special.isAfter() ? 1 : 0);
    settings
        .reading()
        .forEachSection(
            act,
            settings.zones(),
            (zone, section, text) ->
                split.visit(
                    text,
                    // the first piece makes room for the token before it
                    limit - Math.max(tokens.length(), special.isBefore() ? 1 : 0),
                    (id, start, end) -> {
                      if (special.isBefore() && tokens.length() == 0) {
                        tokens.add(before, zone, section, start, start);
                      }
                      tokens.add(id, zone, section, start, end);
                    }));
    if (special.isAfter() && tokens.length() > 0) {
      tokens.addAtEnd(after);
    }
    return tokens.build();
  }

  @Override
  public int maxSequenceLength() {
    return settings.maxSequenceLength();
  }

  @Override
  public int vocabularySize() {
    return pieces.vocabulary().size();
  }

  @Override
  public int outOfVocabularyId() {
    return unknown;
  }

  @Override
  public String decode(int[] ids) {
    Set<Integer> omitted = Set.of(PADDING_ID, unknown, before, after);
    StringBuilder text = new StringBuilder();
    for (int id : ids) {
      String piece = pieces.vocabulary().piece(id);
      if (omitted.contains(id)) {
        continue;
      }
      boolean continues = piece.startsWith(PieceVocabulary.CONTINUATION) && !text.isEmpty();
      if (!continues && !text.isEmpty()) {
        text.append(' ');
      }
      text.append(continues ? piece.substring(PieceVocabulary.CONTINUATION.length()) : piece);
    }
    return text.toString();
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("type", TYPE);
    map.putAll(settings.toMap());
    map.putAll(pieces.rules().toMap());
    return map;
  }

  @Override
  public void write(Function<String, Path> files) throws IOException {
    pieces.vocabulary().write(files.apply(VOCABULARY));
  }
}
