package org.solrlmtc.core.act.io;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;

/** One act in the JSON of EURLEX57K. Every field but {@code celex_id} may be missing or null. */
final class ActJson {
  private static final List<String> FIELDS =
      List.of(
          "celex_id",
          "uri",
          "type",
          "concepts",
          "title",
          "header",
          "recitals",
          "main_body",
          "attachments");

  /** Strings need no limit of their own: the record that holds them has one. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build();

  private final JsonNode fields;
  private final String source;

  private ActJson(JsonNode fields, String source) {
    this.fields = fields;
    this.source = source;
  }

  /** True when the text begins an object and ends inside it. */
  static boolean isUnclosed(String json) {
    try {
      MAPPER.readTree(json);
      return false;
    } catch (JsonEOFException e) {
      return true;
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  /**
   * @param source the record's name in messages
   * @param firstLine the line of the input the text begins at, for places inside the record
   */
  static ActRecord read(String json, Origin origin, String source, long firstLine)
      throws DamagedInput {
    JsonNode root;
    try {
      root = MAPPER.readTree(json);
    } catch (JsonEOFException e) {
      throw DamagedInput.of(source, "invalid JSON: the object is cut short before its end");
    } catch (MismatchedInputException e) {
      throw DamagedInput.of(source, "invalid JSON: more text follows the end of the act's object");
    } catch (JsonProcessingException e) {
      long line = firstLine;
      String column = "";
      if (e.getLocation() != null) {
        line += Math.max(0, e.getLocation().getLineNr() - 1);
        column = " at column " + e.getLocation().getColumnNr();
      }
      throw DamagedInput.of(
          origin.at(line), "invalid JSON" + column + ": " + firstSentence(e.getOriginalMessage()));
    }
    if (!root.isObject()) {
      throw DamagedInput.of(source, "an act must be a JSON object, not " + kind(root));
    }
    if (FIELDS.stream().noneMatch(root::has)) {
      throw DamagedInput.notAnAct(
          source, "a JSON object without any field of an act (" + String.join(", ", FIELDS) + ")");
    }
    return new ActJson(root, source).record();
  }

  private ActRecord record() throws DamagedInput {
    String id = text("celex_id").strip();
    if (id.isEmpty()) {
      throw DamagedInput.of(source, "field 'celex_id' is missing or empty");
    }
    LegalAct act =
        new LegalAct(
            id,
            text("type"),
            text("title").strip(),
            text("header"),
            text("recitals"),
            texts("main_body"),
            text("attachments"));
    if (act.isBlank()) {
      throw DamagedInput.of(source, "act " + id + " has no text: all its zones are empty");
    }
    List<String> concepts = List.copyOf(new LinkedHashSet<>(texts("concepts")));
    return new ActRecord(act, text("uri"), concepts, source);
  }

  private String text(String field) throws DamagedInput {
    JsonNode node = fields.path(field);
    if (node.isMissingNode() || node.isNull()) {
      return "";
    }
    if (!node.isTextual()) {
      throw wrongType(field, "a string", node);
    }
    return node.textValue();
  }

  /** A list of strings; a single string stands for a list of one. */
  private List<String> texts(String field) throws DamagedInput {
    JsonNode node = fields.path(field);
    if (!node.isArray()) {
      if (node.isMissingNode() || node.isNull() || node.isTextual()) {
        String text = text(field);
        return text.isBlank() ? List.of() : List.of(text);
      }
      throw wrongType(field, "a list of strings", node);
    }
    List<String> texts = new ArrayList<>(node.size());
    for (JsonNode element : node) {
      if (!element.isTextual()) {
        throw wrongType(field + "[" + texts.size() + "]", "a string", element);
      }
      texts.add(element.textValue());
    }
    return texts;
  }

  private DamagedInput wrongType(String field, String expected, JsonNode found) {
    return DamagedInput.of(
        source, "field '" + field + "' must be " + expected + ", not " + kind(found));
  }

  private static String kind(JsonNode node) {
    String name = node.getNodeType().name().toLowerCase(Locale.ROOT);
    return (name.matches("[aeiou].*") ? "an " : "a ") + name;
  }

  /** Jackson appends what else it knows on further lines. */
  private static String firstSentence(String message) {
    return message.lines().findFirst().orElse("unreadable");
  }
}
