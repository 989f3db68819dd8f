package org.solrlmtc.cli.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.solr.common.SolrInputDocument;
import org.solrlmtc.cli.common.ModelsOption;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.solr.ActDocuments;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.readers.act.ActStream;
import org.solrlmtc.readers.act.DamagePolicy;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of a benchmark: a bundle, acts, and how they are sent to Solr. */
final class BenchmarkActs {
  @Mixin private ModelsOption models;

  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description = "Files or folders of acts, in any format that 'lmtc index' reads (required).")
  private List<Path> paths;

  @Option(
      names = "--bundle",
      required = true,
      paramLabel = "BUNDLE",
      description = "Bundle to measure: a name in the models folder, or a folder (required).")
  private String bundleName;

  @Option(
      names = "--batch-size",
      defaultValue = "10",
      paramLabel = "N",
      description = "Number of acts per request to Solr (default: ${DEFAULT-VALUE}).")
  private int batchSize;

  int batchSize() {
    return batchSize;
  }

  ModelBundle openBundle() {
    return models.open(bundleName);
  }

  /** The first acts, up to the limit; a damaged one is an error. */
  List<ActRecord> read(int limit) throws IOException {
    List<ActRecord> acts = new ArrayList<>();
    try (ActStream stream = ActStream.open(paths, DamagePolicy.fatal(problem -> {}))) {
      while (acts.size() < limit && stream.hasNext()) {
        acts.add(stream.next());
      }
    }
    if (acts.isEmpty()) {
      throw new UserError(paths + " contain no act to measure with");
    }
    return acts;
  }

  /** The documents of each request. */
  List<List<SolrInputDocument>> requests(List<ActRecord> acts) {
    List<List<SolrInputDocument>> requests = new ArrayList<>();
    for (int from = 0; from < acts.size(); from += batchSize) {
      requests.add(
          acts.subList(from, Math.min(acts.size(), from + batchSize)).stream()
              .map(ActDocuments::document)
              .toList());
    }
    return requests;
  }
}
