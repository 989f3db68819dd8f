package org.solrlmtc.plugin.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.solr.client.solrj.SolrRequest.METHOD;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.MapSolrParams;
import org.apache.solr.common.params.SolrParams;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.SimpleOrderedMap;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.response.SolrQueryResponse;
import org.apache.solr.security.AuthorizationContext;
import org.solrlmtc.core.bundle.BundleManifest;
import org.solrlmtc.plugin.model.CoreModels;
import org.solrlmtc.plugin.model.Model;
import org.solrlmtc.plugin.model.NodeModels;
import org.solrlmtc.plugin.model.OpenModel;

/**
 * Tells which models the node that answers has open, and which other bundles it could open. {@code
 * distrib=true} asks every node that has a part of the collection.
 *
 * <p>A POST with {@code action} and {@code model} changes that, on every such node unless {@code
 * distrib=false}:
 *
 * <ul>
 *   <li>{@code load}: opens a bundle, so that the first request for it need not wait
 *   <li>{@code swap}: opens what the folder of an open bundle holds now, and serves that; should it
 *       not be usable, the former version goes on
 *   <li>{@code unload}: closes a model that no configuration names
 * </ul>
 */
public final class ModelsHandler extends LmtcHandler {
  static final String ACTION = "action";

  @Override
  public void handleRequestBody(SolrQueryRequest req, SolrQueryResponse rsp) {
    rsp.setHttpCaching(false);
    RequestParams params = new RequestParams(req.getParams());
    Optional<ModelAction> action = params.text(ACTION).map(ModelAction::parse);
    boolean distributed =
        params.text(CommonParams.DISTRIB).isPresent()
            ? params.flag(CommonParams.DISTRIB)
            : action.isPresent();
    Optional<CollectionNodes> nodes =
        distributed ? CollectionNodes.of(req) : Optional.<CollectionNodes>empty();
    if (action.isPresent()) {
      String model = checkAction(req, params);
      if (nodes.isPresent()) {
        nodes
            .get()
            .ask(
                METHOD.POST,
                new MapSolrParams(Map.of(ACTION, action.get().key(), MODEL, model)),
                rsp);
      } else {
        rsp.add(ACTION, action.get().key());
        action.get().perform(CoreModels.of(req.getCore()), model, rsp);
      }
    } else if (nodes.isPresent()) {
      nodes.get().ask(METHOD.GET, SolrParams.of(), rsp);
    } else {
      list(req, rsp);
    }
  }

  /** The name of the model that an action is about. */
  private static String checkAction(SolrQueryRequest req, RequestParams params) {
    if (req.getContext().get("httpMethod") != METHOD.POST) {
      throw RequestParams.bad(ACTION, "changes models: send it by POST");
    }
    return params
        .text(MODEL)
        .orElseThrow(() -> RequestParams.bad(MODEL, "is missing: it names the bundle to act on"));
  }

  private void list(SolrQueryRequest req, SolrQueryResponse rsp) {
    String labelling = labelling(req.getCore()).model();
    NodeModels models = CoreModels.of(req.getCore()).node();
    List<NamedList<Object>> open = new ArrayList<>();
    List<String> others = new ArrayList<>(models.names());
    for (OpenModel status : models.open()) {
      String name = status.model().manifest().name();
      open.add(describe(status, name.equals(labelling)));
      others.remove(name);
    }
    rsp.add("models", open);
    rsp.add("notOpen", others);
  }

  private static NamedList<Object> describe(OpenModel status, boolean labels) {
    Model model = status.model();
    BundleManifest manifest = model.manifest();
    NamedList<Object> description = new SimpleOrderedMap<>();
    description.add("name", manifest.name());
    description.add("version", manifest.version());
    description.add("id", model.id());
    description.add("digest", model.bundle().digest());
    description.add("method", manifest.method());
    description.add("labelsDocuments", labels);
    description.add("labels", model.bundle().labels().size());
    description.add("state", status.swapping() ? "swapping" : "serving");
    status.lastFailure().ifPresent(reason -> description.add("lastSwapFailed", reason));
    description.add("device", model.device());
    description.add("opened", model.opened().toString());
    description.add("cores", status.cores());
    description.add("openVersions", status.metrics().openVersions());
    description.add("requests", model.leases());
    description.add("queueDepth", model.queueDepth());
    description.add("stuckThreads", status.metrics().stuckThreads());
    description.add("decision", DecisionResponse.of(manifest.decision()));
    description.add("settings", manifest.settings());
    description.add("quality", manifest.quality());
    description.add("provenance", manifest.provenance());
    return description;
  }

  @Override
  public String getDescription() {
    return "Lists, loads, swaps and unloads the labelling models";
  }

  @Override
  public Category getCategory() {
    return Category.OTHER;
  }

  /**
   * Solr takes parameters out of {@code json}, {@code useParams} and the handler's defaults only
   * after it has let the request in. So the method decides: what could act needs the permission to.
   */
  @Override
  public Name getPermissionName(AuthorizationContext request) {
    boolean onlyLists =
        METHOD.GET.name().equals(request.getHttpMethod())
            && request.getParams().get(ACTION) == null;
    return onlyLists ? Name.CONFIG_READ_PERM : Name.CONFIG_EDIT_PERM;
  }
}
