package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server dies in the middle of indexing: what it acknowledged is there after a restart. */
class TestPowerCut {
  private static final int ACTS = 5_000;
  private static final Pattern ACKNOWLEDGED = Pattern.compile("(\\d+) acts were acknowledged");

  @TempDir Path folder;

  @Test
  void noAcknowledgedActIsLost() throws Exception {
    Path acts = manyActs();
    try (Product product = new Product(folder.resolve("solr"))) {
      product.start();
      Path out = folder.resolve("out");
      Path err = folder.resolve("err");
      Process indexing = product.begin(out, err, "index", "--url", product.url(), acts.toString());
      Product.awaitOf(indexing, err, () -> product.count("*:*") > 0);
      product.kill();
      assertTrue(indexing.waitFor(2, TimeUnit.MINUTES), "the client hangs");
      assertEquals(1, indexing.exitValue(), Files.readString(err));
      Matcher message = ACKNOWLEDGED.matcher(Files.readString(err));
      assertTrue(message.find(), Files.readString(err));
      int acknowledged = Integer.parseInt(message.group(1));
      assertTrue(acknowledged > 0 && acknowledged < ACTS, "acknowledged " + acknowledged);

      product.start();
      long kept = product.count("*:*");
      assertTrue(kept >= acknowledged, kept + " acts are left of " + acknowledged);
      Product.Answer rest = product.index(acts.toString(), "--only-missing");
      assertEquals(0, rest.code(), rest.err());
      assertEquals(ACTS, product.count("*:*"));
      assertEquals(ACTS, product.count("{!prefix f=lmtc_model}eurovoc-default/"));
    }
  }

  /** The demo acts over and over under new ids. */
  private Path manyActs() throws Exception {
    ObjectMapper json = new ObjectMapper();
    List<ObjectNode> demo = new ArrayList<>();
    try (Stream<Path> files = Files.list(Product.DEMO_ACTS)) {
      for (Path file : files.sorted().toList()) {
        demo.add((ObjectNode) json.readTree(file.toFile()));
      }
    }
    Path file = folder.resolve("many.jsonl");
    try (BufferedWriter lines = Files.newBufferedWriter(file)) {
      for (int i = 0; i < ACTS; i++) {
        ObjectNode act = demo.get(i % demo.size());
        act.put("celex_id", "ACT-" + i);
        // short acts: the test is about many, not about long
        act.remove("main_body");
        act.remove("attachments");
        lines.write(act.toString());
        lines.newLine();
      }
    }
    return file;
  }
}
