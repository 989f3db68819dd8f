package org.solrlmtc.cli.solr;

import org.apache.solr.common.SolrInputDocument;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;

/** Converts acts to documents of the shipped schema. */
public final class ActDocuments {
  public static final String ID = "id";

  private ActDocuments() {}

  public static SolrInputDocument document(ActRecord record) {
    LegalAct act = record.act();
    SolrInputDocument document = new SolrInputDocument();
    document.addField(ID, act.id());
    add(document, "uri", record.uri());
    add(document, "type", act.type());
    add(document, "title", act.title().strip());
    add(document, "header", act.header());
    add(document, "recitals", act.recitals());
    act.articles().forEach(article -> add(document, "main_body", article));
    add(document, "attachments", act.attachments());
    record.concepts().forEach(concept -> add(document, "concepts", concept));
    return document;
  }

  private static void add(SolrInputDocument document, String field, String value) {
    if (!value.isBlank()) {
      document.addField(field, value);
    }
  }
}
