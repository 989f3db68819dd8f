package org.solrlmtc.plugin.update;

import java.util.List;
import org.apache.solr.client.solrj.request.ContentStreamUpdateRequest;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.util.ContentStreamBase;
import org.junit.After;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.HandlerTestCase;

/** Updates that would endanger acknowledged documents are refused, with and without labelling. */
public class TestGuard extends HandlerTestCase {
  private static final List<String> CHAINS = List.of("label", "plain");

  @After
  public void clearLimit() {
    System.clearProperty("lmtc.disk.minFreeMegabytes");
  }

  private Object update(String chain, String json) throws Exception {
    ContentStreamUpdateRequest request = new ContentStreamUpdateRequest("/update");
    request.addContentStream(new ContentStreamBase.StringStream(json, "application/json"));
    request.setParam("update.chain", chain);
    return request.process(solr);
  }

  @Test
  public void aDeletionWithoutIdAndQueryIsRefusedAndCommitsGoOn() throws Exception {
    startCore();
    solr.add(act("id", "a", "header", "milk"));
    for (String chain : CHAINS) {
      for (String nothing : List.of("null", "[null]", "{\"id\":null}", "{}")) {
        assertRefused(400, () -> update(chain, "{\"delete\":" + nothing + "}"));
      }
    }
    solr.commit();
    assertEquals("labelled", get("a").getFieldValue("lmtc_status"));
    update("label", "{\"delete\":\"a\"}");
    solr.commit();
    assertNull(get("a"));
  }

  @Test
  public void documentsAreRefusedWhileTheDiskIsNearlyFull() throws Exception {
    startCore();
    solr.add(act("id", "a", "header", "milk"));
    solr.add(act("id", "b", "header", "milk"));
    System.setProperty("lmtc.disk.minFreeMegabytes", Integer.toString(Integer.MAX_VALUE));
    h.reload();
    for (String chain : CHAINS) {
      UpdateRequest request = new UpdateRequest();
      request.add(act("id", "c", "header", "milk"));
      request.setParam("update.chain", chain);
      assertRefused(
          503,
          () -> request.process(solr),
          "the disk of core 'collection1' has ",
          " MB left, less than minFreeMegabytes = 2147483647",
          "Free disk space");
    }
    // what makes room is accepted
    solr.deleteById("b");
    solr.commit();
    assertNotNull(get("a"));
    assertNull(get("b"));
    assertNull(get("c"));
    System.setProperty("lmtc.disk.minFreeMegabytes", "0");
    h.reload();
    add("id", "c", "header", "milk");
    assertNotNull(get("c"));
  }
}
