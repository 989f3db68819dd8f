package org.solrlmtc.readers.thesaurus;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.solrlmtc.core.json.JsonProblems;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Domain;
import org.solrlmtc.core.thesaurus.Edition;
import org.solrlmtc.core.thesaurus.Microthesaurus;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.core.thesaurus.ThesaurusException;

/**
 * The JSON forms EuroVoc comes in with the EURLEX57K data set:
 *
 * <ul>
 *   <li>the data set's own: concept ids with {@code label}, {@code alt_labels}, {@code parents};
 *   <li>an edition: {@code issued}, {@code domains}, {@code microthesauri}, {@code concepts};
 *   <li>the names of an edition in another {@code language}, without its structure: domains and
 *       microthesauri are texts that start with their codes.
 * </ul>
 *
 * The keys determine which one it is. Only the last one names its language; for the others the
 * caller does. Unknown references are dropped and counted.
 */
final class DatasetThesaurusReader {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final String language;
  private final String source;
  private final References broader = new References("broader concept");
  private final References microthesauri = new References("microthesaurus");
  private final References domains = new References("domain");

  private DatasetThesaurusReader(String language, String source) {
    this.language = language;
    this.source = source;
  }

  static LoadedThesaurus read(byte[] content, String language, String source) {
    JsonNode root = parse(content);
    DatasetThesaurusReader reader = new DatasetThesaurusReader(language, source);
    boolean edition = root.has("concepts") && root.has("microthesauri");
    if (edition && root.has("language")) {
      return reader.names(root);
    }
    return edition ? reader.edition(root) : reader.dataset(root);
  }

  private static JsonNode parse(byte[] content) {
    try {
      JsonNode root = MAPPER.readTree(content);
      if (!root.isObject()) {
        throw new ThesaurusException("the JSON must be one object");
      }
      return root;
    } catch (JsonProcessingException e) {
      throw new ThesaurusException(JsonProblems.describe(e), e);
    } catch (IOException e) {
      throw new ThesaurusException(e.getMessage(), e);
    }
  }

  private LoadedThesaurus dataset(JsonNode root) {
    Set<String> ids = keys(root);
    List<Concept> concepts = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : root.properties()) {
      String where = "concept " + entry.getKey();
      JsonNode concept = entry.getValue();
      concepts.add(
          new Concept(
              entry.getKey(),
              name(concept, "label", where),
              names(concept, "alt_labels", where),
              broader.keep(entry.getKey(), strings(concept, "parents", where), ids),
              List.of(),
              false));
    }
    return loaded(Edition.UNKNOWN, List.of(), List.of(), concepts);
  }

  private LoadedThesaurus edition(JsonNode root) {
    JsonNode domainNodes = root.path("domains");
    JsonNode microNodes = root.path("microthesauri");
    JsonNode conceptNodes = root.path("concepts");
    Set<String> domainIds = keys(domainNodes);
    Set<String> microIds = keys(microNodes);
    Set<String> conceptIds = keys(conceptNodes);

    List<Domain> domainList = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : domainNodes.properties()) {
      String where = "domain " + entry.getKey();
      Names.Coded coded = Names.coded(name(entry.getValue(), "label", where));
      domainList.add(
          new Domain(entry.getKey(), name(entry.getValue(), "code", where), coded.label()));
    }
    List<Microthesaurus> microList = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : microNodes.properties()) {
      microList.add(microthesaurus(entry.getKey(), entry.getValue(), domainIds));
    }
    List<Concept> concepts = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : conceptNodes.properties()) {
      String id = entry.getKey();
      String where = "concept " + id;
      JsonNode concept = entry.getValue();
      concepts.add(
          new Concept(
              id,
              name(concept, "prefLabel", where),
              names(concept, "altLabels", where),
              broader.keep(id, strings(concept, "broader", where), conceptIds),
              microthesauri.keep(id, strings(concept, "microthesauri", where), microIds),
              false));
    }
    return loaded(root.path("issued").asText(Edition.UNKNOWN), domainList, microList, concepts);
  }

  private LoadedThesaurus names(JsonNode root) {
    String own = root.path("language").asText();
    if (!own.equals(language)) {
      throw new ThesaurusException(
          "its names are in '" + own + "', not in '" + language + "'; ask for that language");
    }
    List<Domain> domainList = new ArrayList<>();
    for (String id : keys(root.path("domains"))) {
      Names.Coded coded = Names.coded(name(root.path("domains"), id, "domains"));
      domainList.add(new Domain(id, coded.code(), coded.label()));
    }
    List<Microthesaurus> microList = new ArrayList<>();
    for (String id : keys(root.path("microthesauri"))) {
      Names.Coded coded = Names.coded(name(root.path("microthesauri"), id, "microthesauri"));
      // the thesaurus itself is listed among its parts, without a code
      if (!coded.code().isEmpty()) {
        microList.add(new Microthesaurus(id, coded.code(), coded.label(), ""));
      }
    }
    List<Concept> concepts = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : root.path("concepts").properties()) {
      String where = "concept " + entry.getKey();
      JsonNode concept = entry.getValue();
      List<String> others =
          concept.has("altLabels") ? names(concept, "altLabels", where) : List.of();
      concepts.add(
          new Concept(
              entry.getKey(),
              name(concept, "prefLabel", where),
              others,
              List.of(),
              List.of(),
              false));
    }
    return loaded(root.path("issued").asText(Edition.UNKNOWN), domainList, microList, concepts);
  }

  /** The notation is a number in this form, which loses the leading zero; the label keeps it. */
  private Microthesaurus microthesaurus(String id, JsonNode node, Set<String> domainIds) {
    String where = "microthesaurus " + id;
    Names.Coded coded = Names.coded(name(node, "label", where));
    String notation = coded.code();
    if (notation.isEmpty()) {
      JsonNode number = node.path("notation");
      notation =
          number.isInt()
              ? String.format(Locale.ROOT, "%04d", number.intValue())
              : name(node, "notation", where);
    }
    List<String> domain = domains.keep(id, List.of(name(node, "domain", where)), domainIds);
    return new Microthesaurus(id, notation, coded.label(), domain.isEmpty() ? "" : domain.get(0));
  }

  private LoadedThesaurus loaded(
      String version, List<Domain> domainList, List<Microthesaurus> microList, List<Concept> all) {
    if (all.isEmpty()) {
      throw new ThesaurusException("it has no concepts");
    }
    List<String> notes = new ArrayList<>();
    broader.report(notes);
    microthesauri.report(notes);
    domains.report(notes);
    Edition edition = new Edition(language, version, source);
    return new LoadedThesaurus(new Thesaurus(edition, domainList, microList, all), notes);
  }

  private static Set<String> keys(JsonNode object) {
    Set<String> keys = new LinkedHashSet<>();
    for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
      keys.add(names.next());
    }
    return keys;
  }

  private static String name(JsonNode object, String field, String where) {
    JsonNode value = object.path(field);
    if (!value.isTextual() || value.textValue().isBlank()) {
      throw new ThesaurusException(where + ": \"" + field + "\" must be a text that is not empty");
    }
    return Names.clean(value.textValue());
  }

  private static List<String> names(JsonNode object, String field, String where) {
    return strings(object, field, where).stream()
        .map(Names::clean)
        .filter(name -> !name.isEmpty())
        .toList();
  }

  private static List<String> strings(JsonNode object, String field, String where) {
    JsonNode list = object.path(field);
    List<String> strings = new ArrayList<>();
    for (JsonNode element : list) {
      if (element.isTextual()) {
        strings.add(element.textValue());
      }
    }
    if (!list.isArray() || strings.size() < list.size()) {
      throw new ThesaurusException(where + ": \"" + field + "\" must be a list of texts");
    }
    return strings;
  }
}
