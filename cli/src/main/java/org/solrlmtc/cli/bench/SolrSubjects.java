package org.solrlmtc.cli.bench;

import java.util.ArrayList;
import java.util.List;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.SolrInputDocument;
import org.solrlmtc.cli.solr.SolrHttp;

/**
 * Indexing in a Solr with and without labels, including the commit.
 *
 * @param requests the documents of each request
 */
record SolrSubjects(SolrHttp solr, String collection, List<List<SolrInputDocument>> requests) {
  /** The shipped update chain that does not label. */
  private static final String PLAIN = "plain";

  /** The two subjects with this number of concurrent clients. */
  List<Subject> subjects(int clients) {
    String suffix = clients == 1 ? ", 1 client" : ", " + clients + " clients";
    List<Subject> subjects = new ArrayList<>();
    subjects.add(subject("Solr without labels" + suffix, PLAIN, clients));
    subjects.add(subject("Solr with labels" + suffix, "", clients));
    return subjects;
  }

  private Subject subject(String name, String chain, int clients) {
    return new Subject(
        name,
        clients,
        requests.stream().map(List::size).toList(),
        request -> send(requests.get(request), chain),
        () -> solr.send(client -> client.commit(collection)));
  }

  /** A refusal ends the measurement: skipped acts would make indexing look faster. */
  private void send(List<SolrInputDocument> documents, String chain) {
    solr.send(
        client -> {
          UpdateRequest request = new UpdateRequest();
          request.add(documents);
          if (!chain.isEmpty()) {
            request.setParam("update.chain", chain);
          }
          return request.process(client, collection);
        });
  }
}
