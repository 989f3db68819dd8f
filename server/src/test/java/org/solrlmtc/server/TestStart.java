package org.solrlmtc.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ways in which a start fails, and what a second start does. */
class TestStart {
  @TempDir Path temp;
  private Path home;

  @BeforeEach
  void createHome() throws Exception {
    home = Homes.create(temp.resolve("home"));
  }

  @Test
  void aBrokenConfigsetIsRefusedNamingTheCoreAndTheCauseAndUpdateConfigRepairsIt()
      throws Exception {
    Path configset = Homes.brokenConfigset(temp.resolve("configset"));
    StartException e = assertThrows(StartException.class, () -> start(configset, false).close());
    TestStandaloneServer.assertOneLine(e, "core 'eurlex'", "org.example.Missing");

    new Configset(Homes.configset()).copyTo(configset);
    e = assertThrows(StartException.class, () -> start(configset, false).close());
    TestStandaloneServer.assertOneLine(e, "org.example.Missing", "--update-conf");
    try (SolrServer server = start(configset, true)) {
      assertEquals(0, server.notes().size());
    }
    assertNull(System.getProperty("jetty.port"), "a closed server leaves no system property");
  }

  @Test
  void aConfigsetNewerThanTheCoresCopyIsPointedOut() throws Exception {
    Path configset = temp.resolve("configset");
    new Configset(Homes.configset()).copyTo(configset);
    StandaloneCore.prepare(home.resolve("cores"), "eurlex", new Configset(configset), false);
    Files.writeString(configset.resolve("stopwords.txt"), "the", StandardCharsets.UTF_8);
    try (SolrServer server = start(configset, false)) {
      assertTrue(server.notes().get(0).contains("--update-conf"), server.notes().toString());
    }
  }

  @Test
  void aBrokenSolrXmlIsRefused() throws Exception {
    Files.writeString(home.resolve("solr.xml"), "<solr><unknown/", StandardCharsets.UTF_8);
    StartException e =
        assertThrows(StartException.class, () -> start(Homes.configset(), false).close());
    TestStandaloneServer.assertOneLine(e, "Solr cannot start");
  }

  @Test
  void aFailureIsReportedFromTheOutsideToTheInsideWithoutRepetition() {
    Exception inner = new IllegalArgumentException("no such\nclass");
    Exception middle = new IllegalStateException(inner);
    Exception outer = new RuntimeException("solrconfig.xml cannot be read", middle);
    assertEquals(
        "solrconfig.xml cannot be read: java.lang.IllegalArgumentException: no such class",
        StartException.oneLine(outer));
    assertEquals("RuntimeException", StartException.oneLine(new RuntimeException()));
    assertTrue(StartException.oneLine(new RuntimeException("x".repeat(9999))).length() < 1000);
  }

  @Test
  void aHomeWithoutSolrXmlIsRefused() throws Exception {
    Files.delete(home.resolve("solr.xml"));
    StartException e =
        assertThrows(StartException.class, () -> start(Homes.configset(), false).close());
    TestStandaloneServer.assertOneLine(e, home.toString(), "solr.xml", "--solr-home");
  }

  @Test
  void aConfigsetWithoutSolrconfigIsRefused() {
    StartException e =
        assertThrows(StartException.class, () -> start(temp.resolve("nothing"), false).close());
    TestStandaloneServer.assertOneLine(e, "nothing", "solrconfig.xml", "--conf");
  }

  private SolrServer start(Path configset, boolean updateConfig) throws StartException {
    return SolrServer.start(
        new ServerConfig(
            home,
            configset,
            ServerConfig.DEFAULT_COLLECTION,
            ServerConfig.DEFAULT_HOST,
            0,
            updateConfig,
            Optional.empty()));
  }
}
