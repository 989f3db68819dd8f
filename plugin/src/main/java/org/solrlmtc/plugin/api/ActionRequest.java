package org.solrlmtc.plugin.api;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.solr.client.solrj.SolrRequest.METHOD;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.params.SolrParams;
import org.apache.solr.common.util.ContentStream;
import org.apache.solr.request.SolrQueryRequest;
import org.solrlmtc.plugin.model.NodeModels;

/**
 * What an action is about.
 *
 * @param model the bundle or the alias; empty for an action that needs none
 * @param alias empty for an action that needs none
 * @param edit the edit of a label; empty for other actions
 * @param upload the file with the body of an upload; deleted when this is closed
 */
@SuppressWarnings("deprecation") // ContentStream: the only access to a body in Solr 9
record ActionRequest(
    ModelAction action,
    String model,
    String alias,
    Optional<EditRequest> edit,
    Optional<Path> upload)
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
        action == ModelAction.UPLOAD ? Optional.of(receive(req)) : Optional.empty());
  }

  static String required(RequestParams params, String name, String meaning) {
    return params.text(name).orElseThrow(() -> RequestParams.bad(name, "is missing: " + meaning));
  }

  /** Stores the body, which is sent to several nodes. */
  private static Path receive(SolrQueryRequest req) {
    if (req.getUserPrincipal() == null && !Boolean.getBoolean(UPLOAD_PROPERTY)) {
      throw new SolrException(
          ErrorCode.FORBIDDEN,
          "a bundle is taken from authenticated users only: enable Solr's authentication, or start"
              + " Solr with -D"
              + UPLOAD_PROPERTY
              + "=true");
    }
    Iterable<ContentStream> streams = req.getContentStreams();
    Iterator<ContentStream> bodies = streams == null ? null : streams.iterator();
    if (bodies == null || !bodies.hasNext()) {
      throw new SolrException(
          ErrorCode.BAD_REQUEST,
          "the body is missing: send a zip of the bundle's files, Content-Type application/zip");
    }
    try {
      Path file = Files.createTempFile("lmtc-upload", ".zip");
      try (InputStream in = bodies.next().getStream()) {
        Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
      }
      return file;
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private static SolrException failure(IOException e) {
    return new SolrException(ErrorCode.SERVER_ERROR, "cannot store the uploaded bundle: " + e, e);
  }

  void read(Consumer<InputStream> reader) {
    try (InputStream in = Files.newInputStream(upload.orElseThrow())) {
      reader.accept(in);
    } catch (IOException e) {
      throw failure(e);
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
            upload);
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
    return params;
  }

  @Override
  public void close() {
    try {
      if (upload.isPresent()) {
        Files.deleteIfExists(upload.get());
      }
    } catch (IOException e) {
      throw failure(e);
    }
  }
}
