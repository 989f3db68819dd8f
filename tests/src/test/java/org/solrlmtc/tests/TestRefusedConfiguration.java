package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A value of the Config API that the processor refuses does not cost the core. */
class TestRefusedConfiguration {
  private static final String ACT = "[{\"id\": \"a\", \"header\": \"fishing of cod\"}]";

  @TempDir Path home;

  @Test
  void theCoreServesRefusesDocumentsAndIsRepairedByTheConfigApi() throws Exception {
    String[] options = {
      "--models=" + Product.ROOT.resolve("onnx-models"), "-D", "lmtc.model=exact-match"
    };
    try (Product product = new Product(home)) {
      product.start(options);
      assertEquals(0, status(product.post("/update?commit=true", ACT)));
      for (String bad :
          List.of("{\"lmtc.timeLimit\": \"soon\"}", "{\"lmtc.fallback\": \"nope\"}")) {
        JsonNode refused = product.post("/config", "{\"set-user-property\": " + bad + "}");
        assertTrue(refused.toString().contains("LmtcUpdateProcessorFactory: "), refused.toString());
        assertEquals(0, status(product.post("/update?commit=true", ACT)), "it serves as before");
      }
      product.lmtc("stop", "--solr-home", home.toString());

      product.restart(options);
      assertEquals(1, product.count("id:a"));
      JsonNode refused = product.post("/update", ACT);
      assertEquals(503, status(refused), refused.toString());
      String reason = "the setting 'timeLimit' must be a whole number, not 'soon'";
      assertTrue(refused.toString().contains(reason), refused.toString());
      assertTrue(log().contains("cannot label documents: LmtcUpdateProcessorFactory: " + reason));
      assertEquals(0, status(product.post("/update?commit=true", "{\"delete\": {\"id\": \"b\"}}")));

      String repair = "{\"unset-user-property\": [\"lmtc.timeLimit\", \"lmtc.fallback\"]}";
      assertEquals(0, status(product.post("/config", repair)));
      String other = ACT.replace("\"a\"", "\"c\"");
      assertEquals(0, status(product.post("/update?commit=true", other)));
      assertEquals(1, product.count("+id:c +lmtc_status:*"));
    }
  }

  private static int status(JsonNode answer) {
    return answer.at("/responseHeader/status").asInt(-1);
  }

  private String log() throws Exception {
    try (var files = Files.walk(home.resolve("run"))) {
      StringBuilder log = new StringBuilder();
      for (Path file : files.filter(each -> each.toString().endsWith(".log")).toList()) {
        log.append(Files.readString(file));
      }
      return log.toString();
    }
  }
}
