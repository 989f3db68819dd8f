package org.solrlmtc.plugin.api;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.solr.client.solrj.SolrRequest.METHOD;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.request.GenericSolrRequest;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.cloud.ClusterState;
import org.apache.solr.common.cloud.DocCollection;
import org.apache.solr.common.cloud.Replica;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.params.SolrParams;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.SimpleOrderedMap;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.response.SolrQueryResponse;

/**
 * The live nodes that have a part of the request's collection, be it active or not: a node that
 * recovers labels soon, too. They are asked one after the other, so that a collection is never busy
 * opening models on all its nodes at once.
 */
final class CollectionNodes {
  private final SolrQueryRequest req;

  /** A replica of each node, by the nodes' names. */
  private final Map<String, Replica> replicas;

  private CollectionNodes(SolrQueryRequest req) {
    this.req = req;
    ClusterState cluster = req.getCoreContainer().getZkController().getClusterState();
    String collection = req.getCore().getCoreDescriptor().getCloudDescriptor().getCollectionName();
    this.replicas = replicaOfEachNode(cluster.getCollection(collection), cluster.getLiveNodes());
  }

  /**
   * By the nodes' names; active ones where there are such, as others may not be there to answer.
   */
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
                    (known, other) -> known.getState() == Replica.State.ACTIVE ? known : other));
    return chosen;
  }

  /** Empty outside of a cloud. */
  static Optional<CollectionNodes> of(SolrQueryRequest req) {
    return req.getCoreContainer().isZooKeeperAware()
        ? Optional.of(new CollectionNodes(req))
        : Optional.empty();
  }

  /**
   * Asks the request's handler on each node, and adds one entry per node to the response: the
   * node's answer, or its error. When a node fails the response is an error, too, and still has all
   * entries.
   *
   * @param asked what the request turned out to ask for, and nothing else of it: no node shall read
   *     it in another way
   */
  void ask(METHOD method, SolrParams asked, SolrQueryResponse rsp) {
    ModifiableSolrParams params = new ModifiableSolrParams(asked);
    params.set(CommonParams.DISTRIB, false);
    NamedList<Object> answers = new SimpleOrderedMap<>();
    List<String> failed = new ArrayList<>();
    replicas.forEach(
        (node, replica) -> {
          try {
            answers.add(node, ask(method, params, replica));
          } catch (SolrServerException | IOException | SolrException e) {
            NamedList<Object> error = new SimpleOrderedMap<>();
            error.add("error", e.getMessage());
            answers.add(node, error);
            failed.add(node + ": " + e.getMessage());
          }
        });
    rsp.add("nodes", answers);
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
  }

  private NamedList<Object> ask(METHOD method, ModifiableSolrParams params, Replica replica)
      throws SolrServerException, IOException {
    GenericSolrRequest request =
        new GenericSolrRequest(method, (String) req.getContext().get(CommonParams.PATH), params)
            .setRequiresCollection(true);
    NamedList<Object> answer =
        req.getCoreContainer()
            .getDefaultHttpSolrClient()
            .requestWithBaseUrl(replica.getBaseUrl(), replica.getCoreName(), request)
            .getResponse();
    answer.remove(SolrQueryResponse.RESPONSE_HEADER_KEY);
    return answer;
  }
}
