package org.solrlmtc.plugin.update;

import java.util.List;
import org.apache.solr.client.solrj.request.ContentStreamUpdateRequest;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.util.ContentStreamBase;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.LabellingTestCase;

/** Acts in the JSON of EURLEX57K, sent to the shipped configset as they are. */
public class TestJsonDocs extends LabellingTestCase {

  @Test
  public void linesOfTheDataSetAreIndexedAsTheyAre() throws Exception {
    startCore();
    post(
        """
        {"celex_id": "32031R0901", "uri": "http://example.org/a", "type": "Regulation", "concepts": ["1", "4"], "title": "On milk\\n", "header": "Milk", "recitals": "Whereas milk,", "main_body": ["Milk is white.", "It enters into force."], "attachments": "Done at the dairy"}
        {"celex_id": "32031R0902", "header": "Cheese", "main_body": ["cheese"], "concepts": []}
        """);
    assertEquals(
        List.of("Milk is white.", "It enters into force."), values("32031R0901", "main_body"));
    assertEquals(List.of("1", "4"), values("32031R0901", "concepts"));
    assertEquals(List.of("1"), values("32031R0901", "eurovoc_id"));
    assertEquals("http://example.org/a", get("32031R0901").getFieldValue("uri"));
    assertEquals("Regulation", get("32031R0901").getFieldValue("type"));
    assertEquals(List.of("2"), values("32031R0902", "eurovoc_id"));
    assertNull(get("32031R0901").getFieldValue("celex_id"));
  }

  @Test
  public void documentsWithAnIdKeepAllTheirFields() throws Exception {
    startCore();
    post("{\"id\": \"own\", \"header\": \"milk\", \"eurovoc_confirmed\": [\"4\"]}");
    assertEquals(List.of("4"), values("own", "eurovoc_confirmed"));
    assertEquals("milk", get("own").getFieldValue("header"));
  }

  @Test
  public void anUnknownFieldIsRefusedAndNotDropped() throws Exception {
    startCore();
    SolrException refused =
        expectThrows(SolrException.class, () -> post("{\"celex_id\": \"a\", \"headr\": \"milk\"}"));
    assertTrue(refused.getMessage(), refused.getMessage().contains("unknown field 'headr'"));
  }

  private void post(String body) throws Exception {
    ContentStreamUpdateRequest request = new ContentStreamUpdateRequest("/update/json/docs");
    request.addContentStream(new ContentStreamBase.StringStream(body, "application/json"));
    solr.request(request);
    solr.commit();
  }
}
