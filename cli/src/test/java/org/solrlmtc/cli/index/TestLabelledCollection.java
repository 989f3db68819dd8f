package org.solrlmtc.cli.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.solrlmtc.cli.common.UserError;

/** Which model labels a collection, by what its nodes answer. */
class TestLabelledCollection {
  private static final String FIRST =
      models("{'id': 'words/1+aa', 'labelsDocuments': true}, {'id': 'other/1+cc'}");
  private static final String SECOND = models("{'id': 'words/2+bb', 'labelsDocuments': true}");

  private static String models(String models) {
    return "{'models': [" + models + "]}";
  }

  private static String model(String answer) throws Exception {
    return LabelledCollection.model(new ObjectMapper().readTree(answer.replace('\'', '"')), "acts");
  }

  private static String nodes(String one, String other) {
    return "{'nodes': {'one:8983_solr': " + one + ", 'other:8983_solr': " + other + "}}";
  }

  @Test
  void aSingleNodeOrAllOfThemTellTheModel() throws Exception {
    assertEquals("words/1+aa", model(FIRST));
    assertEquals("words/2+bb", model(nodes(SECOND, SECOND)));
  }

  @Test
  void nodesWithDifferentModelsAreNamed() {
    UserError e = assertThrows(UserError.class, () -> model(nodes(FIRST, SECOND)));
    assertTrue(
        e.getMessage().contains("{one:8983_solr=words/1+aa, other:8983_solr=words/2+bb}"),
        e.getMessage());
    assertTrue(e.getMessage().contains("swap the model on all nodes"), e.getMessage());
  }

  @Test
  void withoutALabellingModelThereIsNothingToRelabelWith() {
    UserError e = assertThrows(UserError.class, () -> model(nodes(FIRST, models(""))));
    assertTrue(e.getMessage().contains("no model labels the documents of 'acts'"), e.getMessage());
  }
}
