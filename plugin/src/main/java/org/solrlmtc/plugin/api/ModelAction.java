package org.solrlmtc.plugin.api;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.response.SolrQueryResponse;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.score.ActMemory;
import org.solrlmtc.plugin.model.CoreModels;
import org.solrlmtc.plugin.model.NodeModels;

/** The actions of {@code /lmtc/models} on a model of this node. */
enum ModelAction {
  LOAD {
    @Override
    void execute(CoreModels models, ActionRequest request) {
      models.load(request.model());
    }
  },
  SWAP {
    @Override
    void execute(CoreModels models, ActionRequest request) {
      models.node().swap(request.model());
    }
  },
  UNLOAD {
    @Override
    void execute(CoreModels models, ActionRequest request) {
      models.node().unload(request.model());
    }
  },
  UPLOAD {
    @Override
    void execute(CoreModels models, ActionRequest request) {
      request.body().orElseThrow().read(zip -> models.node().install(request.model(), zip));
    }
  },
  ADD_CONCEPT,
  RENAME_CONCEPT,
  REMOVE_CONCEPT,
  REMEMBER {
    @Override
    void execute(CoreModels models, ActionRequest request) {
      ActMemory memory = models.node().memory(request.model());
      PostedBody body = request.body().orElseThrow();
      body.read(acts -> memory.add(RememberedActs.read(acts, body.bytes())));
    }
  },
  FORGET {
    @Override
    void execute(CoreModels models, ActionRequest request) {
      ActMemory memory = models.node().memory(request.model());
      ForgetRequest forgotten = request.forgotten().orElseThrow();
      if (forgotten.all()) {
        memory.clear();
      } else {
        memory.remove(forgotten.ids());
      }
    }
  },
  ALIAS {
    @Override
    void execute(CoreModels models, ActionRequest request) {
      models.node().moveAlias(request.alias(), request.model());
    }

    @Override
    void complete(NodeModels models, ActionRequest request) {
      models.storeAlias(request.alias(), request.model());
    }
  },
  UNALIAS {
    @Override
    void execute(CoreModels models, ActionRequest request) {
      models.node().closeAlias(request.alias());
    }

    @Override
    void complete(NodeModels models, ActionRequest request) {
      models.removeAlias(request.alias());
    }
  };

  /** The part that each node does; by default an edit of a label. */
  void execute(CoreModels models, ActionRequest request) {
    EditRequest edit = request.edit().orElseThrow();
    models.node().edit(request.model(), edit.edit(), edit.from());
  }

  /** Whether it edits a label. */
  boolean edits() {
    return this == ADD_CONCEPT || this == RENAME_CONCEPT || this == REMOVE_CONCEPT;
  }

  private boolean changesMemory() {
    return this == REMEMBER || this == FORGET;
  }

  /** The part that is done once, after all nodes have done theirs. */
  void complete(NodeModels models, ActionRequest request) {}

  String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static ModelAction parse(String key) {
    return Arrays.stream(values())
        .filter(action -> action.key().equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                RequestParams.bad(
                    ModelsHandler.ACTION,
                    "must be one of "
                        + Arrays.stream(values())
                            .map(ModelAction::key)
                            .collect(Collectors.joining(", "))
                        + ", not '"
                        + key
                        + "'"));
  }

  /**
   * Executes the action on this node, and adds the version that serves afterwards, if any, to the
   * response.
   *
   * @throws SolrException with the reason why nothing was done
   */
  void perform(CoreModels models, ActionRequest request, SolrQueryResponse rsp) {
    try {
      execute(models, request);
    } catch (BundleException e) {
      throw new SolrException(
          ErrorCode.CONFLICT, "cannot " + key() + " the model: " + e.getMessage(), e);
    }
    models
        .node()
        .current(request.servedName())
        .ifPresent(
            model -> {
              rsp.add("model", model.id());
              rsp.add("digest", model.bundle().digest());
              rsp.add("device", model.device());
              if (changesMemory()) {
                model.memory().ifPresent(memory -> rsp.add("memory", MemoryResponse.of(memory)));
              }
            });
  }
}
