package org.solrlmtc.core.act;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestLegalAct {

  @Test
  void articlesAreCopiedAndCannotBeChanged() {
    List<String> articles = new ArrayList<>(List.of("one"));
    LegalAct act = new LegalAct("id", "", "", "", "", articles, "");
    articles.add("two");
    assertEquals(List.of("one"), act.articles());
    assertThrows(UnsupportedOperationException.class, () -> act.articles().add("three"));
  }

  @Test
  void noPartMayBeNull() {
    NullPointerException e =
        assertThrows(
            NullPointerException.class, () -> new LegalAct("id", "", "", "", null, List.of(), ""));
    assertEquals("recitals", e.getMessage());
  }

  @Test
  void thereIsOneSectionPerZoneAndPerArticle() {
    LegalAct act = new LegalAct("id", "", "", "head", "why", List.of("a", "b"), " ");
    assertEquals(List.of("head"), act.sections(Zone.HEADER));
    assertEquals(List.of("why"), act.sections(Zone.RECITALS));
    assertEquals(List.of("a", "b"), act.sections(Zone.MAIN_BODY));
    assertEquals(List.of(), act.sections(Zone.ATTACHMENTS));
  }

  @Test
  void theTitleAloneDoesNotMakeAnActReadable() {
    assertTrue(new LegalAct("id", "Decision", "title", "", " ", List.of("\n"), "").isBlank());
    assertFalse(new LegalAct("id", "", "", "", "", List.of("", "text"), "").isBlank());
    assertFalse(new LegalAct("id", "", "", "", "", List.of(), "annex").isBlank());
  }

  @Test
  void undividedTextIsTheMainBody() {
    assertEquals(List.of("text"), LegalAct.ofText("id", "text").sections(Zone.MAIN_BODY));
    assertTrue(LegalAct.ofText("id", " \n").isBlank());
  }

  @Test
  void aRecordKeepsItsConceptsUnchangeable() {
    List<String> concepts = new ArrayList<>(List.of("1"));
    ActRecord record = new ActRecord(LegalAct.ofText("id", "text"), "", concepts, "file:1");
    concepts.add("2");
    assertEquals(List.of("1"), record.concepts());
  }
}
