package org.solrlmtc.training.neural;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.settings.SettingChecks;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.TokenSequence;
import org.solrlmtc.core.text.Tokenizer;
import org.solrlmtc.core.text.TokenizerProvider;
import org.solrlmtc.core.text.TokenizerSpec;

/**
 * A new tokenizer in one class, and one line in {@code META-INF/services}. Its vocabulary is the
 * characters of the training acts. A token is a character, or the first characters of a word.
 */
record ToyTokenizer(String alphabet, int idsPerToken, ZoneSelection zones) implements Tokenizer {
  static final String TYPE = "toy-characters";
  private static final String FILE = "characters.txt";
  private static final int OUT_OF_VOCABULARY = 1;
  private static final int FIRST_CHARACTER = 2;

  /** Reads manifests and recipes. */
  public static final class Provider implements TokenizerProvider {
    @Override
    public String type() {
      return TYPE;
    }

    @Override
    public ToyTokenizer open(Settings settings, Function<String, Path> files) {
      Spec spec = spec(settings);
      try {
        return new ToyTokenizer(Files.readString(files.apply(FILE)), spec.idsPerToken, spec.zones);
      } catch (IOException e) {
        throw new BundleException("cannot read " + files.apply(FILE), e);
      }
    }

    @Override
    public Spec spec(Settings section) {
      return new Spec(
          SettingChecks.atLeast("charactersPerToken", section.integer("charactersPerToken", 1), 1),
          ZoneSelection.parse(section.text("zones", "full")));
    }
  }

  private record Spec(int idsPerToken, ZoneSelection zones) implements TokenizerSpec {
    @Override
    public Map<String, Object> settings() {
      Map<String, Object> settings = new LinkedHashMap<>();
      settings.put("type", TYPE);
      settings.put("charactersPerToken", idsPerToken);
      settings.put("zones", zones.toString());
      return settings;
    }

    @Override
    public ToyTokenizer build(Corpus corpus) throws IOException {
      TreeSet<Character> characters = new TreeSet<>();
      corpus.forEach(
          act ->
              zones.forEachSection(
                  act,
                  (zone, section, text) -> text.chars().forEach(c -> characters.add((char) c))));
      return new ToyTokenizer(
          characters.stream().map(String::valueOf).collect(Collectors.joining()),
          idsPerToken,
          zones);
    }
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public TokenSequence tokenize(LegalAct act) {
    TokenSequence.Builder tokens = TokenSequence.builder(idsPerToken);
    zones.forEachSection(
        act,
        (zone, section, text) -> {
          int start = 0;
          for (String token : split(text)) {
            int[] ids = new int[idsPerToken];
            for (int i = 0; i < Math.min(idsPerToken, token.length()); i++) {
              int found = alphabet.indexOf(token.charAt(i));
              ids[i] = found < 0 ? OUT_OF_VOCABULARY : FIRST_CHARACTER + found;
            }
            tokens.add(ids, zone, section, start, start + token.length());
            start += token.length() + (idsPerToken == 1 ? 0 : 1);
          }
        });
    return tokens.build();
  }

  private List<String> split(String text) {
    return text.isBlank() ? List.of() : List.of(text.split(idsPerToken == 1 ? "" : " "));
  }

  @Override
  public int maxSequenceLength() {
    return 1000;
  }

  @Override
  public int vocabularySize() {
    return FIRST_CHARACTER + alphabet.length();
  }

  @Override
  public int outOfVocabularyId() {
    return OUT_OF_VOCABULARY;
  }

  @Override
  public String decode(int[] ids) {
    List<String> tokens = new ArrayList<>();
    for (int from = 0; from < ids.length; from += idsPerToken) {
      StringBuilder token = new StringBuilder();
      for (int i = from; i < from + idsPerToken; i++) {
        if (ids[i] >= FIRST_CHARACTER) {
          token.append(alphabet.charAt(ids[i] - FIRST_CHARACTER));
        }
      }
      tokens.add(token.toString());
    }
    return String.join(idsPerToken == 1 ? "" : " ", tokens);
  }

  @Override
  public Map<String, Object> settings() {
    return new Spec(idsPerToken, zones).settings();
  }

  @Override
  public void write(Function<String, Path> files) throws IOException {
    Files.writeString(files.apply(FILE), alphabet);
  }
}
