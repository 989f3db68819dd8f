package org.solrlmtc.tests;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.SolrRequest.METHOD;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.request.GenericSolrRequest;
import org.apache.solr.client.solrj.response.FacetField;
import org.apache.solr.client.solrj.response.QueryResponse;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.util.NamedList;

/** Indexes an act, reads its labels, searches, corrects and classifies. */
final class SolrJExample {
  private SolrJExample() {}

  static void run(String url, List<String> out) throws SolrServerException, IOException {
    try (Http2SolrClient solr =
        new Http2SolrClient.Builder(url).withDefaultCollection("eurlex").build()) {
      // index an act: Solr labels it
      SolrInputDocument act = new SolrInputDocument();
      act.setField("id", "my-act");
      act.setField("header", "Council Regulation on catches of cod and herring in the North Sea");
      act.setField("main_body", List.of("Fishing vessels shall not catch cod.", "Fish stocks ..."));
      solr.add(act);
      solr.commit();

      // its labels, best first
      SolrDocument labelled = solr.getById("my-act");
      out.add(labelled.getFieldValue("lmtc_status") + " " + labelled.get("eurovoc_label"));

      // search with facets
      QueryResponse found = solr.query(new SolrQuery("fishing").setRows(5));
      for (FacetField.Count count : found.getFacetField("eurovoc_label").getValues()) {
        out.add(count.getName() + " " + count.getCount());
      }

      // correct the labels: the model does not change them
      SolrInputDocument correction = new SolrInputDocument();
      correction.setField("id", "my-act");
      correction.setField("eurovoc_confirmed", Map.of("add", List.of("2282")));
      correction.setField("lmtc_reviewed", Map.of("set", "NOW"));
      solr.add(correction);

      // labels of a text that is not indexed
      ModifiableSolrParams params = new ModifiableSolrParams();
      params.set("text", "imports of milk products").set("top", 3);
      NamedList<Object> answer =
          solr.request(
              new GenericSolrRequest(METHOD.POST, "/lmtc/classify", params)
                  .setRequiresCollection(true));
      out.add(answer.get("model") + " " + answer.get("labels"));
    }
  }
}
