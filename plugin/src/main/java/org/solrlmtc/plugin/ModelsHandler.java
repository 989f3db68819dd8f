package org.solrlmtc.plugin;

import java.util.ArrayList;
import java.util.List;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.SimpleOrderedMap;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.response.SolrQueryResponse;
import org.apache.solr.security.AuthorizationContext;
import org.solrlmtc.core.bundle.BundleManifest;

/**
 * Tells which models the core that answers has open, and which other bundles its node could open.
 */
public final class ModelsHandler extends LmtcHandler {

  @Override
  public void handleRequestBody(SolrQueryRequest req, SolrQueryResponse rsp) {
    rsp.setHttpCaching(false);
    String labelling = labelling(req.getCore()).model();
    CoreModels models = CoreModels.of(req.getCore());
    List<NamedList<Object>> open = new ArrayList<>();
    List<String> others = new ArrayList<>(models.names());
    for (Model model : models.open()) {
      open.add(describe(model, model.manifest().name().equals(labelling)));
      others.remove(model.manifest().name());
    }
    rsp.add("models", open);
    rsp.add("notOpen", others);
  }

  private static NamedList<Object> describe(Model model, boolean labels) {
    BundleManifest manifest = model.manifest();
    NamedList<Object> description = new SimpleOrderedMap<>();
    description.add("name", manifest.name());
    description.add("version", manifest.version());
    description.add("method", manifest.method());
    description.add("labelsDocuments", labels);
    description.add("labels", model.bundle().labels().size());
    description.add("device", model.device());
    description.add("decision", EvaluationResponse.decision(manifest.decision()));
    description.add("settings", manifest.settings());
    description.add("quality", manifest.quality());
    description.add("provenance", manifest.provenance());
    return description;
  }

  @Override
  public String getDescription() {
    return "Lists the labelling models";
  }

  @Override
  public Category getCategory() {
    return Category.OTHER;
  }

  @Override
  public Name getPermissionName(AuthorizationContext request) {
    return Name.CONFIG_READ_PERM;
  }
}
