package org.solrlmtc.plugin.api;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.solr.client.solrj.SolrRequest.METHOD;
import org.apache.solr.client.solrj.request.GenericSolrRequest;
import org.apache.solr.common.util.NamedList;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.plugin.fixtures.HandlerTestCase;
import org.solrlmtc.plugin.fixtures.TinyBundles;
import org.solrlmtc.plugin.fixtures.Zips;

/** Bundles arrive over HTTP, and names move from one to another, in one core without SolrCloud. */
public class TestUploadsAndAliases extends HandlerTestCase {
  private static final String MODELS = "/lmtc/models";
  private Path elsewhere;

  @Before
  public void allowUploads() {
    elsewhere = createTempDir("elsewhere");
    System.setProperty("lmtc.models.upload", "true");
  }

  @After
  public void forbidUploads() {
    System.clearProperty("lmtc.models.upload");
  }

  private NamedList<Object> upload(String name, byte[] zip) throws Exception {
    return solr.request(
        new GenericSolrRequest(METHOD.POST, MODELS, params("action", "upload", "model", name))
            .withContent(zip, "application/zip"));
  }

  private byte[] bundle(String name, String version) throws Exception {
    TinyBundles.write(elsewhere, name, version, "exact-match", 0.5, 10);
    return Zips.of(elsewhere.resolve(name));
  }

  private String labelledBy(String id) throws Exception {
    add("id", id, "header", "milk");
    return (String) get(id).getFieldValue("lmtc_model");
  }

  private List<String> folder() throws Exception {
    try (Stream<Path> entries = Files.list(models)) {
      return entries
          .map(entry -> entry.getFileName().toString())
          // left by the writer of bundles
          .filter(name -> !name.endsWith(".lock"))
          .sorted()
          .toList();
    }
  }

  @Test
  public void anUploadedBundleServesAtOnce() throws Exception {
    startCore();
    NamedList<Object> answer = upload("words", bundle("words", "8"));
    String uploaded = ModelBundle.open(elsewhere, "words").id();
    assertEquals(uploaded, at(answer, "model"));
    assertEquals(uploaded, labelledBy("a"));
    assertEquals(List.of("throwing", "words"), folder());
    // again: it is there already
    assertEquals(uploaded, at(upload("words", bundle("words", "8")), "model"));
  }

  @Test
  public void aNewBundleIsThereForRequests() throws Exception {
    startCore();
    upload("other", bundle("other", "1"));
    assertEquals(List.of("other", "throwing", "words"), folder());
    assertEquals(
        ModelBundle.open(elsewhere, "other").id(),
        at(ask("/lmtc/classify", "text", "milk", "model", "other"), "model"));
  }

  @Test
  public void whatCannotBeUsedChangesNothing() throws Exception {
    startCore();
    String old = modelId("words");
    byte[] damaged = bundle("words", "8");
    damaged[damaged.length / 2] ^= 1;
    assertRefused(409, () -> upload("words", damaged), "cannot upload the model");
    assertRefused(409, () -> upload("words", bundle("other", "1")), "other");
    assertRefused(409, () -> upload("words", Zips.withFile("../escaped")), "'../escaped'");
    assertRefused(409, () -> upload("words", Zips.withFile("lone.txt")), "manifest");
    assertRefused(409, () -> upload("words", new byte[] {1, 2, 3}), "not a zip");
    assertRefused(409, () -> upload("../words", bundle("words", "8")), "'../words'");
    assertEquals(List.of("throwing", "words"), folder());
    assertEquals(old, labelledBy("a"));
    assertFalse(Files.exists(models.resolveSibling("escaped")));
  }

  @Test
  public void strangersCannotUpload() throws Exception {
    System.clearProperty("lmtc.models.upload");
    startCore();
    assertRefused(
        403, () -> upload("words", bundle("words", "8")), "authenticated", "lmtc.models.upload");
  }

  @Test
  public void anAliasMovesFromOneBundleToAnother() throws Exception {
    startCore();
    String first = modelId("words");
    TinyBundles.write(models, "words-2", "1", "exact-match", 0.5, 10);
    command(MODELS, "action", "alias", "alias", "production", "model", "words");
    System.setProperty("lmtc.model", "production");
    h.reload();
    assertEquals(first, labelledBy("a"));
    NamedList<Object> listed = ask(MODELS);
    assertEquals(Map.of("production", "words"), at(listed, "aliases"));
    assertEquals("words", at(listed, "models", 0, "name"));
    assertEquals("production", at(listed, "models", 0, "alias"));
    assertEquals(true, at(listed, "models", 0, "labelsDocuments"));

    NamedList<Object> moved =
        command(MODELS, "action", "alias", "alias", "production", "model", "words-2");
    assertEquals(modelId("words-2"), at(moved, "model"));
    assertEquals(modelId("words-2"), labelledBy("b"));
    h.reload();
    assertEquals(modelId("words-2"), labelledBy("c"));
    // a new version under the alias
    upload("words-2", bundle("words-2", "2"));
    assertEquals(ModelBundle.open(elsewhere, "words-2").id(), labelledBy("d"));
  }

  @Test
  public void anAliasThatIsUsedOrWrongIsRefused() throws Exception {
    startCore();
    assertRefused(
        409,
        () -> command(MODELS, "action", "alias", "alias", "production", "model", "none"),
        "no model bundle 'none'");
    assertRefused(
        409,
        () -> command(MODELS, "action", "alias", "alias", "throwing", "model", "words"),
        "is a bundle");
    assertRefused(400, () -> command(MODELS, "action", "alias", "model", "words"), "'alias'");
    assertRefused(
        409, () -> command(MODELS, "action", "unalias", "alias", "production"), "no alias");
    assertEquals(Map.of(), at(ask(MODELS), "aliases"));

    command(MODELS, "action", "alias", "alias", "production", "model", "words");
    System.setProperty("lmtc.model", "production");
    h.reload();
    assertRefused(
        409, () -> command(MODELS, "action", "unalias", "alias", "production"), "configuration");
    System.setProperty("lmtc.model", "words");
    h.reload();
    command(MODELS, "action", "unalias", "alias", "production");
    assertEquals(Map.of(), at(ask(MODELS), "aliases"));
  }
}
