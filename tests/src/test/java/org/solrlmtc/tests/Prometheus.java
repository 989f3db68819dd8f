package org.solrlmtc.tests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;

/** A Prometheus that scrapes a Solr every second. */
final class Prometheus implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final String url;
  private final Process process;

  /**
   * Starts it; the test is skipped where none is installed.
   *
   * @param solr the address of Solr
   * @param folder for its data
   */
  Prometheus(URI solr, Path folder) throws IOException {
    Optional<Path> program = Product.program("prometheus");
    Assumptions.assumeTrue(program.isPresent(), "no Prometheus: install Debian's prometheus");
    Files.createDirectories(folder);
    Path config = folder.resolve("prometheus.yml");
    Files.writeString(
        config,
        String.format(
            Locale.ROOT,
            """
            scrape_configs:
              - job_name: solr
                scrape_interval: 1s
                metrics_path: %s/admin/metrics
                params: {wt: [prometheus]}
                static_configs:
                  - targets: ['%s']
            """,
            solr.getPath(),
            solr.getAuthority()));
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    url = "http://127.0.0.1:" + port;
    process =
        new ProcessBuilder(
                program.orElseThrow().toString(),
                "--config.file=" + config,
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("prometheus.log").toFile())
            .start();
  }

  /** Waits until Solr was scraped that many times. */
  void awaitScrapes(int scrapes) {
    Awaitility.await("Prometheus scrapes Solr")
        .ignoreExceptions()
        .atMost(Duration.ofMinutes(2))
        .until(
            () ->
                query("sum_over_time(up{job=\"solr\"}[10m])").at("/0/value/1").asInt() >= scrapes);
  }

  /** The result of a query: one entry per time series. */
  JsonNode query(String query) throws IOException, InterruptedException {
    URI uri =
        URI.create(url + "/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
    JsonNode answer =
        JSON.readTree(
            http.send(
                    HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofInputStream())
                .body());
    if (!answer.path("status").asText().equals("success")) {
      throw new AssertionError(query + " -> " + answer);
    }
    return answer.at("/data/result");
  }

  @Override
  public void close() {
    process.destroy();
  }
}
