package org.solrlmtc.plugin.api;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.util.ContentStream;
import org.apache.solr.request.SolrQueryRequest;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.io.OneLine;
import org.solrlmtc.plugin.metrics.TextTooLongException;

/**
 * Reads the acts of a request. They are exactly one of these:
 *
 * <ul>
 *   <li>the parameter {@code text}, which may have several values
 *   <li>a body of type {@code text/plain}
 *   <li>a body of type {@code application/json}, see {@link PostedJson}
 * </ul>
 *
 * A text longer than {@code maxTextChars} and an act without text are refused. A body is read as a
 * stream, and not further than to its first mistake.
 */
@SuppressWarnings("deprecation") // ContentStream: the only access to a body in Solr 9
final class PostedAct {
  /** The parameter with a text. */
  static final String TEXT = "text";

  private static final int BUFFER_CHARS = 1 << 13;

  private PostedAct() {}

  /**
   * @param memory reserved for the text until the request ends
   * @throws SolrException with the mistake and its place
   */
  static PostedActs read(SolrQueryRequest req, int maxTextChars, RequestMemory.Reservation memory)
      throws IOException {
    PostedActs posted = acts(req, maxTextChars, memory);
    for (int i = 0; i < posted.acts().size(); i++) {
      check(posted.acts().get(i), posted.several() ? "number " + (i + 1) : "", maxTextChars);
    }
    return posted;
  }

  private static void check(LegalAct act, String number, int maxTextChars) {
    if (act.isBlank()) {
      throw bad(
          number.isEmpty()
              ? "there is no text: send it as the parameter 'text', or as a body with Content-Type"
                  + " application/json or text/plain"
              : "text " + number + " is empty");
    }
    try {
      TextTooLongException.check(act, maxTextChars);
    } catch (TextTooLongException e) {
      throw bad(
          "the act " + (number.isEmpty() ? "" : number + " ") + "is refused: " + e.getMessage());
    }
  }

  private static PostedActs acts(
      SolrQueryRequest req, int maxTextChars, RequestMemory.Reservation memory) throws IOException {
    String[] sent = req.getParams().getParams(TEXT);
    List<String> texts = sent == null ? List.of() : List.of(sent);
    Iterable<ContentStream> streams = req.getContentStreams();
    Iterator<ContentStream> bodies =
        streams == null ? List.<ContentStream>of().iterator() : streams.iterator();
    if (!bodies.hasNext()) {
      return ofTexts(texts, memory);
    }
    ContentStream body = bodies.next();
    if (texts.stream().anyMatch(text -> !text.isBlank()) || bodies.hasNext()) {
      throw bad("send one text: the parameter 'text', or one body");
    }
    String type = String.valueOf(body.getContentType()).toLowerCase(Locale.ROOT);
    if (type.startsWith("application/json")) {
      try (BodyReader reader = BodyReader.openJson(body, maxTextChars, memory)) {
        return decoded(reader, () -> PostedJson.read(reader, maxTextChars));
      }
    }
    if (type.startsWith("text/plain")) {
      try (BodyReader reader = BodyReader.open(body, maxTextChars, memory)) {
        return PostedActs.one(LegalAct.ofText("", decoded(reader, () -> plainText(reader))));
      }
    }
    throw new SolrException(
        ErrorCode.UNSUPPORTED_MEDIA_TYPE,
        OneLine.of(
            "the body has the Content-Type '"
                + body.getContentType()
                + "': use application/json or text/plain"));
  }

  private static PostedActs ofTexts(List<String> texts, RequestMemory.Reservation memory) {
    if (texts.size() > PostedActs.MAX_ACTS) {
      throw tooMany();
    }
    BodyReader.reserve(String.join("", texts), memory);
    List<LegalAct> acts = texts.stream().map(text -> LegalAct.ofText("", text)).toList();
    return acts.isEmpty()
        ? PostedActs.one(LegalAct.ofText("", ""))
        : new PostedActs(acts, acts.size() > 1);
  }

  static SolrException tooMany() {
    return bad("the request has more than " + PostedActs.MAX_ACTS + " texts: send fewer at once");
  }

  private static String plainText(BodyReader reader) throws IOException {
    reader.startKeeping();
    StringBuilder text = new StringBuilder();
    char[] buffer = new char[BUFFER_CHARS];
    for (int count = reader.read(buffer); count >= 0; count = reader.read(buffer)) {
      text.append(buffer, 0, count);
    }
    return text.toString();
  }

  private interface Reading<T> {
    T read() throws IOException;
  }

  private static <T> T decoded(BodyReader reader, Reading<T> reading) throws IOException {
    try {
      return reading.read();
    } catch (CharacterCodingException e) {
      throw bad("the body is not valid " + reader.charset() + ": " + e.getMessage());
    }
  }

  static SolrException bad(String message) {
    return new SolrException(ErrorCode.BAD_REQUEST, OneLine.of(message));
  }
}
