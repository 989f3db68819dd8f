package org.solrlmtc.plugin.api;

import java.util.Arrays;
import java.util.Locale;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.response.SolrQueryResponse;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.plugin.model.CoreModels;

/** The actions of {@code /lmtc/models} on a model of this node. */
enum ModelAction {
  LOAD {
    @Override
    void execute(CoreModels models, String name) {
      models.load(name);
    }
  },
  SWAP {
    @Override
    void execute(CoreModels models, String name) {
      models.node().swap(name);
    }
  },
  UNLOAD {
    @Override
    void execute(CoreModels models, String name) {
      models.node().unload(name);
    }
  };

  abstract void execute(CoreModels models, String name);

  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  static ModelAction parse(String key) {
    return Arrays.stream(values())
        .filter(action -> action.key().equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                RequestParams.bad(
                    ModelsHandler.ACTION, "must be load, swap or unload, not '" + key + "'"));
  }

  /**
   * Executes the action, and adds the version that serves afterwards, if any, to the response.
   *
   * @throws SolrException with the reason why nothing was done
   */
  void perform(CoreModels models, String name, SolrQueryResponse rsp) {
    try {
      execute(models, name);
    } catch (BundleException e) {
      throw new SolrException(
          ErrorCode.CONFLICT, "cannot " + key() + " the model: " + e.getMessage(), e);
    }
    models
        .node()
        .current(name)
        .ifPresent(
            model -> {
              rsp.add("model", model.id());
              rsp.add("digest", model.bundle().digest());
              rsp.add("device", model.device());
            });
  }
}
