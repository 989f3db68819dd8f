package org.solrlmtc.tests;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.solr.client.solrj.request.JavaBinUpdateRequestCodec;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.SolrInputDocument;

/** Sends strange requests to the handlers and to the update chain, and judges the answers. */
final class RequestFuzzer {
  private static final String JSON = "application/json";
  private static final List<String> TYPES =
      List.of(JSON, "text/plain", "text/plain;charset=utf-16", "application/xml", "", "a/b;c");

  private static final Map<String, List<String>> PARAMETERS =
      Map.of(
          "/lmtc/classify",
          List.of("text", "model", "threshold", "top", "explain", "explain.limit", "wt", "json"),
          "/lmtc/evaluate",
          List.of(
              "q",
              "fq",
              "gold",
              "predicted",
              "model",
              "compare",
              "threshold",
              "labels",
              "k",
              "groups",
              "perLabel",
              "limit",
              "measures",
              "iterations",
              "seed",
              "isShard",
              "lmtc.phase",
              "distrib",
              "shards",
              "timeAllowed",
              "f.eurovoc_id.scores",
              "defType"),
          "/lmtc/models",
          List.of("action", "model", "distrib", "wt"),
          "/lmtc/thesaurus",
          List.of(
              "ids",
              "domainPaths",
              "broaderPaths",
              "microthesaurus",
              "name",
              "prefix",
              "words",
              "rows",
              "lang",
              "wt"),
          "/lmtc/app.js",
          List.of("wt", "contentType"),
          "/update",
          List.of("commit", "overwrite", "update.chain", "processor", "_route_", "versions"));

  private static final List<String> HANDLERS = PARAMETERS.keySet().stream().sorted().toList();

  private static final Map<String, List<String>> SENSIBLE =
      Map.of(
          "/lmtc/classify",
          List.of(
              "{\"text\": \"imports of milk\"}",
              "{\"header\": \"milk\", \"main_body\": [\"cheese\", \"butter\"], \"title\": null}",
              "imports of milk"),
          "/lmtc/evaluate",
          List.of(""),
          "/lmtc/models",
          List.of(""),
          "/lmtc/thesaurus",
          List.of(""),
          "/lmtc/app.js",
          List.of(""),
          "/update",
          List.of(
              "[{\"id\": \"a\", \"header\": \"milk\", \"main_body\": [\"cheese\"]}]",
              "[{\"id\": \"a\", \"eurovoc_id\": {\"add\": \"192\"}, \"header\": {\"set\": \"x\"}}]",
              "{\"delete\": {\"query\": \"id:a\"}, \"add\": {\"doc\": {\"id\": \"b\"}}}",
              "[{\"id\": \"c\", \"header\": {\"id\": \"child\", \"header\": \"milk\"}}]"));

  /** The class in which an exception, or the cause of one, was thrown. */
  private static final Pattern THROWN_IN =
      Pattern.compile("(?:\"trace\":\"|Caused by: )[^\\n]*?\\\\n\\\\tat ([\\w.$/@-]+)\\.");

  private final String url;
  private final Duration timeLimit;
  private final Mutations random;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  RequestFuzzer(String url, Duration timeLimit, long seed) {
    this.url = url;
    this.timeLimit = timeLimit;
    this.random = new Mutations(seed);
  }

  /** Sends one request; returns what is wrong with the answer. */
  Optional<String> send() throws InterruptedException {
    String handler = random.pick(HANDLERS);
    HttpRequest request =
        handler.equals("/update") && random.once(2) ? javabin(documents()) : request(handler);
    return send(handler, request);
  }

  /** Sends an update in javabin that is damaged; returns what is wrong with the answer. */
  Optional<String> sendDamagedJavabin() throws InterruptedException {
    return send("/update", javabin(random.of(documents())));
  }

  private Optional<String> send(String handler, HttpRequest request) throws InterruptedException {
    String described = request.method() + " " + request.uri();
    try {
      HttpResponse<String> answer =
          http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
      return answer.statusCode() == 500 && isOurs(handler, answer.body())
          ? Optional.of(described + " -> " + answer.body())
          : Optional.empty();
    } catch (HttpTimeoutException e) {
      return Optional.of(described + " got no answer within " + timeLimit);
    } catch (ConnectException e) {
      return Optional.of(described + " could not be sent: " + e);
    } catch (IOException e) {
      // the server may close a connection whose request it cannot read; that it lives is checked
      return Optional.empty();
    }
  }

  /** An error of a handler is ours; one of the update chain only if it was thrown in our code. */
  private static boolean isOurs(String handler, String body) {
    Matcher thrown = THROWN_IN.matcher(body);
    boolean any = false;
    while (thrown.find()) {
      any = true;
      if (thrown.group(1).contains("org.solrlmtc")) {
        return true;
      }
    }
    return !any && !handler.equals("/update");
  }

  private HttpRequest request(String handler) {
    StringBuilder query = new StringBuilder("?");
    for (int count = random.below(4); count > 0; count--) {
      query
          .append(encode(random.pick(PARAMETERS.get(handler))))
          .append('=')
          .append(encode(random.extreme()))
          .append('&');
    }
    boolean post = handler.equals("/update") || random.once(2);
    HttpRequest.Builder request = builder(handler + query);
    if (!post) {
      return request.build();
    }
    String type = random.once(3) ? random.pick(TYPES) : JSON;
    if (!type.isEmpty()) {
      request.header("Content-Type", type);
    }
    byte[] body = random.pick(SENSIBLE.get(handler)).getBytes(StandardCharsets.UTF_8);
    return request
        .POST(HttpRequest.BodyPublishers.ofByteArray(random.once(3) ? body : random.of(body)))
        .build();
  }

  private HttpRequest.Builder builder(String pathAndQuery) {
    return HttpRequest.newBuilder(URI.create(url + pathAndQuery)).timeout(timeLimit);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Documents with values that JSON cannot have. */
  private byte[] documents() {
    UpdateRequest update = new UpdateRequest();
    for (int count = 1 + random.below(3); count > 0; count--) {
      SolrInputDocument document = new SolrInputDocument();
      document.setField("id", random.once(4) ? value(0) : "j" + random.below(9));
      for (String field : List.of("header", "main_body", "eurovoc_id", "lmtc_status")) {
        if (random.once(2)) {
          document.setField(field, value(0));
        }
      }
      update.add(document);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      new JavaBinUpdateRequestCodec().marshal(update, out);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return out.toByteArray();
  }

  private HttpRequest javabin(byte[] body) {
    return builder("/update?wt=json")
        .header("Content-Type", "application/javabin")
        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
        .build();
  }

  private Object value(int depth) {
    return switch (random.below(depth > 2 ? 7 : 10)) {
      case 0 -> "milk " + random.extreme();
      case 1 -> random.below(5) - 2;
      case 2 -> Double.NaN;
      case 3 -> new byte[] {1, 2};
      case 4 -> new byte[0];
      case 5 -> null;
      case 6 -> true;
      case 7 -> new ArrayList<>(Arrays.asList(value(depth + 1), value(depth + 1)));
      case 8 ->
          Collections.singletonMap(
              random.pick(List.of("set", "add", "remove", "inc", "add-distinct", "x")),
              value(depth + 1));
      default -> {
        SolrInputDocument child = new SolrInputDocument();
        child.setField("id", "child");
        child.setField("header", value(depth + 1));
        yield child;
      }
    };
  }
}
