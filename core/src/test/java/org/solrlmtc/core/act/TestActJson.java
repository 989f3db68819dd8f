package org.solrlmtc.core.act;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestActJson {
  private static final String ACT =
      """
      {"celex_id": " 1 ", "uri": "u", "type": "Decision", "title": " On milk ",
       "concepts": ["7", "8", "7"],
       "header": "h", "recitals": null, "main_body": ["one", "two"]}
      """;

  private static ActJson read(String json) throws JsonProcessingException {
    return ActJson.of(ActJson.parse(json));
  }

  @Test
  void everyFieldOfAnActIsRead() throws Exception {
    ActJson json = read(ACT);
    assertEquals(
        new LegalAct("1", "Decision", "On milk", "h", "", List.of("one", "two"), ""), json.act());
    assertEquals(List.of("7", "8"), json.concepts());
    assertEquals("u", json.text(ActJson.URI));
  }

  @Test
  void zonesAloneLeaveOutWhatAnActHasBesides() throws Exception {
    assertEquals(new LegalAct("", "", "", "h", "", List.of("one", "two"), ""), read(ACT).zones());
    assertEquals(List.of("all"), read("{\"title\": 7, \"main_body\": \"all\"}").zones().articles());
  }

  @Test
  void aFieldOfTheWrongTypeIsNamed() throws Exception {
    ActJson json = read("{\"header\": 7}");
    assertEquals(
        "field 'header' must be a string, not a number",
        assertThrows(ActJson.FieldTypeException.class, json::act).getMessage());
  }

  @Test
  void aFieldNamedTwiceIsRefusedByItsName() {
    JsonProcessingException e =
        assertThrows(
            JsonProcessingException.class, () -> read("{\"type\": \"a\", \"type\": \"b\"}"));
    assertTrue(e.getMessage().contains("Duplicate field 'type'"), e.getMessage());
  }

  @Test
  void truncatedTextAndTrailingTextAreDifferentErrors() {
    assertThrows(JsonEOFException.class, () -> read("{\"type\": \"a\""));
    assertThrows(MismatchedInputException.class, () -> read("{} {}"));
  }
}
