package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard asks for what a Solr exports. */
class TestDashboard {
  /** Drift is measured from 200 documents on. */
  private static final int RUNS = 4;

  private static final Path DOCS = Product.ROOT.resolve("docs");
  private static final Pattern SELECTOR = Pattern.compile("(solr_\\w+)\\{([^}]*)\\}");
  private static final Pattern CONDITION = Pattern.compile("(\\w+)(=~|=)\"([^\"]*)\"");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

  @TempDir static Path folder;
  private static Product product;

  @BeforeAll
  static void start() throws Exception {
    product = new Product(folder.resolve("solr"));
    product.start("-Dlmtc.model=eurovoc-default");
    for (int run = 0; run < RUNS; run++) {
      assertEquals(0, product.index(Product.DEMO_ACTS.toString()).code());
    }
  }

  @AfterAll
  static void stop() throws IOException {
    product.close();
  }

  /** The queries of the panels, by title, for all cores. */
  private static Map<String, String> panels() throws IOException {
    JsonNode dashboard =
        new ObjectMapper().readTree(Files.readString(DOCS.resolve("grafana-dashboard.json")));
    Map<String, String> queries = new TreeMap<>();
    for (JsonNode panel : dashboard.get("panels")) {
      for (JsonNode target : panel.path("targets")) {
        assertEquals("${datasource}", target.at("/datasource/uid").asText(), panel.toString());
        queries.put(
            panel.get("title").asText(), target.get("expr").asText().replace("$core", ".*"));
      }
    }
    return queries;
  }

  @Test
  void everyQueryOfTheGuideIsAPanel() throws Exception {
    Set<String> guide =
        Pattern.compile("\\| `(.*solr_metrics_.*)` \\|")
            .matcher(Files.readString(DOCS.resolve("monitoring.md")))
            .results()
            // in a table, | is escaped
            .map(row -> row.group(1).replace("\\|", "|"))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> panels =
        panels().values().stream()
            .map(query -> query.replace(",core=~\".*\"", ""))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(guide, panels);
    assertTrue(panels.size() > 10, panels::toString);
  }

  @Test
  void everyMetricOfTheDashboardIsExported() throws Exception {
    URI metrics = URI.create(product.url() + "/admin/metrics?wt=prometheus");
    List<String> samples =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(metrics).build(), HttpResponse.BodyHandlers.ofLines())
            .body()
            .filter(line -> line.startsWith("solr_"))
            .toList();
    for (Map.Entry<String, String> panel : panels().entrySet()) {
      List<MatchResult> selectors = SELECTOR.matcher(panel.getValue()).results().toList();
      assertFalse(selectors.isEmpty(), panel::toString);
      for (MatchResult selector : selectors) {
        assertTrue(
            samples.stream().anyMatch(sample -> matches(sample, selector)),
            () -> panel.getKey() + ": nothing is exported for " + selector.group());
      }
    }
  }

  private static boolean matches(String sample, MatchResult selector) {
    if (!sample.startsWith(selector.group(1) + "{")) {
      return false;
    }
    Map<String, String> labels = new HashMap<>();
    LABEL.matcher(sample).results().forEach(label -> labels.put(label.group(1), label.group(2)));
    return CONDITION
        .matcher(selector.group(2))
        .results()
        .allMatch(
            condition -> {
              String value = labels.getOrDefault(condition.group(1), "");
              String wanted = condition.group(3);
              return condition.group(2).equals("=") ? value.equals(wanted) : value.matches(wanted);
            });
  }

  @Test
  void prometheusAnswersEveryQueryOfTheDashboard() throws Exception {
    try (Prometheus prometheus =
        new Prometheus(URI.create(product.url()), folder.resolve("prometheus"))) {
      // what a rate is computed from
      prometheus.awaitScrapes(1);
      assertEquals(0, product.index(Product.DEMO_ACTS.toString()).code());
      prometheus.awaitScrapes(5);
      for (Map.Entry<String, String> panel : panels().entrySet()) {
        JsonNode answer = prometheus.query(panel.getValue());
        assertFalse(answer.isEmpty(), panel::toString);
      }
      double rate =
          prometheus
              .query(panels().get("Documents labelled per second"))
              .at("/0/value/1")
              .asDouble();
      assertTrue(rate > 0, () -> rate + " documents per second");
    }
  }
}
