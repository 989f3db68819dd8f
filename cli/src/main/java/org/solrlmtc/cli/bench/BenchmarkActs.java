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

/** What is measured: a bundle, and acts that are sent to Solr in requests. */
final class BenchmarkActs {
  @Mixin private ModelsOption models;

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "Files or folders of acts.")
  private List<Path> paths;

  @Option(
      names = "--bundle",
      required = true,
      paramLabel = "BUNDLE",
      description = "The bundle: a folder, or a name in the models' folder.")
  private String bundleName;

  @Option(
      names = "--batch",
      defaultValue = "10",
      description = "Acts a request to Solr (default: ${DEFAULT-VALUE}).")
  private int batch;

  int batch() {
    return batch;
  }

  ModelBundle openBundle() {
    return models.open(bundleName);
  }

  /** The acts, or the first of them; a damaged one is an error. */
  List<ActRecord> read(int limit) throws IOException {
    List<ActRecord> acts = new ArrayList<>();
    try (ActStream stream = ActStream.open(paths, DamagePolicy.fatal(problem -> {}))) {
      while (acts.size() < limit && stream.hasNext()) {
        acts.add(stream.next());
      }
    }
    if (acts.isEmpty()) {
      throw new UserError(paths + " hold no act to measure with");
    }
    return acts;
  }

  /** The documents of each request. */
  List<List<SolrInputDocument>> requests(List<ActRecord> acts) {
    List<List<SolrInputDocument>> requests = new ArrayList<>();
    for (int from = 0; from < acts.size(); from += batch) {
      requests.add(
          acts.subList(from, Math.min(acts.size(), from + batch)).stream()
              .map(ActDocuments::document)
              .toList());
    }
    return requests;
  }
}
