package org.solrlmtc.plugin.update;

import static java.util.Map.of;

import java.util.List;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.util.LogListener;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.LabellingTestCase;

/** Child documents are not labelled, and not lost when their parent is. */
public class TestChildDocuments extends LabellingTestCase {

  private static SolrInputDocument withAnnex() {
    return act(
        "id", "a", "header", "milk", "annexes", List.of(act("id", "a!1", "header", "cheese")));
  }

  private void addWithAnnex() throws Exception {
    solr.add(withAnnex());
    solr.commit();
  }

  @Test
  public void childrenOutlastCorrectionsAndRelabellingOfTheirParent() throws Exception {
    startCore();
    addWithAnnex();
    add("id", "a", "eurovoc_confirmed", of("add", "4"));
    add("id", "a", "eurovoc_id", of("set", List.of()));
    add("id", "a", "recitals", of("set", "cheese"));
    assertEquals(List.of("4", "1", "2"), values("a", "eurovoc_id"));
    assertEquals(1, documents("_nest_path_:\\/annexes"));
    assertEquals(List.of("cheese"), values("a!1", "header"));
  }

  @Test
  public void anAtomicUpdateOfAChildDoesNotLabelIt() throws Exception {
    startCore();
    addWithAnnex();
    add("id", "a!1", "_root_", "a", "header", of("set", "butter"));
    add("id", "a!1", "_root_", "a", "eurovoc_id", of("set", List.of()));
    assertEquals(1, documents("+header:butter -eurovoc_id:* -lmtc_status:*"));
    assertEquals(1, documents("+header:milk +eurovoc_id:1"));
  }

  @Test
  public void aSchemaWhoseAtomicUpdatesDeleteChildrenGetsAWarning() throws Exception {
    try (LogListener warnings = LogListener.warn(LabelSchema.class)) {
      startCore();
      assertEquals(0, warnings.getCount());
    }
    deleteCore();
    try (LogListener warnings =
        LogListener.warn(LabelSchema.class).substring("deletes its child documents")) {
      startCore(
          shippedConfig(), shippedSchema().replaceAll("<field name=\"_nest_path_\"[^>]*/>", ""));
      assertEquals(1, warnings.getCount());
      assertNotNull(warnings.pollMessage());
    }
  }

  private long documents(String query) throws Exception {
    return solr.query(new SolrQuery(query).setParam("defType", "lucene"))
        .getResults()
        .getNumFound();
  }
}
