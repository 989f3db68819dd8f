package org.solrlmtc.plugin.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.solr.client.solrj.SolrRequest.METHOD;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.ShardParams;
import org.apache.solr.common.params.SolrParams;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.SimpleOrderedMap;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.response.SolrQueryResponse;
import org.apache.solr.security.AuthorizationContext;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.BundleManifest;
import org.solrlmtc.plugin.model.CoreModels;
import org.solrlmtc.plugin.model.Model;
import org.solrlmtc.plugin.model.NodeModels;
import org.solrlmtc.plugin.model.OpenModel;
import org.solrlmtc.plugin.update.CrossSiteRequests;

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
 *         <li>{@code upload} puts a bundle into the models folder, and swaps it in where it is
 *             open. The body is a zip of its files. Only for authenticated users, unless the system
 *             property {@code lmtc.models.upload} is {@code true}.
 *         <li>{@code add-concept}, {@code rename-concept} and {@code remove-concept} write a new
 *             version of the bundle with a label more, renamed or less, without training, and swap
 *             it in where it is open. The parameters are {@code concept} (its id), {@code name},
 *             {@code alternativeName} and {@code broader}; the last two can be repeated. With
 *             {@code from}, a digest, only this version of the bundle is edited.
 *         <li>{@code remember} adds acts with their concepts to the memory of an open model,
 *             without training. The body has one act per line, as JSON in the form of EURLEX57K. An
 *             act replaces the one with its id.
 *         <li>{@code forget} removes the acts {@code act} (can be repeated) from the memory, or
 *             with {@code all=true} all acts.
 *         <li>{@code alias} makes the name {@code alias} stand for {@code model}, and swaps the
 *             model in where the alias is open.
 *         <li>{@code unalias} removes {@code alias}. It is refused while a configuration names it.
 *       </ul>
 *   <li>{@code model}: the bundle. Required with every {@code action} but {@code unalias}.
 *   <li>{@code memoryIds}: whether the list has the ids of the acts in memories. Default {@code
 *       false}.
 *   <li>{@code alias}: a name for a bundle. Required with {@code alias} and {@code unalias}.
 *   <li>{@code distrib}: in SolrCloud, whether the request goes to every live node that has a
 *       replica of the collection. Default: {@code true} with {@code action}, else {@code false}.
 * </ul>
 *
 * In SolrCloud, {@code versions} has the version of the model on each node, and {@code warning}
 * says so if they differ.
 *
 * <p>A wrong parameter is refused with HTTP 400 and its name, an action that fails with 409. The
 * list needs the permission {@code config-read}, everything else {@code config-edit}.
 */
public final class ModelsHandler extends LmtcHandler {
  static final String ACTION = "action";

  private static final String MEMORY_IDS = "memoryIds";

  @Override
  public void handleRequestBody(SolrQueryRequest req, SolrQueryResponse rsp) {
    rsp.setHttpCaching(false);
    RequestParams params = new RequestParams(req.getParams());
    boolean memoryIds = params.flag(MEMORY_IDS);
    Optional<ModelAction> action = params.text(ACTION).map(ModelAction::parse);
    boolean distributed =
        params.text(CommonParams.DISTRIB).isPresent()
            ? params.flag(CommonParams.DISTRIB)
            : action.isPresent();
    boolean isInternal = params.flag(ShardParams.IS_SHARD);
    Optional<CollectionNodes> nodes =
        isInternal
            ? Optional.<CollectionNodes>empty()
            : CollectionNodes.of(req, getPluginInfo().name);
    if (action.isPresent()) {
      CrossSiteRequests.refuse(req);
      try (ActionRequest request = ActionRequest.parse(action.get(), req, params)) {
        act(request.onVersionOf(models(req)), distributed, nodes, req, rsp);
      } catch (BundleException e) {
        throw new SolrException(ErrorCode.CONFLICT, e.getMessage(), e);
      }
    } else if (distributed && nodes.isPresent()) {
      String model = labelling(req.getCore()).model();
      NamedList<Object> lists =
          nodes
              .get()
              .send(
                  METHOD.GET,
                  SolrParams.of(MEMORY_IDS, String.valueOf(memoryIds)),
                  Optional.empty(),
                  rsp);
      report(req, NodeVersions.of(model, lists), rsp);
    } else {
      list(req, memoryIds, rsp);
    }
  }

  private static NodeModels models(SolrQueryRequest req) {
    return CoreModels.of(req.getCore()).node();
  }

  private void report(SolrQueryRequest req, NodeVersions versions, SolrQueryResponse rsp) {
    versions.report(rsp);
    processor(req.getCore()).reportVersions(versions.model(), versions.differ());
  }

  private void act(
      ActionRequest request,
      boolean distributed,
      Optional<CollectionNodes> nodes,
      SolrQueryRequest req,
      SolrQueryResponse rsp) {
    CoreModels models = CoreModels.of(req.getCore());
    boolean onThisNode = !distributed || nodes.isEmpty();
    if (onThisNode) {
      rsp.add(ACTION, request.action().key());
      request.action().perform(models, request, rsp);
    } else {
      nodes.get().send(METHOD.POST, request.params(), request.body(), rsp);
    }
    // a node that was asked by another one leaves the rest to it
    boolean asked = req.getCoreContainer().isZooKeeperAware() && onThisNode;
    if (rsp.getException() == null && !asked) {
      request.action().complete(models.node(), request);
    }
    nodes.ifPresent(all -> report(req, NodeVersions.of(request.servedName(), all.lists()), rsp));
  }

  private void list(SolrQueryRequest req, boolean memoryIds, SolrQueryResponse rsp) {
    String labelling = labelling(req.getCore()).model();
    NodeModels models = CoreModels.of(req.getCore()).node();
    List<NamedList<Object>> open = new ArrayList<>();
    List<String> others = new ArrayList<>(models.names());
    for (OpenModel status : models.open()) {
      open.add(describe(status, status.name().equals(labelling), memoryIds));
      others.remove(status.model().manifest().name());
    }
    rsp.add("models", open);
    rsp.add("notOpen", others);
    rsp.add("aliases", models.aliases());
  }

  private static NamedList<Object> describe(OpenModel status, boolean labels, boolean memoryIds) {
    Model model = status.model();
    BundleManifest manifest = model.manifest();
    NamedList<Object> description = new SimpleOrderedMap<>();
    description.add("name", manifest.name());
    if (!status.name().equals(manifest.name())) {
      description.add("alias", status.name());
    }
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
    model
        .memory()
        .ifPresent(
            memory -> {
              NamedList<Object> described = MemoryResponse.of(memory);
              if (memoryIds) {
                described.add("ids", memory.ids());
              }
              description.add("memory", described);
            });
    return description;
  }

  @Override
  protected Map<String, String> parameters() {
    return Map.of(
        ACTION,
        "load, swap, unload or edit a model (POST); default: list the models",
        MODEL,
        "the bundle; required with action",
        CommonParams.DISTRIB,
        "whether the request goes to every node of the collection",
        MEMORY_IDS,
        "whether the list has the ids of the acts in memories");
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
