package org.solrlmtc.plugin.api;

import java.util.List;
import java.util.Map;
import org.apache.solr.common.util.NamedList;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.HandlerTestCase;

/** Open models are listed with the content of their manifests. */
public class TestModelsHandler extends HandlerTestCase {

  @Test
  public void openModelsAreDescribedAndOtherBundlesNamed() throws Exception {
    startCore();
    NamedList<Object> answer = ask("/lmtc/models");
    assertEquals(List.of("throwing"), at(answer, "notOpen"));
    assertEquals(1, ((List<?>) at(answer, "models")).size());
    Object model = at(answer, "models", 0);
    assertEquals("words", at(model, "name"));
    assertEquals("7", at(model, "version"));
    assertEquals("exact-match", at(model, "method"));
    assertEquals(true, at(model, "labelsDocuments"));
    assertEquals(4, at(model, "labels"));
    assertEquals("cpu", at(model, "device"));
    assertEquals(0.5, at(model, "decision", "threshold"));
    assertEquals(10, at(model, "decision", "maxLabels"));
    assertEquals(Map.of("dev", Map.of("RP@5", 0.25)), at(model, "quality"));
    assertEquals(Map.of("recipe", "by hand"), at(model, "provenance"));
  }

  @Test
  public void aModelThatARequestOpenedIsListed() throws Exception {
    startCore();
    ask("/lmtc/classify", "text", "calm", "model", "throwing");
    NamedList<Object> answer = ask("/lmtc/models");
    assertEquals("throwing", at(answer, "models", 1, "name"));
    assertEquals(false, at(answer, "models", 1, "labelsDocuments"));
    assertEquals(List.of(), at(answer, "notOpen"));
  }
}
