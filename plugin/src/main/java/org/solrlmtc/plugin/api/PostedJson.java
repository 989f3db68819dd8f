package org.solrlmtc.plugin.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.solr.common.SolrException;
import org.solrlmtc.core.act.ActJson;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.core.json.JsonProblems;

/**
 * Reads the act of a JSON body: {@code {"text": ...}}, or an act with its zones {@code header},
 * {@code recitals}, {@code main_body} (a string or a list of articles) and {@code attachments}. Or
 * a list of such acts, whose texts are together no longer than {@code maxTextChars}.
 *
 * <p>A file of EURLEX57K can be posted unchanged: its fields besides the zones are skipped, and
 * take no memory. Any other field is refused, so that no text is lost to a misspelt name.
 */
final class PostedJson {
  private static final String TEXT = "text";

  /** The fields besides zones that files of EURLEX57K have; {@code id} as in Solr documents. */
  private static final Set<String> IGNORED =
      Set.of("id", ActJson.ID, ActJson.URI, ActJson.TYPE, ActJson.TITLE, ActJson.CONCEPTS);

  /** Each article is an object, however short. */
  private static final int MAX_ARTICLES = 100_000;

  private final BodyReader body;
  private final int maxTextChars;
  private final JsonParser parser;
  private final Set<String> seen = new HashSet<>();
  private final Map<String, List<String>> texts = new HashMap<>();
  private long chars;

  private PostedJson(BodyReader body, int maxTextChars, JsonParser parser) {
    this.body = body;
    this.maxTextChars = maxTextChars;
    this.parser = parser;
  }

  /**
   * @throws SolrException with the mistake and its place
   */
  static PostedActs read(BodyReader body, int maxTextChars) throws IOException {
    JsonFactory json =
        JsonFactory.builder()
            // else the names of all skipped fields would be kept
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .streamReadConstraints(
                StreamReadConstraints.builder().maxStringLength(maxTextChars).build())
            .build();
    try (JsonParser parser = json.createParser(body)) {
      return new PostedJson(body, maxTextChars, parser).acts();
    } catch (JsonProcessingException e) {
      JsonLocation place = e.getLocation();
      throw PostedAct.bad(
          "the body is not valid JSON"
              + (place == null
                  ? ""
                  : ", line " + place.getLineNr() + ", column " + place.getColumnNr())
              + ": "
              + JsonProblems.reason(e));
    }
  }

  private PostedActs acts() throws IOException {
    JsonToken first = parser.nextToken();
    boolean several = first == JsonToken.START_ARRAY;
    List<LegalAct> acts = new ArrayList<>();
    if (several) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        if (acts.size() == PostedActs.MAX_ACTS) {
          throw PostedAct.tooMany();
        }
        acts.add(act());
      }
      if (acts.isEmpty()) {
        throw PostedAct.bad("the JSON body is an empty list: send acts in it");
      }
    } else {
      acts.add(act());
    }
    if (parser.nextToken() != null) {
      throw PostedAct.bad("the body is not valid JSON: more text follows the end of the object");
    }
    return new PostedActs(acts, several);
  }

  /** The act whose object the parser is at. */
  private LegalAct act() throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw PostedAct.bad(
          "the body must be a JSON object with 'text' or the zones of an act, or a list of them");
    }
    seen.clear();
    texts.clear();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      field(parser.currentName());
    }
    return seen.contains(TEXT)
        ? LegalAct.ofText("", single(TEXT))
        : new LegalAct(
            "",
            "",
            "",
            single(Zone.HEADER.key()),
            single(Zone.RECITALS.key()),
            texts.getOrDefault(Zone.MAIN_BODY.key(), List.of()),
            single(Zone.ATTACHMENTS.key()));
  }

  private String single(String field) {
    return String.join("", texts.getOrDefault(field, List.of()));
  }

  private void field(String name) throws IOException {
    checkName(name);
    JsonToken value = parser.nextToken();
    if (IGNORED.contains(name)) {
      parser.skipChildren();
    } else if (value == JsonToken.START_ARRAY && name.equals(Zone.MAIN_BODY.key())) {
      texts.put(name, articles(name));
    } else if (value == JsonToken.VALUE_STRING) {
      String text = text();
      texts.put(name, text.isBlank() ? List.of() : List.of(text));
    } else if (value != JsonToken.VALUE_NULL) {
      throw wrongType(
          name, name.equals(Zone.MAIN_BODY.key()) ? "a list of strings" : "a string", value);
    }
  }

  private void checkName(String name) {
    Set<String> zones = new TreeSet<>();
    for (Zone zone : Zone.values()) {
      zones.add(zone.key());
    }
    if (!zones.contains(name) && !name.equals(TEXT) && !IGNORED.contains(name)) {
      throw PostedAct.bad(
          "the JSON body has the unknown field '" + name + "': use 'text' or zones: " + zones);
    }
    if (!seen.add(name)) {
      throw PostedAct.bad("the JSON body has the field '" + name + "' twice");
    }
    zones.retainAll(seen);
    if (seen.contains(TEXT) && !zones.isEmpty()) {
      throw PostedAct.bad(
          "the JSON body has 'text' and the zone '"
              + zones.iterator().next()
              + "': send one or the other");
    }
  }

  private List<String> articles(String name) throws IOException {
    List<String> articles = new ArrayList<>();
    for (JsonToken value = parser.nextToken();
        value != JsonToken.END_ARRAY;
        value = parser.nextToken()) {
      if (value != JsonToken.VALUE_STRING) {
        throw wrongType(name + "[" + articles.size() + "]", "a string", value);
      }
      if (articles.size() == MAX_ARTICLES) {
        throw PostedAct.bad("the JSON body has more than " + MAX_ARTICLES + " articles");
      }
      articles.add(text());
    }
    return articles;
  }

  /** The current string. Until here the parser has read no more than its beginning. */
  private String text() throws IOException {
    body.startKeeping();
    String text;
    try {
      text = parser.getText();
    } catch (StreamConstraintsException e) {
      throw tooLong();
    }
    chars += text.length();
    if (chars > maxTextChars) {
      throw tooLong();
    }
    body.keepOnly(chars);
    return text;
  }

  private SolrException tooLong() {
    return PostedAct.bad(
        "the act is refused: its text is longer than maxTextChars = " + maxTextChars);
  }

  private static SolrException wrongType(String field, String expected, JsonToken found) {
    return PostedAct.bad(
        "the JSON body is refused: field '"
            + field
            + "' must be "
            + expected
            + ", not "
            + switch (found) {
              case START_OBJECT -> "an object";
              case START_ARRAY -> "an array";
              case VALUE_NULL -> "a null";
              case VALUE_STRING -> "a string";
              case VALUE_TRUE, VALUE_FALSE -> "a boolean";
              default -> "a number";
            });
  }
}
