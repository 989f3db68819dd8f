package org.solrlmtc.plugin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.solr.SolrTestCaseJ4;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.embedded.EmbeddedSolrServer;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrInputDocument;
import org.junit.After;
import org.junit.Before;
import org.solrlmtc.core.bundle.ModelBundle;

/** Runs the shipped configset in a core, with models of a temporary folder. */
public abstract class LabellingTestCase extends SolrTestCaseJ4 {
  private static final Path CONFIGSET = Path.of("..", "conf", "configset");

  protected Path models;
  protected EmbeddedSolrServer solr;

  @Before
  public void makeModels() throws Exception {
    models = createTempDir("models");
    TestModels.write(models, "words", "exact-match", 0.5, 10);
    TestModels.write(models, "throwing", ThrowingScorers.METHOD, 0.5, 10);
    System.setProperty(NodeModels.FOLDER_PROPERTY, models.toString());
    System.setProperty("lmtc.model", "words");
  }

  @After
  public void closeCore() {
    solr = null;
    deleteCore();
    System.clearProperty(NodeModels.FOLDER_PROPERTY);
    System.clearProperty("lmtc.model");
    System.clearProperty("lmtc.onFailure");
    System.clearProperty("lmtc.fallback");
    System.clearProperty("lmtc.timeLimit");
    System.clearProperty("lmtc.lookAhead");
    System.clearProperty("lmtc.queue.capacity");
    System.clearProperty("lmtc.queue.threads");
    System.clearProperty("lmtc.models.openedByReaders");
    System.clearProperty("lmtc.explanationField");
  }

  protected void startCore() throws Exception {
    startCore(Files.readString(CONFIGSET.resolve("solrconfig.xml")));
  }

  protected void startCore(String solrconfig) throws Exception {
    Path home = createTempDir("home");
    Path conf = Files.createDirectories(home.resolve("collection1").resolve("conf"));
    Files.writeString(conf.resolve("solrconfig.xml"), solrconfig);
    Files.copy(CONFIGSET.resolve("managed-schema.xml"), conf.resolve("managed-schema.xml"));
    System.setProperty("solr.directoryFactory", "solr.MockDirectoryFactory");
    initCore("solrconfig.xml", "managed-schema.xml", home.toString());
    solr = new EmbeddedSolrServer(h.getCoreContainer(), h.coreName);
  }

  /** The id of a bundle of the models folder. */
  protected String modelId(String name) {
    return ModelBundle.open(models, name).id();
  }

  protected static String shippedConfig() throws IOException {
    return Files.readString(CONFIGSET.resolve("solrconfig.xml"));
  }

  protected void add(Object... fieldsAndValues) throws Exception {
    solr.add(act(fieldsAndValues));
    solr.commit();
  }

  protected static SolrInputDocument act(Object... fieldsAndValues) {
    SolrInputDocument doc = new SolrInputDocument();
    for (int i = 0; i < fieldsAndValues.length; i += 2) {
      doc.addField((String) fieldsAndValues[i], fieldsAndValues[i + 1]);
    }
    return doc;
  }

  protected SolrDocument get(String id) throws SolrServerException, IOException {
    return solr.getById(id);
  }

  protected List<Object> values(String id, String field) throws Exception {
    Collection<Object> values = get(id).getFieldValues(field);
    return values == null ? List.of() : new ArrayList<>(values);
  }

  /** Waits, for a minute at most, until something is so. */
  protected static void await(BooleanSupplier condition) throws InterruptedException {
    for (int i = 0; !condition.getAsBoolean(); i++) {
      assertTrue("waited for a minute", i < 6_000);
      Thread.sleep(10);
    }
  }

  protected void addInOneRequest(SolrInputDocument... docs) throws Exception {
    UpdateRequest request = new UpdateRequest();
    request.add(List.of(docs));
    request.process(solr);
    solr.commit();
  }
}
