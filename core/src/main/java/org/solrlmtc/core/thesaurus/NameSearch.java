package org.solrlmtc.core.thesaurus;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;

/**
 * Finds concepts by their descriptors and alternative names, without regard to case and diacritics.
 * First come the concepts with exactly the name, then those whose descriptor matches, then those
 * with another matching name, each in the order of the names.
 */
public final class NameSearch {
  private static final Pattern DIACRITICS = Pattern.compile("\\p{M}+");
  private static final Pattern NOT_IN_WORDS = Pattern.compile("[^\\p{L}\\p{N}]+");

  /** Characters of the Latin alphabet become at most four others. */
  private static final int MAX_EXPANSION = 4;

  private final List<Entry> entries = new ArrayList<>();

  /**
   * A concept that was found.
   *
   * @param name the name that matched, as it is written
   */
  public record Match(Concept concept, String name) {}

  private record Entry(Concept concept, String name, String folded, boolean descriptor) {}

  public NameSearch(ThesaurusNames names) {
    for (Concept concept : names.thesaurus().concepts()) {
      String descriptor = names.descriptor(concept);
      entries.add(new Entry(concept, descriptor, fold(descriptor), true));
      for (String name : names.alternativeNames(concept)) {
        entries.add(new Entry(concept, name, fold(name), false));
      }
    }
    entries.sort(Comparator.comparing(Entry::folded));
  }

  /** The concepts with this name. */
  public List<Match> named(String name) {
    String wanted = fold(name);
    return find(wanted, folded -> folded.equals(wanted));
  }

  /** The concepts with a name that starts like this. */
  public List<Match> startingWith(String prefix) {
    String wanted = fold(prefix);
    return find(wanted, folded -> folded.startsWith(wanted));
  }

  /** The concepts with a name in which each of these words is a word or the start of one. */
  public List<Match> withWords(String words) {
    String wanted = fold(words);
    List<String> starts = words(wanted);
    return find(
        wanted,
        folded -> {
          List<String> own = words(folded);
          return starts.stream()
              .allMatch(start -> own.stream().anyMatch(word -> word.startsWith(start)));
        });
  }

  private List<Match> find(String exact, Predicate<String> matches) {
    Map<String, Match> found = new LinkedHashMap<>();
    entries.stream()
        .filter(entry -> matches.test(entry.folded()))
        // stable: within a rank, the order of the names stays
        .sorted(Comparator.comparingInt(entry -> rank(entry, exact)))
        .forEach(
            entry ->
                found.putIfAbsent(entry.concept().id(), new Match(entry.concept(), entry.name())));
    return List.copyOf(found.values());
  }

  private static int rank(Entry entry, String exact) {
    return (entry.folded().equals(exact) ? 0 : 2) + (entry.descriptor() ? 0 : 1);
  }

  private static List<String> words(String folded) {
    return Arrays.stream(NOT_IN_WORDS.split(folded)).filter(word -> !word.isEmpty()).toList();
  }

  /** Lower case without diacritics; the Latin letters without such a form (ß, œ) by others. */
  private static String fold(String name) {
    String plain =
        DIACRITICS.matcher(Normalizer.normalize(name.strip(), Normalizer.Form.NFD)).replaceAll("");
    char[] folded = new char[plain.length() * MAX_EXPANSION];
    int length = ASCIIFoldingFilter.foldToASCII(plain.toCharArray(), 0, folded, 0, plain.length());
    return new String(folded, 0, length).toLowerCase(Locale.ROOT);
  }
}
