package org.solrlmtc.plugin.api;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.solr.client.solrj.SolrRequest.METHOD;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.request.GenericSolrRequest;
import org.apache.solr.client.solrj.request.RequestWriter;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.cloud.ClusterState;
import org.apache.solr.common.cloud.DocCollection;
import org.apache.solr.common.cloud.Replica;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.params.ShardParams;
import org.apache.solr.common.params.SolrParams;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.SimpleOrderedMap;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.response.SolrQueryResponse;

/**
 * The live nodes that have a replica of the request's collection, active or not: a node that is
 * recovering will label again soon. Requests go to one node after the other, so that a collection
 * never opens models on all its nodes at once.
 */
final class CollectionNodes {
  private final SolrQueryRequest req;

  /** The name of the handler; a request through the V2 API has another path. */
  private final String path;

  /** One replica per node, by node name. */
  private final Map<String, Replica> replicas;

  private CollectionNodes(SolrQueryRequest req, String path) {
    this.req = req;
    this.path = path;
    ClusterState cluster = req.getCoreContainer().getZkController().getClusterState();
    String collection = req.getCore().getCoreDescriptor().getCloudDescriptor().getCollectionName();
    this.replicas = replicaOfEachNode(cluster.getCollection(collection), cluster.getLiveNodes());
  }

  /** One replica per live node, by node name; an active one if there is one, as it can answer. */
  static Map<String, Replica> replicaOfEachNode(DocCollection collection, Set<String> liveNodes) {
    Map<String, Replica> chosen = new TreeMap<>();
    collection.getSlices().stream()
        .flatMap(shard -> shard.getReplicas().stream())
        .filter(replica -> liveNodes.contains(replica.getNodeName()))
        .forEach(
            replica ->
                chosen.merge(
                    replica.getNodeName(),
                    replica,
                    (first, other) -> first.getState() == Replica.State.ACTIVE ? first : other));
    return chosen;
  }

  /** Empty outside of SolrCloud. */
  static Optional<CollectionNodes> of(SolrQueryRequest req, String path) {
    return req.getCoreContainer().isZooKeeperAware()
        ? Optional.of(new CollectionNodes(req, path))
        : Optional.empty();
  }

  /**
   * Sends a request to the same handler on each node, and adds one entry per node to the response:
   * the node's response, or its error. When a node fails, the response is an error that still has
   * all entries.
   *
   * @param parsed the parameters as this node parsed them, and no others, so that every node
   *     executes the same request
   * @param body the body to send with it
   * @return the entries
   */
  NamedList<Object> send(
      METHOD method, SolrParams parsed, Optional<PostedBody> body, SolrQueryResponse rsp) {
    List<String> failed = new ArrayList<>();
    NamedList<Object> responses = ask(method, parsed, body, failed);
    rsp.add("nodes", responses);
    if (!failed.isEmpty()) {
      rsp.setException(
          new SolrException(
              ErrorCode.SERVER_ERROR,
              failed.size()
                  + " of "
                  + replicas.size()
                  + " nodes failed: "
                  + String.join("; ", failed)));
    }
    return responses;
  }

  /** The lists of models of all nodes that answer. */
  NamedList<Object> lists() {
    return ask(METHOD.GET, SolrParams.of(), Optional.empty(), new ArrayList<>());
  }

  private NamedList<Object> ask(
      METHOD method, SolrParams parsed, Optional<PostedBody> body, List<String> failed) {
    ModifiableSolrParams params = new ModifiableSolrParams(parsed);
    params.set(CommonParams.DISTRIB, false);
    params.set(ShardParams.IS_SHARD, true);
    NamedList<Object> responses = new SimpleOrderedMap<>();
    replicas.forEach(
        (node, replica) -> {
          try {
            responses.add(node, send(request(method, params, body), replica));
          } catch (SolrServerException | IOException | SolrException e) {
            NamedList<Object> error = new SimpleOrderedMap<>();
            error.add("error", e.getMessage());
            responses.add(node, error);
            failed.add(node + ": " + e.getMessage());
          }
        });
    return responses;
  }

  private GenericSolrRequest request(METHOD method, SolrParams params, Optional<PostedBody> body) {
    GenericSolrRequest request =
        new GenericSolrRequest(method, path, params).setRequiresCollection(true);
    body.ifPresent(file -> request.setContentWriter(new BodyWriter(file)));
    return request;
  }

  private NamedList<Object> send(GenericSolrRequest request, Replica replica)
      throws SolrServerException, IOException {
    NamedList<Object> response =
        req.getCoreContainer()
            .getDefaultHttpSolrClient()
            .requestWithBaseUrl(replica.getBaseUrl(), replica.getCoreName(), request)
            .getResponse();
    response.remove(SolrQueryResponse.RESPONSE_HEADER_KEY);
    return response;
  }

  /** Sends a file as a stream. */
  private record BodyWriter(PostedBody body) implements RequestWriter.ContentWriter {
    @Override
    public void write(OutputStream out) throws IOException {
      Files.copy(body.file(), out);
    }

    @Override
    public String getContentType() {
      return body.contentType();
    }
  }
}
