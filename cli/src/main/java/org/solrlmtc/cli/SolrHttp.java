package org.solrlmtc.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.client.solrj.request.CoreAdminRequest;
import org.apache.solr.client.solrj.request.GenericSolrRequest;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.util.NamedList;

/** Talks to one Solr; failures become {@link UserError}s that name the address. */
public final class SolrHttp implements AutoCloseable {
  private static final int CONNECT_TIMEOUT_S = 5;

  private final String url;
  private final SolrClient client;

  /** A request that may fail in SolrJ's ways. */
  @FunctionalInterface
  public interface Request<T> {
    T send(SolrClient client) throws SolrServerException, IOException;
  }

  /**
   * @param url base URL, such as {@code http://127.0.0.1:8983/solr}
   * @param timeout how long to wait for each answer
   */
  public SolrHttp(String url, Duration timeout) {
    this.url = url;
    this.client =
        // SolrJ's client on the JDK sends updates through a small pipe: several times slower, and
        // over HTTP/2 several large updates at once stall
        new Http2SolrClient.Builder(url)
            .useHttp1_1(true)
            .withConnectionTimeout(CONNECT_TIMEOUT_S, TimeUnit.SECONDS)
            .withRequestTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
            .build();
  }

  /** Sends a request. */
  public <T> T send(Request<T> request) {
    try {
      return request.send(client);
    } catch (SolrServerException | IOException e) {
      throw new UserError(
          "no answer from Solr at " + url + ": see 'lmtc status', or start it with 'lmtc start'",
          e);
    } catch (SolrException e) {
      throw new UserError(
          "Solr at " + url + " answers: " + e.getMessage().strip().replaceAll("\\s+", " "), e);
    }
  }

  /** The node's report about itself: JVM, memory, mode. */
  NamedList<Object> system() {
    return send(
        solr -> solr.request(new GenericSolrRequest(SolrRequest.METHOD.GET, "/admin/info/system")));
  }

  /** The node's system properties. */
  @SuppressWarnings("unchecked")
  NamedList<Object> systemProperties() {
    return (NamedList<Object>)
        send(solr ->
                solr.request(
                    new GenericSolrRequest(SolrRequest.METHOD.GET, "/admin/info/properties")))
            .get("system.properties");
  }

  /** Names of the collections in a cloud, else of the cores. */
  List<String> collections(boolean cloud) {
    return send(
        solr -> {
          if (cloud) {
            return CollectionAdminRequest.listCollections(solr);
          }
          List<String> cores = new ArrayList<>();
          for (Map.Entry<String, NamedList<Object>> core :
              CoreAdminRequest.getStatus(null, solr).getCoreStatus()) {
            cores.add(core.getKey());
          }
          return cores;
        });
  }

  /** Number of documents in a core or collection. */
  public long documents(String collection) {
    return send(
        solr -> solr.query(collection, new SolrQuery("*:*").setRows(0)).getResults().getNumFound());
  }

  @Override
  public void close() {
    try {
      client.close();
    } catch (IOException e) {
      throw new UserError("closing the connection to Solr at " + url + " failed", e);
    }
  }
}
