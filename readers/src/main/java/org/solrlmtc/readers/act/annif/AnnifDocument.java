package org.solrlmtc.readers.act.annif;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.readers.act.page.PlainText;
import org.solrlmtc.readers.act.source.ActPart;
import org.solrlmtc.readers.act.source.DamagedInput;
import org.solrlmtc.readers.act.source.Origin;

/**
 * A text of a corpus with its subjects.
 *
 * @param problem what is wrong with its subjects; the act has the others
 */
public record AnnifDocument(ActPart part, Optional<DamagedInput> problem) {
  private static final String TEXT = "text";
  private static final String SUBJECTS = "subjects";
  private static final String ID = "document_id";
  private static final String ADDRESS = "uri";
  private static final String NAME = "label";

  /** Whether a JSON object, which is no act of EURLEX57K, is such a document. */
  public static boolean isOne(JsonNode json) {
    return json.path(TEXT).isTextual();
  }

  /**
   * Reads a document from JSON.
   *
   * @param source the record's name in messages
   * @param line for its id if it has none
   */
  public static AnnifDocument read(
      JsonNode json, Origin origin, String source, long line, SubjectNames names)
      throws DamagedInput {
    Subjects subjects = new Subjects(names);
    for (JsonNode subject : json.path(SUBJECTS)) {
      if (subject.path(ADDRESS).isTextual()) {
        subjects.addresses("<" + subject.path(ADDRESS).textValue() + ">");
      } else if (subject.path(NAME).isTextual()) {
        subjects.name(subject.path(NAME).textValue());
      } else {
        throw DamagedInput.of(
            source, "a subject must have a string '" + ADDRESS + "' or '" + NAME + "'");
      }
    }
    String id = json.path(ID).asText("").strip();
    ActPart part =
        part(
            origin,
            source,
            id.isEmpty() ? origin.plainName() + "-" + line : id,
            json.path(TEXT).textValue(),
            subjects);
    return new AnnifDocument(
        part,
        subjects.isIncomplete()
            ? Optional.of(DamagedInput.of(source, subjects.problem()))
            : Optional.empty());
  }

  static ActPart part(Origin origin, String source, String id, String text, Subjects subjects)
      throws DamagedInput {
    if (text.isBlank()) {
      throw DamagedInput.of(source, "the text is empty");
    }
    return ActPart.whole(new ActRecord(PlainText.titled(id, text), "", subjects.ids(), source));
  }
}
