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
 * Lists the open models of the answering node, and the other bundles of its models folder. Loads,
 * swaps and unloads models.
 *
 * <pre class="prettyprint">{@code
 * <requestHandler name="/lmtc/models" class="org.solrlmtc.plugin.api.ModelsHandler">
 *   <str name="processor">lmtc</str>
 * </requestHandler>
 * }</pre>
 *
 * <ul>
 *   <li>{@code processor}: the name of the labelling processor whose model is marked with {@code
 *       labelsDocuments}. Default {@code lmtc}.
 * </ul>
 *
 * Parameters:
 *
 * <ul>
 *   <li>{@code action}: what to do with a model; only by POST. Default: list the models.
 *       <ul>
 *         <li>{@code load} opens a bundle, so that its first request need not wait.
 *         <li>{@code swap} replaces an open model by the current content of its folder. If that is
 *             not usable, the former version continues to serve.
 *         <li>{@code unload} closes a model once its requests have ended. It is refused while a
 *             configuration names the model.
 *       </ul>
 *   <li>{@code model}: the bundle. Required with {@code action}.
 *   <li>{@code distrib}: in SolrCloud, whether the request goes to every live node that has a
 *       replica of the collection. Default: {@code true} with {@code action}, else {@code false}.
 * </ul>
 *
 * A wrong parameter is refused with HTTP 400 and its name, an action that fails with 409. The list
 * needs the permission {@code config-read}, everything else {@code config-edit}.
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
            .send(
                METHOD.POST,
                new MapSolrParams(Map.of(ACTION, action.get().key(), MODEL, model)),
                rsp);
      } else {
        rsp.add(ACTION, action.get().key());
        action.get().perform(CoreModels.of(req.getCore()), model, rsp);
      }
    } else if (nodes.isPresent()) {
      nodes.get().send(METHOD.GET, SolrParams.of(), rsp);
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
        .orElseThrow(() -> RequestParams.bad(MODEL, "is missing: it names the bundle"));
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
    if (!manifest.languages().isEmpty()) {
      description.add("languages", manifest.languages());
    }
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
   * Solr reads parameters from {@code json}, {@code useParams} and the handler's defaults only
   * after it has authorized the request. The HTTP method therefore decides: every request that
   * could have an action needs the permission for it.
   */
  @Override
  public Name getPermissionName(AuthorizationContext request) {
    boolean onlyLists =
        METHOD.GET.name().equals(request.getHttpMethod())
            && request.getParams().get(ACTION) == null;
    return onlyLists ? Name.CONFIG_READ_PERM : Name.CONFIG_EDIT_PERM;
  }
}
