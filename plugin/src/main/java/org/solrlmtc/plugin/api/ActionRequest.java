package org.solrlmtc.plugin.api;

import java.util.Optional;
import org.apache.solr.client.solrj.SolrRequest.METHOD;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.params.SolrParams;
import org.apache.solr.request.SolrQueryRequest;
import org.solrlmtc.plugin.model.NodeModels;

/**
 * What an action is about.
 *
 * @param model the bundle or the alias; empty for an action that needs none
 * @param alias empty for an action that needs none
 * @param edit the edit of a label; empty for other actions
 * @param forgotten the acts to forget; empty for other actions
 * @param body the file with the body, which is sent to several nodes; deleted when this is closed
 */
record ActionRequest(
    ModelAction action,
    String model,
    String alias,
    Optional<EditRequest> edit,
    Optional<ForgetRequest> forgotten,
    Optional<PostedBody> body)
    implements AutoCloseable {
  private static final String ALIAS = "alias";

  /** Allows uploads to users who are not authenticated. */
  private static final String UPLOAD_PROPERTY = "lmtc.models.upload";

  /**
   * @throws SolrException naming the parameter that is missing or wrong
   */
  static ActionRequest parse(ModelAction action, SolrQueryRequest req, RequestParams params) {
    if (req.getContext().get("httpMethod") != METHOD.POST) {
      throw RequestParams.bad(ModelsHandler.ACTION, "changes models: send it by POST");
    }
    boolean needsAlias = action == ModelAction.ALIAS || action == ModelAction.UNALIAS;
    String alias = needsAlias ? required(params, ALIAS, "it is the name to move or remove") : "";
    String model =
        action == ModelAction.UNALIAS
            ? ""
            : required(params, LmtcHandler.MODEL, "it names the bundle");
    return new ActionRequest(
        action,
        model,
        alias,
        action.edits() ? Optional.of(EditRequest.parse(action, params)) : Optional.empty(),
        action == ModelAction.FORGET ? Optional.of(ForgetRequest.parse(params)) : Optional.empty(),
        body(action, req));
  }

  private static Optional<PostedBody> body(ModelAction action, SolrQueryRequest req) {
    return switch (action) {
      case UPLOAD -> {
        checkMayUpload(req);
        yield Optional.of(PostedBody.zip(req));
      }
      case REMEMBER -> Optional.of(PostedBody.acts(req));
      default -> Optional.empty();
    };
  }

  static String required(RequestParams params, String name, String meaning) {
    return params.text(name).orElseThrow(() -> RequestParams.bad(name, "is missing: " + meaning));
  }

  private static void checkMayUpload(SolrQueryRequest req) {
    if (req.getUserPrincipal() == null && !Boolean.getBoolean(UPLOAD_PROPERTY)) {
      throw new SolrException(
          ErrorCode.FORBIDDEN,
          "a bundle is taken from authenticated users only: enable Solr's authentication, or start"
              + " Solr with -D"
              + UPLOAD_PROPERTY
              + "=true");
    }
  }

  /** The same request; an edit is of the version of the bundle on this node. */
  ActionRequest onVersionOf(NodeModels models) {
    return edit.filter(given -> given.from().isEmpty()).isEmpty()
        ? this
        : new ActionRequest(
            action,
            model,
            alias,
            edit.map(given -> new EditRequest(given.edit(), models.digest(model))),
            forgotten,
            body);
  }

  /** The name of the model that the action changes. */
  String servedName() {
    return alias.isEmpty() ? model : alias;
  }

  /** The parameters of this request, for other nodes. */
  SolrParams params() {
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set(ModelsHandler.ACTION, action.key());
    if (!model.isEmpty()) {
      params.set(LmtcHandler.MODEL, model);
    }
    if (!alias.isEmpty()) {
      params.set(ALIAS, alias);
    }
    edit.ifPresent(given -> given.addTo(params));
    forgotten.ifPresent(given -> given.addTo(params));
    return params;
  }

  @Override
  public void close() {
    body.ifPresent(PostedBody::close);
  }
}
