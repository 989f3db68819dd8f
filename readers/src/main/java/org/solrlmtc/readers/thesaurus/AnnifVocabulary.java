package org.solrlmtc.readers.thesaurus;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Edition;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.core.thesaurus.ThesaurusException;

/**
 * A vocabulary of Annif: concepts with names, without hierarchy. Either lines of {@code <address>},
 * a tab and the name, in a language that the file does not say, or CSV with the columns {@code uri}
 * and {@code label_xx} per language.
 */
public final class AnnifVocabulary {
  private static final String ADDRESS = "uri";
  private static final String NAME = "label_";

  /** The language of names that do not say theirs. */
  private static final String ANY = "";

  /** Names by language, by address. */
  private final Map<String, Map<String, Set<String>>> names;

  private AnnifVocabulary(Map<String, Map<String, Set<String>>> names) {
    this.names = names;
    if (names.isEmpty()) {
      throw new ThesaurusException("it describes no concept");
    }
  }

  /**
   * Reads a file of either form.
   *
   * @throws ThesaurusException naming the file, and the line, when it cannot be used
   */
  public static AnnifVocabulary read(Path file) {
    try (ThesaurusInput input = ThesaurusInput.open(file)) {
      return switch (input.form()) {
        case ANNIF_TSV -> tsv(input.bytes());
        case ANNIF_CSV -> csv(input.bytes());
        default -> throw new ThesaurusException("it is not a vocabulary of Annif");
      };
    } catch (ThesaurusException e) {
      throw new ThesaurusException(file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw ThesaurusException.unreadable(file, e);
    }
  }

  static boolean isTsv(String firstLine) {
    return firstLine.matches("<[^<>\\s]+>\\t\\s*[^<\\s].*");
  }

  static boolean isCsv(String firstLine) {
    List<String> columns = List.of(firstLine.replace("\"", "").strip().split(",", -1));
    return columns.contains(ADDRESS) && columns.stream().anyMatch(name -> name.startsWith(NAME));
  }

  static AnnifVocabulary tsv(byte[] content) throws IOException {
    Map<String, Map<String, Set<String>>> names = new LinkedHashMap<>();
    int number = 0;
    for (String line : decode(content).split("\r?\n", -1)) {
      number++;
      if (line.isBlank()) {
        continue;
      }
      if (!isTsv(line)) {
        throw new ThesaurusException(
            "line " + number + ": it must be <address>, a tab and the name of the concept");
      }
      String[] fields = line.split("\t", -1);
      add(names, fields[0].substring(1, fields[0].length() - 1), ANY, fields[1]);
    }
    return new AnnifVocabulary(names);
  }

  static AnnifVocabulary csv(byte[] content) throws IOException {
    Map<String, Map<String, Set<String>>> names = new LinkedHashMap<>();
    try (MappingIterator<Map<String, String>> rows =
        new CsvMapper()
            .readerForMapOf(String.class)
            .with(CsvSchema.emptySchema().withHeader())
            .readValues(decode(content))) {
      while (rows.hasNextValue()) {
        Map<String, String> row = rows.nextValue();
        String address = row.getOrDefault(ADDRESS, "").strip();
        if (address.isEmpty()) {
          throw new ThesaurusException(
              "line "
                  + rows.getCurrentLocation().getLineNr()
                  + ": the column '"
                  + ADDRESS
                  + "' is empty");
        }
        names.computeIfAbsent(address, key -> new LinkedHashMap<>());
        row.forEach(
            (column, name) -> {
              if (column.startsWith(NAME)) {
                add(names, address, column.substring(NAME.length()), name);
              }
            });
      }
    } catch (JsonProcessingException e) {
      throw new ThesaurusException("it is not well-formed CSV: " + e.getOriginalMessage(), e);
    }
    return new AnnifVocabulary(names);
  }

  LoadedThesaurus thesaurus(String language, String source) {
    Map<String, String> ids = ConceptAddress.ids(names.keySet());
    List<Concept> concepts = new ArrayList<>();
    int nameless = 0;
    for (Map.Entry<String, Map<String, Set<String>>> entry : names.entrySet()) {
      List<String> own = List.copyOf(namesIn(language, entry.getValue()));
      if (own.isEmpty()) {
        nameless++;
      } else {
        concepts.add(
            new Concept(
                ids.get(entry.getKey()),
                own.get(0),
                own.subList(1, own.size()),
                List.of(),
                List.of(),
                false));
      }
    }
    if (concepts.isEmpty()) {
      throw new ThesaurusException(
          "it has no names in '" + language + "'; its names are in " + languages());
    }
    List<String> notes = new ArrayList<>();
    if (nameless > 0) {
      notes.add(
          String.format(
              Locale.ROOT, "concepts without a name in '%s', left out: %,d", language, nameless));
    }
    return new LoadedThesaurus(
        new Thesaurus(
            new Edition(language, Edition.UNKNOWN, source), List.of(), List.of(), concepts),
        notes);
  }

  /** Ids of concepts by their names in any language. */
  public Map<String, String> idsByName() {
    Map<String, String> ids = ConceptAddress.ids(names.keySet());
    Map<String, String> byName = new HashMap<>();
    names.forEach(
        (address, languages) ->
            languages
                .values()
                .forEach(all -> all.forEach(name -> byName.putIfAbsent(name, ids.get(address)))));
    return byName;
  }

  private String languages() {
    TreeSet<String> languages = new TreeSet<>();
    names.values().forEach(byLanguage -> languages.addAll(byLanguage.keySet()));
    return String.join(", ", languages);
  }

  private static Set<String> namesIn(String language, Map<String, Set<String>> byLanguage) {
    return byLanguage.getOrDefault(language, byLanguage.getOrDefault(ANY, Set.of()));
  }

  private static void add(
      Map<String, Map<String, Set<String>>> names, String address, String language, String name) {
    String clean = Names.clean(name);
    if (!clean.isEmpty()) {
      names
          .computeIfAbsent(address, key -> new LinkedHashMap<>())
          .computeIfAbsent(language.toLowerCase(Locale.ROOT), key -> new LinkedHashSet<>())
          .add(clean);
    }
  }

  private static String decode(byte[] content) throws IOException {
    String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }
}
