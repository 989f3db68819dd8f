package org.solrlmtc.cli.solr;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
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
import org.apache.solr.client.solrj.request.RequestWriter;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.params.SolrParams;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.Utils;
import org.solrlmtc.cli.common.UserError;

/**
 * A client of one Solr. Failures become {@link UserError}s that name the address. A request that is
 * refused because Solr is too busy (429) is repeated with growing pauses; one whose connection
 * broke is repeated once.
 */
public final class SolrHttp implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int CONNECT_TIMEOUT_S = 5;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
  private static final Duration MAX_PAUSE = Duration.ofSeconds(10);

  private final String url;
  private final Duration timeout;
  private final SolrClient client;

  /** A request, with SolrJ's checked exceptions. */
  @FunctionalInterface
  public interface Request<T> {
    T send(SolrClient client) throws SolrServerException, IOException;
  }

  /**
   * A client with the credentials and the trust store of the environment, if there are any.
   *
   * @param url base URL, such as {@code http://127.0.0.1:8983/solr}
   * @param timeout how long to wait for each response, and to repeat a request while Solr is too
   *     busy
   */
  public SolrHttp(String url, Duration timeout) {
    this(url, timeout, SolrAccess.ofEnvironment());
  }

  SolrHttp(String url, Duration timeout, SolrAccess access) {
    this.url = url;
    this.timeout = timeout;
    Http2SolrClient.Builder builder =
        // SolrJ's client for the JDK's HTTP client sends updates through a small pipe, which is
        // several times slower; over HTTP/2 concurrent large updates stall
        new Http2SolrClient.Builder(url)
            .useHttp1_1(true)
            .withConnectionTimeout(CONNECT_TIMEOUT_S, TimeUnit.SECONDS)
            .withRequestTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    access
        .credentials()
        .ifPresent(own -> builder.withBasicAuthCredentials(own.user(), own.password()));
    access.trustStore().ifPresent(own -> builder.withSSLConfig(own.config()));
    this.client = builder.build();
  }

  /** Sends a request, possibly several times. */
  public <T> T send(Request<T> request) {
    long deadline = System.nanoTime() + timeout.toNanos();
    Duration pause = FIRST_PAUSE;
    boolean connectionLost = false;
    while (true) {
      try {
        return request.send(client);
      } catch (SolrServerException | IOException e) {
        Throwable cause = rootCause(e);
        if (!connectionLost && isLostConnection(cause)) {
          connectionLost = true;
          continue;
        }
        if (cause instanceof CertificateException || cause instanceof CertPathBuilderException) {
          throw new UserError(
              "the certificate of Solr at " + url + " is not trusted: " + TrustStore.REMEDY, e);
        }
        throw new UserError(
            "no answer from Solr at "
                + url
                + " ("
                + cause
                + "): see 'lmtc status', or start it with 'lmtc start'",
            e);
      } catch (SolrException e) {
        boolean tooBusy = e.code() == SolrException.ErrorCode.TOO_MANY_REQUESTS.code;
        if (!tooBusy || System.nanoTime() + pause.toNanos() > deadline) {
          String answer = ServerAnswer.line(e);
          String remedy = isAccessDenied(e) ? "; " + Credentials.REMEDY : "";
          throw new UserError("Solr at " + url + " answers: " + answer + remedy, e);
        }
      }
      sleep(pause);
      pause = pause.multipliedBy(2);
      if (pause.compareTo(MAX_PAUSE) > 0) {
        pause = MAX_PAUSE;
      }
    }
  }

  /** Whether Solr answered, but requires other credentials. */
  public static boolean isAccessDenied(Throwable failure) {
    Throwable cause = failure instanceof UserError ? failure.getCause() : failure;
    return cause instanceof SolrException e && (e.code() == 401 || e.code() == 403);
  }

  /** Whether Solr answered that it has nothing at the address, such as no handler. */
  public static boolean isNotFound(UserError failure) {
    return failure.getCause() instanceof SolrException e
        && e.code() == SolrException.ErrorCode.NOT_FOUND.code;
  }

  private static Throwable rootCause(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** Solr closes idle connections, possibly just when one is used again. */
  private static boolean isLostConnection(Throwable cause) {
    return cause instanceof EOFException
        || cause instanceof ClosedChannelException
        || cause instanceof SocketException && !(cause instanceof ConnectException);
  }

  private static void sleep(Duration pause) {
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted", e);
    }
  }

  /** The system information of the node: JVM, memory, mode. */
  public NamedList<Object> system() {
    return send(
        solr -> solr.request(new GenericSolrRequest(SolrRequest.METHOD.GET, "/admin/info/system")));
  }

  /** The node's system properties. */
  @SuppressWarnings("unchecked")
  public NamedList<Object> systemProperties() {
    return (NamedList<Object>)
        send(solr ->
                solr.request(
                    new GenericSolrRequest(SolrRequest.METHOD.GET, "/admin/info/properties")))
            .get("system.properties");
  }

  /** Names of the collections in a cloud, else of the cores. */
  public List<String> collections(boolean cloud) {
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
    return documents(collection, List.of());
  }

  /** Number of documents that pass all filters. */
  public long documents(String collection, List<String> filters) {
    SolrQuery query = all(filters).setRows(0);
    return send(solr -> solr.query(collection, query).getResults().getNumFound());
  }

  /** A query for the documents that pass all filters, without the defaults of the handler. */
  public static SolrQuery all(List<String> filters) {
    return new SolrQuery("*:*")
        .addFilterQuery(filters.toArray(String[]::new))
        .setParam("defType", "lucene")
        .setFacet(false);
  }

  /** The response of a handler of a core or collection. */
  public JsonNode get(String collection, String handler) {
    return get(collection, handler, new ModifiableSolrParams());
  }

  /** The response of a handler of a core or collection to a GET request with parameters. */
  public JsonNode get(String collection, String handler, SolrParams params) {
    GenericSolrRequest request = new GenericSolrRequest(SolrRequest.METHOD.GET, handler, params);
    return json(solr -> solr.request(request.setRequiresCollection(true), collection));
  }

  /** The response of a handler of a core or collection to a POST request. */
  public JsonNode post(String collection, String handler, SolrParams params) {
    GenericSolrRequest request = new GenericSolrRequest(SolrRequest.METHOD.POST, handler, params);
    return json(solr -> solr.request(request.setRequiresCollection(true), collection));
  }

  /** Writes the body of a request. */
  @FunctionalInterface
  public interface Body {
    void write(OutputStream out) throws IOException;
  }

  /** The response of a handler of a core or collection to a POST request with a body. */
  public JsonNode upload(
      String collection, String handler, SolrParams params, String contentType, Body body) {
    GenericSolrRequest request =
        new GenericSolrRequest(SolrRequest.METHOD.POST, handler, params)
            .setRequiresCollection(true)
            .setContentWriter(
                new RequestWriter.ContentWriter() {
                  @Override
                  public void write(OutputStream out) throws IOException {
                    body.write(out);
                  }

                  @Override
                  public String getContentType() {
                    return contentType;
                  }
                });
    return json(solr -> solr.request(request, collection));
  }

  /** The metrics of the node. */
  public JsonNode metrics(SolrParams params) {
    GenericSolrRequest request =
        new GenericSolrRequest(SolrRequest.METHOD.GET, "/admin/metrics", params);
    return json(solr -> solr.request(request));
  }

  private JsonNode json(Request<NamedList<Object>> request) {
    try {
      return JSON.readTree(Utils.toJSONString(send(request)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("SolrJ wrote invalid JSON", e);
    }
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
