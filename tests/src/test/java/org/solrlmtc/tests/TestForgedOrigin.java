package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A page of another site cannot write through a person's browser. */
class TestForgedOrigin {
  private static final String DOCUMENT =
      "[{\"id\":\"forged\",\"header\":\"Regulation on the import of milk\"}]";

  @TempDir Path folder;

  private static HttpResponse<String> post(
      Product product, String handler, String body, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(product.url() + "/eurlex" + handler))
            .header("Content-Type", "text/plain")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static int documents(Product product) throws Exception {
    return product.get("/select", Map.of("q", "id:forged")).at("/response/numFound").asInt();
  }

  @Test
  void writesOfAnotherSiteAreRefusedAndThoseOfProgramsAndThePageAreNot() throws Exception {
    try (Product product = new Product(folder.resolve("solr"))) {
      product.start("--heap=384m", "-Dlmtc.model=exact-match", "-Dlmtc.origins=https://desk.test");
      String update = "/update/json?commit=true";
      String swap = "/lmtc/models?action=swap&model=exact-match";
      String[][] forged = {
        {"Sec-Fetch-Site", "cross-site"},
        {"Sec-Fetch-Site", "same-site"},
        {"Origin", "https://evil.test"},
        {"Origin", "null"},
        {"Origin", "https://evil.test", "Sec-Fetch-Site", "cross-site"}
      };
      for (String[] headers : forged) {
        HttpResponse<String> refused = post(product, update, DOCUMENT, headers);
        assertEquals(403, refused.statusCode(), refused.body());
        assertTrue(refused.body().contains("lmtc.origins"), refused.body());
        assertEquals(403, post(product, swap, "", headers).statusCode());
      }
      assertEquals(
          403,
          post(product, update, "{\"delete\":{\"query\":\"*:*\"}}", forged[0]).statusCode(),
          "a deletion");
      assertEquals(0, documents(product));

      URI own = URI.create(product.url());
      String[][] accepted = {
        {},
        {"Origin", own.getScheme() + "://" + own.getAuthority()},
        {"Sec-Fetch-Site", "same-origin"},
        {"Origin", "https://desk.test", "Sec-Fetch-Site", "cross-site"}
      };
      for (String[] headers : accepted) {
        HttpResponse<String> done = post(product, update, DOCUMENT, headers);
        assertEquals(200, done.statusCode(), done.body());
        assertEquals(200, post(product, swap, "", headers).statusCode());
      }
      assertEquals(1, documents(product));
    }
  }
}
