package org.solrlmtc.core.act;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;

/**
 * The JSON form of an act, as in EURLEX57K: its fields and their types. Files and requests use the
 * same form; they differ in the required fields and in their error messages.
 */
public final class ActJson {
  public static final String ID = "celex_id";
  public static final String URI = "uri";
  public static final String TYPE = "type";
  public static final String CONCEPTS = "concepts";
  public static final String TITLE = "title";

  /** The names of all fields: those above and the zones. */
  public static final List<String> FIELDS =
      List.of(
          ID,
          URI,
          TYPE,
          CONCEPTS,
          TITLE,
          Zone.HEADER.key(),
          Zone.RECITALS.key(),
          Zone.MAIN_BODY.key(),
          Zone.ATTACHMENTS.key());

  /** Strings need no limit of their own: the callers limit the record that holds them. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private final JsonNode fields;

  private ActJson(JsonNode fields) {
    this.fields = fields;
  }

  /**
   * Parses one JSON value, which need not be an act.
   *
   * @throws com.fasterxml.jackson.core.io.JsonEOFException when the text ends before the value does
   * @throws com.fasterxml.jackson.databind.exc.MismatchedInputException when text follows the value
   * @throws JsonProcessingException when it is no JSON, or names a field twice
   */
  public static JsonNode parse(String json) throws JsonProcessingException {
    return MAPPER.readTree(json);
  }

  /**
   * @param object a JSON object
   */
  public static ActJson of(JsonNode object) {
    if (!object.isObject()) {
      throw new IllegalArgumentException("an act must be a JSON object, not " + kind(object));
    }
    return new ActJson(object);
  }

  /** An act in this form, on one line. */
  public static String write(ActRecord record) {
    LegalAct act = record.act();
    ObjectNode fields = MAPPER.createObjectNode();
    fields.put(ID, act.id());
    fields.put(URI, record.uri());
    fields.put(TYPE, act.type());
    fields.set(CONCEPTS, MAPPER.valueToTree(record.concepts()));
    fields.put(TITLE, act.title());
    fields.put(Zone.HEADER.key(), act.header());
    fields.put(Zone.RECITALS.key(), act.recitals());
    fields.set(Zone.MAIN_BODY.key(), MAPPER.valueToTree(act.articles()));
    fields.put(Zone.ATTACHMENTS.key(), act.attachments());
    return fields.toString();
  }

  /** The zones alone: id, type and title are empty, whatever the JSON has for them. */
  public LegalAct zones() throws FieldTypeException {
    return act("", "", "");
  }

  /** The act with its id, type and title; any of its fields may be empty. */
  public LegalAct act() throws FieldTypeException {
    return act(text(ID).strip(), text(TYPE), text(TITLE).strip());
  }

  private LegalAct act(String id, String type, String title) throws FieldTypeException {
    return new LegalAct(
        id,
        type,
        title,
        text(Zone.HEADER.key()),
        text(Zone.RECITALS.key()),
        texts(Zone.MAIN_BODY.key()),
        text(Zone.ATTACHMENTS.key()));
  }

  /** The gold concepts in the order of the source, without repetitions. */
  public List<String> concepts() throws FieldTypeException {
    return List.copyOf(new LinkedHashSet<>(texts(CONCEPTS)));
  }

  /** The value of a field; the empty string when it is missing or null. */
  public String text(String field) throws FieldTypeException {
    JsonNode node = fields.path(field);
    if (node.isMissingNode() || node.isNull()) {
      return "";
    }
    if (!node.isTextual()) {
      throw new FieldTypeException(field, "a string", node);
    }
    return node.textValue();
  }

  /** A list of strings; a single string is read as a list of one. */
  private List<String> texts(String field) throws FieldTypeException {
    JsonNode node = fields.path(field);
    if (!node.isArray()) {
      if (node.isMissingNode() || node.isNull() || node.isTextual()) {
        String text = text(field);
        return text.isBlank() ? List.of() : List.of(text);
      }
      throw new FieldTypeException(field, "a list of strings", node);
    }
    List<String> texts = new ArrayList<>(node.size());
    for (JsonNode element : node) {
      if (!element.isTextual()) {
        throw new FieldTypeException(field + "[" + texts.size() + "]", "a string", element);
      }
      texts.add(element.textValue());
    }
    return texts;
  }

  /** What a JSON value is, for messages: {@code a number}, {@code an array}. */
  public static String kind(JsonNode node) {
    String name = node.getNodeType().name().toLowerCase(Locale.ROOT);
    return (name.matches("[aeiou].*") ? "an " : "a ") + name;
  }

  /** A field has a value of another type than the form asks for; the message names both. */
  public static final class FieldTypeException extends Exception {
    private static final long serialVersionUID = 1L;

    private FieldTypeException(String field, String expected, JsonNode found) {
      super("field '" + field + "' must be " + expected + ", not " + kind(found));
    }
  }
}
