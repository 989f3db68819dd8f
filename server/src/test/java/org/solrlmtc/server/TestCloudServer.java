package org.solrlmtc.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.impl.HttpJdkSolrClient;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.client.solrj.request.CoreAdminRequest;
import org.apache.solr.common.SolrInputDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.server.ServerConfig.CloudOptions;

class TestCloudServer {
  @TempDir Path temp;

  @Test
  void createsTheCollectionAndServesIt() throws Exception {
    ServerConfig config =
        ServerConfig.standalone(Homes.create(temp.resolve("home")), Homes.configset(), 0)
            .inCloud(new CloudOptions(Optional.empty(), 2, 1));
    try (SolrServer server = SolrServer.start(config);
        SolrClient solr = new HttpJdkSolrClient.Builder(server.solrUrl()).build()) {
      assertEquals(List.of("eurlex"), CollectionAdminRequest.listCollections(solr));
      assertEquals(2, CoreAdminRequest.getStatus(null, solr).getCoreStatus().size(), "shards");
      assertEquals(Optional.of("127.0.0.1:" + (server.port() + 1000)), server.runFile().zkHost());
      solr.add("eurlex", new SolrInputDocument("id", "1"));
      solr.commit("eurlex");
      assertEquals(1, solr.query("eurlex", new SolrQuery("*:*")).getResults().getNumFound());
      assertEquals(List.of(), server.notes());
    }
  }

  @Test
  void aBrokenConfigsetIsRefusedWithItsCause() throws Exception {
    Path home = Homes.create(temp.resolve("home"));
    ServerConfig config =
        ServerConfig.standalone(home, Homes.brokenConfigset(temp.resolve("configset")), 0)
            .inCloud(new CloudOptions(Optional.empty(), 1, 1));
    StartException e = assertThrows(StartException.class, () -> SolrServer.start(config).close());
    assertTrue(e.getMessage().contains("'eurlex'"), e.getMessage());
    TestStandaloneServer.assertOneLine(e, "org.example.Missing");
  }
}
