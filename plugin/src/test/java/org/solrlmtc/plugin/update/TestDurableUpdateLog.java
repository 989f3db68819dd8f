package org.solrlmtc.plugin.update;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.commons.io.file.PathUtils;
import org.apache.lucene.index.IndexWriter;
import org.apache.solr.client.solrj.embedded.EmbeddedSolrServer;
import org.apache.solr.client.solrj.request.CoreAdminRequest;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.core.SolrCore;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.request.SolrQueryRequestBase;
import org.apache.solr.update.AddUpdateCommand;
import org.apache.solr.update.CommitUpdateCommand;
import org.apache.solr.update.UpdateLog;
import org.apache.solr.util.RefCounted;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.LabellingTestCase;

/**
 * What the log of the shipped configset keeps. Opening a copy of the files shows what a killed
 * process leaves behind. With Solr's own log ({@code solr.UpdateLog}) most of these lose documents.
 */
public class TestDurableUpdateLog extends LabellingTestCase {
  private static final String CORE = "collection1";

  private final List<EmbeddedSolrServer> servers = new ArrayList<>();
  private final CountDownLatch mayReplay = new CountDownLatch(1);
  private Path home;

  @Before
  public void makeHome() throws Exception {
    System.setProperty("solr.directoryFactory", "solr.NRTCachingDirectoryFactory");
    home = createTempDir("home");
    Files.writeString(home.resolve("solr.xml"), "<solr/>");
    Path conf = Files.createDirectories(home.resolve(CORE).resolve("conf"));
    Files.writeString(home.resolve(CORE).resolve("core.properties"), "name=" + CORE);
    writeConfig(conf, shippedConfig(), shippedSchema());
    open(home);
  }

  @After
  public void closeServers() throws IOException {
    mayReplay.countDown();
    UpdateLog.testing_logReplayHook = null;
    for (EmbeddedSolrServer server : servers) {
      server.close();
    }
  }

  private void open(Path solrHome) {
    solr = new EmbeddedSolrServer(solrHome, CORE);
    servers.add(solr);
  }

  /** Opens what a process that is killed now leaves behind. */
  private void killAndOpen() throws IOException {
    Path copy = createTempDir("copy");
    PathUtils.copyDirectory(home, copy);
    // Lucene's, of the process that still runs
    Files.deleteIfExists(copy.resolve(CORE + "/data/index/write.lock"));
    home = copy;
    open(copy);
  }

  private void stopAndOpen() throws IOException {
    solr.close();
    servers.remove(solr);
    open(home);
  }

  private interface Use {
    void with(SolrCore core, UpdateLog log, SolrQueryRequest request) throws Exception;
  }

  private void inCore(Use use) throws Exception {
    try (SolrCore core = solr.getCoreContainer().getCore(CORE);
        SolrQueryRequest request = new SolrQueryRequestBase(core, new ModifiableSolrParams()) {}) {
      use.with(core, core.getUpdateHandler().getUpdateLog(), request);
    }
  }

  private void assertHas(String... ids) throws Exception {
    inCore((core, log, request) -> await(() -> log.getState() == UpdateLog.State.ACTIVE));
    solr.commit();
    for (String id : ids) {
      assertNotNull(id, get(id));
    }
  }

  /** Adds a document in a request that has not ended. */
  private static void beginAdding(String id, SolrCore core, UpdateLog log, SolrQueryRequest request)
      throws IOException {
    AddUpdateCommand add = new AddUpdateCommand(request);
    add.setVersion(log.getVersionInfo().getNewClock());
    add.solrDoc = act("id", id, "header", "milk", "_version_", add.getVersion());
    core.getUpdateHandler().addDoc(add);
  }

  /** What a full disk does to the writer when a segment is written. */
  private void failWriter() throws Exception {
    inCore(
        (core, log, request) -> {
          RefCounted<IndexWriter> writer =
              core.getUpdateHandler().getSolrCoreState().getIndexWriter(core);
          try {
            writer.get().onTragicEvent(new IOException("No space left on device"), "a test");
          } finally {
            writer.decref();
          }
        });
    for (int i = 0; i < 2; i++) {
      expectThrows(Exception.class, () -> solr.commit());
    }
  }

  @Test
  public void aKillDuringAHardCommitLosesNothing() throws Exception {
    inCore(
        (core, log, request) -> {
          beginAdding("a", core, log, request);
          // a commit begins before the request ends
          log.preCommit(new CommitUpdateCommand(request, false));
          // the request ends, and is acknowledged
          log.finish(null);
        });
    killAndOpen();
    assertHas("a");
  }

  @Test
  public void commitsThatFailLoseNothing() throws Exception {
    solr.add(act("id", "a", "header", "milk"));
    failWriter();
    stopAndOpen();
    assertHas("a");
  }

  @Test
  public void aReloadAfterTheWriterFailedLosesNothing() throws Exception {
    solr.add(act("id", "a", "header", "milk"));
    failWriter();
    CoreAdminRequest.reloadCore(CORE, solr);
    SolrException e =
        expectThrows(SolrException.class, () -> solr.add(act("id", "b", "header", "milk")));
    assertEquals(503, e.code());
    assertTrue(
        e.getMessage(),
        e.getMessage()
            .contains("the index writer of core 'collection1' failed (No space left on device)"));
    expectThrows(SolrException.class, () -> solr.commit());
    stopAndOpen();
    assertHas("a");
  }

  @Test
  public void aCommitAfterOneThatFailedCommitsBothLogs() throws Exception {
    solr.add(act("id", "a", "header", "milk"));
    // a commit that fails and leaves the writer intact
    inCore((core, log, request) -> log.preCommit(new CommitUpdateCommand(request, false)));
    solr.add(act("id", "b", "header", "milk"));
    killAndOpen();
    assertHas("a", "b");
    solr.add(act("id", "c", "header", "milk"));
    solr.commit();
    killAndOpen();
    inCore((core, log, request) -> assertNull("all is committed", log.recoverFromLog()));
    assertHas("a", "b", "c");
  }

  @Test
  public void killsDuringReplaysLoseNothing() throws Exception {
    solr.add(act("id", "a", "header", "milk"));
    UpdateLog.testing_logReplayHook = this::waitForPermission;
    for (String id : List.of("b", "c")) {
      killAndOpen();
      solr.add(act("id", id, "header", "milk"));
    }
    UpdateLog.testing_logReplayHook = null;
    killAndOpen();
    assertHas("a", "b", "c");
  }

  private void waitForPermission() {
    try {
      mayReplay.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  public void nothingIsAcknowledgedAfterAnIncompleteRecord() throws Exception {
    solr.add(act("id", "a", "header", "milk"));
    inCore(
        (core, log, request) -> {
          beginAdding("b", core, log, request);
          // an interrupted thread cannot write to the log's file
          Thread.currentThread().interrupt();
          expectThrows(SolrException.class, () -> log.finish(null));
          Thread.interrupted();
        });
    SolrException e =
        expectThrows(SolrException.class, () -> solr.add(act("id", "c", "header", "milk")));
    assertEquals(503, e.code());
    assertTrue(
        e.getMessage(),
        e.getMessage().contains("the update log of core 'collection1' could not be written"));
    killAndOpen();
    assertHas("a");
  }
}
