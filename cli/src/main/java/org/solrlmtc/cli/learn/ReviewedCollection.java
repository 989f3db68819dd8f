package org.solrlmtc.cli.learn;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.request.schema.SchemaRequest;
import org.apache.solr.client.solrj.response.QueryResponse;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.params.CursorMarkParams;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.solr.LabellingProcessor;
import org.solrlmtc.cli.solr.SolrHttp;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;

/**
 * The reviewed acts of a collection, in the fields that its labelling processor is configured with.
 *
 * @param key the unique key
 * @param zones the text fields
 * @param confirmed the field with the labels that people confirmed
 * @param reviewed the field with the date of a complete review
 */
record ReviewedCollection(
    String name, String key, Map<Zone, String> zones, String confirmed, String reviewed) {
  private static final String TITLE = "title";
  private static final String TYPE = "type";
  private static final String URI = "uri";

  /**
   * Some acts, and where the next ones begin.
   *
   * @param documents number of documents read; fewer acts if some have no text
   */
  record Page(List<ActRecord> acts, int documents, String next) {}

  static ReviewedCollection of(SolrHttp solr, String collection) {
    JsonNode processor = LabellingProcessor.of(solr, collection);
    Map<Zone, String> zones = new EnumMap<>(Zone.class);
    processor
        .path("zones")
        .fields()
        .forEachRemaining(zone -> zones.put(Zone.parse(zone.getKey()), zone.getValue().asText()));
    if (processor.has("textField")) {
      zones.put(Zone.MAIN_BODY, processor.path("textField").asText());
    }
    if (zones.isEmpty()) {
      throw new UserError(
          "'"
              + collection
              + "' has no labelling processor with text fields: see docs/configuration.md");
    }
    JsonNode outputs = processor.path("output");
    return new ReviewedCollection(
        collection,
        solr.send(
            client -> new SchemaRequest.UniqueKey().process(client, collection).getUniqueKey()),
        zones,
        outputs.path("confirmed").asText("eurovoc_confirmed"),
        outputs.path("reviewed").asText("lmtc_reviewed"));
  }

  /** The filters that reviewed acts with labels pass. */
  List<String> filters() {
    return List.of(reviewed + ":[* TO *]", confirmed + ":[* TO *]");
  }

  Page page(SolrHttp solr, String cursor, int rows) {
    Set<String> fields = new LinkedHashSet<>(zones.values());
    fields.addAll(List.of(key, confirmed, TITLE, TYPE, URI));
    SolrQuery query =
        SolrHttp.all(filters())
            .setRows(rows)
            .setFields(fields.toArray(String[]::new))
            .setSort(key, SolrQuery.ORDER.asc)
            .setParam(CursorMarkParams.CURSOR_MARK_PARAM, cursor);
    QueryResponse response = solr.send(client -> client.query(name, query));
    List<ActRecord> acts = new ArrayList<>();
    for (SolrDocument document : response.getResults()) {
      ActRecord record = record(document);
      if (!record.act().isBlank()) {
        acts.add(record);
      }
    }
    return new Page(acts, response.getResults().size(), response.getNextCursorMark());
  }

  private ActRecord record(SolrDocument document) {
    String id = String.valueOf(document.getFieldValue(key));
    LegalAct act =
        new LegalAct(
            id,
            joined(document, TYPE),
            joined(document, TITLE),
            joined(document, zones.get(Zone.HEADER)),
            joined(document, zones.get(Zone.RECITALS)),
            values(document, zones.get(Zone.MAIN_BODY)),
            joined(document, zones.get(Zone.ATTACHMENTS)));
    return new ActRecord(
        act, joined(document, URI), List.copyOf(new TreeSet<>(values(document, confirmed))), id);
  }

  private static String joined(SolrDocument document, String field) {
    return String.join("\n", values(document, field));
  }

  private static List<String> values(SolrDocument document, String field) {
    Collection<Object> values = field == null ? null : document.getFieldValues(field);
    return values == null ? List.of() : values.stream().map(Object::toString).toList();
  }
}
