package org.solrlmtc.plugin.api;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.params.ShardParams;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.SimpleOrderedMap;
import org.apache.solr.request.SolrQueryRequest;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.plugin.update.ActFields;
import org.solrlmtc.plugin.update.LabellingConfig;
import org.solrlmtc.plugin.update.OutputField;
import org.solrlmtc.plugin.update.RealTimeGet;

/**
 * An act of the index, with the labels that it has there.
 *
 * @param labels the labels, in the order of the index
 * @param description id, labels, model and status, as part of a response
 */
record IndexedAct(LegalAct act, List<String> labels, NamedList<Object> description) {
  /**
   * Reads an act by its id, committed or not.
   *
   * @throws SolrException when there is no such document, it has no stored text, or a text was sent
   *     as well
   */
  static IndexedAct read(
      String id, RequestParams params, LabellingConfig labelling, SolrQueryRequest req) {
    if (params.text(PostedAct.TEXT).isPresent() || req.getContentStreams() != null) {
      throw RequestParams.bad(
          ClassifyHandler.ID, "names a document of the index: send no text with it");
    }
    ActFields actFields = new ActFields(labelling.zoneFields());
    Set<String> fields = new LinkedHashSet<>(actFields.names());
    List<OutputField> outputs =
        List.of(OutputField.CONCEPTS, OutputField.MODEL, OutputField.STATUS);
    outputs.forEach(
        output -> Optional.ofNullable(labelling.outputs().get(output)).ifPresent(fields::add));
    Map<String, List<Object>> values =
        new RealTimeGet(req.getCore())
            .fetch(id, params.text(ShardParams._ROUTE_), fields)
            .orElseThrow(
                () ->
                    new SolrException(
                        ErrorCode.NOT_FOUND,
                        "the parameter '"
                            + ClassifyHandler.ID
                            + "' names no document of the index: '"
                            + id
                            + "'"));
    LegalAct act = actFields.act(id, field -> values.get(field));
    if (act.isBlank()) {
      throw RequestParams.bad(
          ClassifyHandler.ID,
          "names a document without stored text in " + actFields.names() + ": '" + id + "'");
    }
    NamedList<Object> description = new SimpleOrderedMap<>();
    description.add("id", id);
    for (OutputField output : outputs) {
      String field = labelling.outputs().get(output);
      if (field != null) {
        List<Object> stored = values.get(field);
        description.add(
            field,
            output == OutputField.CONCEPTS
                ? List.copyOf(stored)
                : stored.stream().findFirst().orElse(null));
      }
    }
    List<String> labels = new ArrayList<>();
    Optional.ofNullable(labelling.outputs().get(OutputField.CONCEPTS))
        .map(values::get)
        .ifPresent(stored -> stored.forEach(label -> labels.add(label.toString())));
    return new IndexedAct(act, labels, description);
  }
}
