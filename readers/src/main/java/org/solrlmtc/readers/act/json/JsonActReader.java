package org.solrlmtc.readers.act.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import java.util.Optional;
import org.solrlmtc.core.act.ActJson;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.readers.act.annif.AnnifDocument;
import org.solrlmtc.readers.act.annif.SubjectNames;
import org.solrlmtc.readers.act.source.ActPart;
import org.solrlmtc.readers.act.source.DamagedInput;
import org.solrlmtc.readers.act.source.Origin;

/** Reads one act from JSON. Every field but {@code celex_id} may be missing or null. */
final class JsonActReader {
  private JsonActReader() {}

  /** True when the text begins an object and ends inside it. */
  static boolean isUnclosed(String json) {
    try {
      ActJson.parse(json);
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
  static AnnifDocument read(
      String json, Origin origin, String source, long firstLine, SubjectNames names)
      throws DamagedInput {
    JsonNode root = parse(json, origin, source, firstLine);
    if (!root.isObject()) {
      throw DamagedInput.of(source, "an act must be a JSON object, not " + ActJson.kind(root));
    }
    if (ActJson.FIELDS.stream().noneMatch(root::has)) {
      if (AnnifDocument.isOne(root)) {
        return AnnifDocument.read(root, origin, source, firstLine, names);
      }
      throw DamagedInput.notAnAct(
          source,
          "a JSON object without any field of an act (" + String.join(", ", ActJson.FIELDS) + ")");
    }
    try {
      ActRecord record = record(ActJson.of(root), source);
      return new AnnifDocument(ActPart.whole(record), Optional.empty());
    } catch (ActJson.FieldTypeException e) {
      throw DamagedInput.of(source, e.getMessage());
    }
  }

  private static JsonNode parse(String json, Origin origin, String source, long firstLine)
      throws DamagedInput {
    try {
      return ActJson.parse(json);
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
  }

  private static ActRecord record(ActJson json, String source)
      throws DamagedInput, ActJson.FieldTypeException {
    if (json.text(ActJson.ID).isBlank()) {
      throw DamagedInput.of(source, "field '" + ActJson.ID + "' is missing or empty");
    }
    LegalAct act = json.act();
    if (act.isBlank()) {
      throw DamagedInput.of(source, "act " + act.id() + " has no text: all its zones are empty");
    }
    return new ActRecord(act, json.text(ActJson.URI), json.concepts(), source);
  }

  /** Jackson appends details on further lines. */
  private static String firstSentence(String message) {
    return message.lines().findFirst().orElse("unreadable");
  }
}
