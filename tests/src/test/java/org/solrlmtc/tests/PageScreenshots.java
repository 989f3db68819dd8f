package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Makes pictures of every view, from the demo acts of which some are reviewed. */
class PageScreenshots {
  private static final Path PICTURES = Path.of("target", "screenshots");
  private static final int REVIEWED = 30;

  /** The file of each picture, and the view. */
  private static final Map<String, String> VIEWS =
      Map.of(
          "search", "search?q=animals&in=0/56&open=0/56&open=1/56/5631",
          "act", "act?id=DEMO-D-0004",
          "review", "review",
          "text", "text",
          "quality", "quality",
          "models", "models");

  @Test
  void pictures(@TempDir Path home) throws Exception {
    Files.createDirectories(PICTURES);
    try (Product product = new Product(home.resolve("solr"))) {
      product.start();
      try (Browser browser = new Browser(product.url() + "/eurlex/lmtc/")) {
        assertEquals(0, product.index(Product.DEMO_ACTS.toString()).code());
        review(product);
        for (String scheme : new String[] {"light", "dark"}) {
          browser.prefer(scheme);
          browser.resize(Browser.DESK);
          pictures(browser, scheme);
          browser.resize(Browser.PHONE);
          pictures(browser, scheme + "-phone");
        }
      }
    }
  }

  private static void pictures(Browser browser, String suffix) throws Exception {
    for (Map.Entry<String, String> view : VIEWS.entrySet()) {
      browser.open(view.getValue());
      if (view.getKey().equals("act")) {
        browser.named("button.name", "avian influenza").click();
        browser.one("mark");
        browser.script("window.scrollTo(0, 0)");
      }
      if (view.getKey().equals("text")) {
        browser.named("button", "Use an example").click();
        browser.one("button.name").click();
        browser.one("mark");
      }
      Files.write(
          PICTURES.resolve(String.format(Locale.ROOT, "%s-%s.png", view.getKey(), suffix)),
          browser.picture());
    }
  }

  /** The gold labels of some acts, as a person would give them, over four months. */
  private static void review(Product product) throws Exception {
    JsonNode acts =
        product
            .get("/query", Map.of("q", "*:*", "rows", "" + REVIEWED, "sort", "id desc"))
            .at("/response/docs");
    ArrayNode updates = new ObjectMapper().createArrayNode();
    for (JsonNode act : acts) {
      int month = 8 + updates.size() % 4;
      updates
          .addObject()
          .put("id", act.get("id").asText())
          .<ObjectNode>set(
              "eurovoc_confirmed",
              new ObjectMapper().createObjectNode().set("set", act.get("concepts")))
          .putObject("lmtc_reviewed")
          .put("set", String.format(Locale.ROOT, "2026-%02d-10T10:00:00Z", month));
    }
    JsonNode answer = product.post("/update?commit=true", updates.toString());
    assertEquals(0, answer.at("/responseHeader/status").asInt(-1), answer.toString());
  }
}
