package org.solrlmtc.plugin.api;

import java.util.Optional;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.concept.ConceptEdit;

/**
 * The edit of a label that a request asks for.
 *
 * @param from digest of the bundle to edit; empty for the one of the node that is asked first
 */
record EditRequest(ConceptEdit edit, String from) {
  private static final String CONCEPT = "concept";
  private static final String NAME = "name";
  private static final String ALTERNATIVE_NAME = "alternativeName";
  private static final String BROADER = "broader";
  private static final String FROM = "from";

  /**
   * @throws SolrException naming what is missing or wrong
   */
  static EditRequest parse(ModelAction action, RequestParams params) {
    String id = ActionRequest.required(params, CONCEPT, "it is the id of the concept");
    Optional<String> name = params.all(NAME).stream().findFirst();
    if (action == ModelAction.RENAME_CONCEPT && name.isEmpty()) {
      throw RequestParams.bad(NAME, "is missing: it is the new name");
    }
    try {
      ConceptEdit edit =
          switch (action) {
            case ADD_CONCEPT ->
                ConceptEdit.add(id, name, params.all(ALTERNATIVE_NAME), params.all(BROADER));
            case RENAME_CONCEPT ->
                ConceptEdit.rename(id, name.orElseThrow(), params.all(ALTERNATIVE_NAME));
            default -> ConceptEdit.remove(id);
          };
      return new EditRequest(edit, params.text(FROM).orElse(""));
    } catch (BundleException e) {
      throw new SolrException(ErrorCode.BAD_REQUEST, e.getMessage(), e);
    }
  }

  void addTo(ModifiableSolrParams params) {
    params.set(CONCEPT, edit.id());
    edit.name().ifPresent(name -> params.set(NAME, name));
    edit.alternativeNames().forEach(name -> params.add(ALTERNATIVE_NAME, name));
    edit.broader().forEach(id -> params.add(BROADER, id));
    params.set(FROM, from);
  }
}
