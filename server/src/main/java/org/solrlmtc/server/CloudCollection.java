package org.solrlmtc.server;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.embedded.EmbeddedSolrServer;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.client.solrj.request.CollectionAdminRequest.Create;
import org.apache.solr.client.solrj.request.CollectionAdminRequest.RequestStatus;
import org.apache.solr.client.solrj.request.CollectionAdminRequest.RequestStatusResponse;
import org.apache.solr.client.solrj.response.RequestStatusState;
import org.apache.solr.cloud.ZkController;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.cloud.DocCollection;
import org.apache.solr.common.cloud.Replica;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.core.ConfigSetService;
import org.apache.solr.core.CoreContainer;

/** Ensures that a SolrCloud node has the configset, the collection and active replicas. */
final class CloudCollection {
  private static final Set<RequestStatusState> PENDING =
      EnumSet.of(RequestStatusState.SUBMITTED, RequestStatusState.RUNNING);
  private static final int POLL_MS = 200;

  private final CoreContainer container;
  private final ZkController zooKeeper;
  private final ServerConfig config;
  private final ServerConfig.CloudOptions options;

  CloudCollection(CoreContainer container, ServerConfig config) {
    this.container = container;
    this.zooKeeper = container.getZkController();
    this.config = config;
    this.options = config.cloud().orElseThrow();
  }

  /**
   * Uploads the configset and creates the collection where they are missing, then waits for this
   * node's replicas.
   *
   * @return whether ZooKeeper's configset differs from the project's
   */
  boolean prepare(Configset configset, int timeoutSeconds)
      throws IOException, StartException, InterruptedException {
    String name = config.collection();
    ConfigSetService stored = container.getConfigSetService();
    boolean isNew = !zooKeeper.getClusterState().hasCollection(name);
    // without a collection, the stored configset is left over from a failed start
    if (isNew || !stored.checkConfigExists(name)) {
      stored.uploadConfig(name, configset.folder(), true);
    }
    if (isNew) {
      create();
    }
    awaitOwnReplicas(timeoutSeconds);
    return configset.differsFrom(path -> stored.downloadFileFromConfig(name, path));
  }

  private void create() throws IOException, StartException, InterruptedException {
    String name = config.collection();
    Create request =
        CollectionAdminRequest.createCollection(name, name, options.shards(), options.replicas());
    // inside the process: over HTTP, a Solr with authentication would refuse its own server
    try (SolrClient client = new EmbeddedSolrServer(container, null)) {
      try {
        request.process(client);
      } catch (SolrServerException | SolrException e) {
        throw new StartException(
            "collection '" + name + "' cannot be created: " + reason(request, client, e), e);
      }
    }
  }

  /**
   * Why a collection cannot be created. The plain request returns only "core creation failed". As
   * an asynchronous task, which is slower, it returns the failure of the core.
   */
  private static String reason(Create request, SolrClient client, Exception plainFailure)
      throws IOException, InterruptedException {
    try {
      RequestStatus statusRequest =
          CollectionAdminRequest.requestStatus(request.processAsync(client));
      RequestStatusResponse status = statusRequest.process(client);
      while (PENDING.contains(status.getRequestStatus())) {
        Thread.sleep(POLL_MS);
        status = statusRequest.process(client);
      }
      if (status.getResponse().get("failure") instanceof NamedList<?> nodes
          && nodes.getVal(0) instanceof NamedList<?> first
          && first.get("response") instanceof String reason) {
        return reason;
      }
    } catch (SolrServerException | SolrException e) {
      plainFailure.addSuppressed(e);
    }
    return StartException.oneLine(plainFailure);
  }

  private void awaitOwnReplicas(int timeoutSeconds) throws StartException {
    try {
      zooKeeper
          .getZkStateReader()
          .waitForState(
              config.collection(),
              timeoutSeconds,
              TimeUnit.SECONDS,
              (liveNodes, collection) -> collection != null && ownReplicasActive(collection));
    } catch (TimeoutException e) {
      throw new StartException(
          "collection '"
              + config.collection()
              + "': this node's replicas were not active after "
              + timeoutSeconds
              + " s",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartException("interrupted while waiting for the collection", e);
    }
  }

  private boolean ownReplicasActive(DocCollection collection) {
    List<Replica> own = collection.getReplicasOnNode(zooKeeper.getNodeName());
    return own == null
        || own.stream().allMatch(replica -> replica.getState() == Replica.State.ACTIVE);
  }
}
