package org.solrlmtc.plugin.api;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.util.ContentStream;
import org.apache.solr.common.util.ContentStreamBase;
import org.apache.solr.request.SolrQueryRequest;
import org.solrlmtc.core.act.ActJson;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.core.json.JsonProblems;
import org.solrlmtc.plugin.update.TextTooLongException;

/**
 * Reads the act of a request. It is exactly one of these:
 *
 * <ul>
 *   <li>the parameter {@code text}
 *   <li>a body of type {@code text/plain}
 *   <li>a body of type {@code application/json}: {@code {"text": ...}}, or an act with its zones
 *       {@code header}, {@code recitals}, {@code main_body} (a string or a list of articles) and
 *       {@code attachments}
 * </ul>
 *
 * A file of EURLEX57K can be posted unchanged: its fields besides the zones are ignored. Any other
 * field is refused, so that no text is lost to a misspelt name. A text longer than {@code
 * maxTextChars} and an act without text are refused.
 */
@SuppressWarnings("deprecation") // ContentStream: the only access to a body in Solr 9
final class PostedAct {
  private static final String TEXT = "text";

  /** The fields besides zones that files of EURLEX57K have; {@code id} as in Solr documents. */
  private static final Set<String> IGNORED =
      Set.of("id", ActJson.ID, ActJson.URI, ActJson.TYPE, ActJson.TITLE, ActJson.CONCEPTS);

  /** Maximum size of an escaped character in JSON. */
  private static final int BYTES_PER_CHAR = 6;

  /** Allowance for field names and ignored fields. */
  private static final int BYTES_AROUND_TEXT = 1 << 16;

  private PostedAct() {}

  /**
   * @throws SolrException with the mistake and its place
   */
  static LegalAct read(SolrQueryRequest req, int maxTextChars) throws IOException {
    LegalAct act = act(req, maxTextChars);
    if (act.isBlank()) {
      throw bad(
          "there is no text: send it as the parameter 'text', or as a body with Content-Type"
              + " application/json or text/plain");
    }
    try {
      TextTooLongException.check(act, maxTextChars);
    } catch (TextTooLongException e) {
      throw bad("the act is refused: " + e.getMessage());
    }
    return act;
  }

  private static LegalAct act(SolrQueryRequest req, int maxTextChars) throws IOException {
    Optional<String> text = new RequestParams(req.getParams()).text(TEXT);
    Iterable<ContentStream> streams = req.getContentStreams();
    Iterator<ContentStream> bodies =
        streams == null ? List.<ContentStream>of().iterator() : streams.iterator();
    if (!bodies.hasNext()) {
      return LegalAct.ofText("", text.orElse(""));
    }
    ContentStream body = bodies.next();
    if (text.isPresent() || bodies.hasNext()) {
      throw bad("send one text: the parameter 'text', or one body");
    }
    String type = String.valueOf(body.getContentType()).toLowerCase(Locale.ROOT);
    if (type.startsWith("application/json")) {
      return ofJson(bytes(body, maxTextChars));
    }
    if (type.startsWith("text/plain")) {
      return LegalAct.ofText("", decode(bytes(body, maxTextChars), charset(body)));
    }
    throw new SolrException(
        ErrorCode.UNSUPPORTED_MEDIA_TYPE,
        "the body has the Content-Type '"
            + body.getContentType()
            + "': use application/json or text/plain");
  }

  private static byte[] bytes(ContentStream body, int maxTextChars) throws IOException {
    long max = (long) maxTextChars * BYTES_PER_CHAR + BYTES_AROUND_TEXT;
    int limit = (int) Math.min(max, Integer.MAX_VALUE - 8);
    try (InputStream in = body.getStream()) {
      byte[] bytes = in.readNBytes(limit);
      if (bytes.length == limit && in.read() >= 0) {
        throw bad("the body is longer than " + limit + " bytes, see the setting maxTextChars");
      }
      return bytes;
    }
  }

  private static Charset charset(ContentStream body) {
    String name = ContentStreamBase.getCharsetFromContentType(body.getContentType());
    try {
      return name == null ? StandardCharsets.UTF_8 : Charset.forName(name);
    } catch (IllegalArgumentException e) {
      throw bad("the body has the unknown charset '" + name + "'");
    }
  }

  private static String decode(byte[] bytes, Charset charset) {
    try {
      return charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw bad("the body is not valid " + charset + ": " + e.getMessage());
    }
  }

  private static LegalAct ofJson(byte[] bytes) {
    JsonNode json;
    try {
      json = ActJson.parse(decode(bytes, StandardCharsets.UTF_8));
    } catch (MismatchedInputException e) {
      throw bad("the body is not valid JSON: more text follows the end of the object");
    } catch (JsonProcessingException e) {
      JsonLocation place = e.getLocation();
      throw bad(
          "the body is not valid JSON"
              + (place == null
                  ? ""
                  : ", line " + place.getLineNr() + ", column " + place.getColumnNr())
              + ": "
              + JsonProblems.reason(e));
    }
    if (!json.isObject()) {
      throw bad("the body must be a JSON object with 'text' or the zones of an act");
    }
    checkNames(json);
    ActJson fields = ActJson.of(json);
    try {
      return json.has(TEXT) ? LegalAct.ofText("", fields.text(TEXT)) : fields.zones();
    } catch (ActJson.FieldTypeException e) {
      throw bad("the JSON body is refused: " + e.getMessage());
    }
  }

  private static void checkNames(JsonNode json) {
    Set<String> zones = new TreeSet<>();
    for (Zone zone : Zone.values()) {
      zones.add(zone.key());
    }
    for (Iterator<String> names = json.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (zones.contains(name) && json.has(TEXT)) {
        throw bad("the JSON body has 'text' and the zone '" + name + "': send one or the other");
      }
      if (!zones.contains(name) && !name.equals(TEXT) && !IGNORED.contains(name)) {
        throw bad(
            "the JSON body has the unknown field '" + name + "': use 'text' or zones: " + zones);
      }
    }
  }

  private static SolrException bad(String message) {
    return new SolrException(ErrorCode.BAD_REQUEST, message);
  }
}
