package org.solrlmtc.plugin.api;

import java.util.Arrays;
import java.util.Locale;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.response.SolrQueryResponse;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.plugin.model.CoreModels;

/** What {@code /lmtc/models} can do to a model of this node. */
enum ModelAction {
  LOAD {
    @Override
    void act(CoreModels models, String name) {
      models.load(name);
    }
  },
  SWAP {
    @Override
    void act(CoreModels models, String name) {
      models.node().swap(name);
    }
  },
  UNLOAD {
    @Override
    void act(CoreModels models, String name) {
      models.node().unload(name);
    }
  };

  abstract void act(CoreModels models, String name);

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
   * Acts, and tells which version of the model serves then, if any.
   *
   * @throws SolrException telling why nothing was done
   */
  void perform(CoreModels models, String name, SolrQueryResponse rsp) {
    try {
      act(models, name);
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
