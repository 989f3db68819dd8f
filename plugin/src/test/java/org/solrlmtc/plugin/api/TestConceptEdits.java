package org.solrlmtc.plugin.api;

import java.util.Collection;
import java.util.List;
import org.apache.solr.common.util.NamedList;
import org.junit.Test;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.plugin.fixtures.HandlerTestCase;

/** Labels are edited over HTTP, in one core without SolrCloud. */
public class TestConceptEdits extends HandlerTestCase {
  private static final String MODELS = "/lmtc/models";

  private NamedList<Object> edit(String action, String... more) throws Exception {
    String[] all = new String[more.length + 4];
    all[0] = "action";
    all[1] = action;
    all[2] = "model";
    all[3] = "words";
    System.arraycopy(more, 0, all, 4, more.length);
    return command(MODELS, all);
  }

  private Collection<Object> labels(String id) throws Exception {
    add("id", id, "header", "milk and oat drink");
    Collection<Object> found = get(id).getFieldValues("eurovoc_id");
    return found == null ? List.of() : found;
  }

  @Test
  public void aLabelIsAddedRenamedAndRemovedWithoutARestart() throws Exception {
    startCore();
    assertEquals(List.of("1"), List.copyOf(labels("a")));
    NamedList<Object> added =
        edit("add-concept", "concept", "9", "name", "oat drink", "broader", "1");
    assertEquals(modelId("words"), at(added, "model"));
    assertEquals(2, labels("b").size());
    assertTrue(labels("b").contains("9"));
    assertEquals("oat drink", first("b", "eurovoc_label", "oat drink"));
    // the new concept has the place of the broader one in facets
    assertTrue(get("b").getFieldValues("eurovoc_domain_path").contains("2/60/6016/9"));
    edit("rename-concept", "concept", "9", "name", "oat", "alternativeName", "oat milk");
    assertEquals("oat", first("c", "eurovoc_label", "oat"));
    edit("remove-concept", "concept", "1");
    assertEquals(List.of("9"), List.copyOf(labels("d")));
    assertEquals(
        3,
        ((List<?>) ModelBundle.open(models, "words").manifest().provenance().get("conceptEdits"))
            .size());
  }

  private Object first(String id, String field, String wanted) throws Exception {
    labels(id);
    return get(id).getFieldValues(field).stream().filter(wanted::equals).findFirst().orElseThrow();
  }

  @Test
  public void whatCannotBeDoneIsRefusedAndTheFormerVersionServes() throws Exception {
    startCore();
    String old = modelId("words");
    assertRefused(409, () -> edit("add-concept", "concept", "1", "name", "x"), "label already");
    assertRefused(
        409,
        () -> edit("add-concept", "concept", "9", "name", "oat", "broader", "77"),
        "77",
        "thesaurus");
    assertRefused(409, () -> edit("remove-concept", "concept", "77"), "no label");
    assertRefused(409, () -> edit("add-concept", "concept", "9", "name", "?!"), "no word");
    assertRefused(400, () -> edit("add-concept", "concept", "9", "name", " "), "name is empty");
    assertRefused(400, () -> edit("add-concept", "concept", "9", "name", "a\u202Eb"), "U+202E");
    assertRefused(400, () -> edit("add-concept", "concept", "../9", "name", "a"), "the id");
    assertRefused(400, () -> edit("add-concept", "name", "a"), "'concept' is missing");
    assertRefused(400, () -> edit("rename-concept", "concept", "1"), "'name' is missing");
    assertRefused(
        409,
        () -> edit("add-concept", "concept", "9", "name", "oat", "from", "another"),
        "another");
    assertRefused(
        400,
        () -> ask(MODELS, "action", "remove-concept", "model", "words", "concept", "1"),
        "POST");
    assertEquals(old, modelId("words"));
    assertEquals(List.of("1"), List.copyOf(labels("a")));
  }

  @Test
  public void anEditThatIsThereAlreadyIsSwappedIn() throws Exception {
    startCore();
    String before = ModelBundle.open(models, "words").digest();
    String[] add = {"concept", "9", "name", "oat drink", "from", before};
    Object first = at(edit("add-concept", add), "digest");
    // as from a second node with the same folder
    assertEquals(first, at(edit("add-concept", add), "digest"));
  }
}
