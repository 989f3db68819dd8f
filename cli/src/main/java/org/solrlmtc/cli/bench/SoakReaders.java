package org.solrlmtc.cli.bench;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.solr.SolrHttp;

/**
 * The readers of a Solr under load: they classify the texts of the acts that others index, and now
 * and then evaluate the labels in the index.
 */
final class SoakReaders {
  private static final int CLASSIFICATIONS_PER_EVALUATION = 20;
  private static final int MAX_TEXT = 5_000;

  private final SolrHttp solr;
  private final String collection;
  private final List<String> texts;
  private final FailureTally failures;
  private final Latencies latencies = new Latencies();
  private final AtomicLong classifications = new AtomicLong();
  private final AtomicLong evaluations = new AtomicLong();

  SoakReaders(
      SolrHttp solr,
      String collection,
      List<List<SolrInputDocument>> requests,
      FailureTally failures) {
    this.solr = solr;
    this.collection = collection;
    this.texts = requests.stream().flatMap(List::stream).map(SoakReaders::text).toList();
    this.failures = failures;
  }

  private static String text(SolrInputDocument document) {
    String text =
        document.getFieldNames().stream()
            .filter(name -> !name.equals("concepts"))
            .map(name -> document.getFieldValue(name).toString())
            .collect(Collectors.joining("\n"));
    return text.substring(0, Math.min(text.length(), MAX_TEXT));
  }

  /** One reader. */
  void read(BooleanSupplier over) {
    for (int i = 1; !over.getAsBoolean(); i++) {
      boolean evaluates = i % CLASSIFICATIONS_PER_EVALUATION == 0;
      long begin = System.nanoTime();
      try {
        if (evaluates) {
          evaluate();
        } else {
          classify();
        }
        latencies.add(begin);
      } catch (UserError e) {
        failures.add(evaluates ? "evaluate" : "classify", e.getMessage());
        Soak.sleep(Soak.PAUSE_AFTER_FAILURE);
      }
    }
  }

  private void classify() {
    String text = texts.get((int) (classifications.get() % texts.size()));
    solr.post(collection, "/lmtc/classify", new ModifiableSolrParams().set("text", text));
    classifications.incrementAndGet();
  }

  private void evaluate() {
    solr.get(collection, "/lmtc/evaluate", new ModifiableSolrParams().set("gold", "concepts"));
    evaluations.incrementAndGet();
  }

  Latencies latencies() {
    return latencies;
  }

  long classifications() {
    return classifications.get();
  }

  long evaluations() {
    return evaluations.get();
  }
}
