package org.solrlmtc.plugin.api;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.util.ContentStream;
import org.apache.solr.request.SolrQueryRequest;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.io.OneLine;
import org.solrlmtc.plugin.update.TextTooLongException;

/**
 * Reads the act of a request. It is exactly one of these:
 *
 * <ul>
 *   <li>the parameter {@code text}
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
  static LegalAct read(SolrQueryRequest req, int maxTextChars, RequestMemory.Reservation memory)
      throws IOException {
    LegalAct act = act(req, maxTextChars, memory);
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

  private static LegalAct act(
      SolrQueryRequest req, int maxTextChars, RequestMemory.Reservation memory) throws IOException {
    Optional<String> text = new RequestParams(req.getParams()).text(TEXT);
    Iterable<ContentStream> streams = req.getContentStreams();
    Iterator<ContentStream> bodies =
        streams == null ? List.<ContentStream>of().iterator() : streams.iterator();
    if (!bodies.hasNext()) {
      BodyReader.reserve(text.orElse(""), memory);
      return LegalAct.ofText("", text.orElse(""));
    }
    ContentStream body = bodies.next();
    if (text.isPresent() || bodies.hasNext()) {
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
        return LegalAct.ofText("", decoded(reader, () -> plainText(reader)));
      }
    }
    throw new SolrException(
        ErrorCode.UNSUPPORTED_MEDIA_TYPE,
        OneLine.of(
            "the body has the Content-Type '"
                + body.getContentType()
                + "': use application/json or text/plain"));
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
