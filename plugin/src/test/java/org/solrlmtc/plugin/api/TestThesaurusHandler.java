package org.solrlmtc.plugin.api;

import java.util.List;
import org.apache.solr.common.util.NamedList;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.HandlerTestCase;

/** Names of concepts and paths, and concepts by name. The thesaurus is that of the tiny bundles. */
public class TestThesaurusHandler extends HandlerTestCase {
  private static final String THESAURUS = "/lmtc/thesaurus";

  private static List<?> ids(NamedList<Object> answer) {
    return ((List<?>) at(answer, "concepts")).stream().map(entry -> at(entry, "id")).toList();
  }

  @Test
  public void withoutParametersItHasLanguagesDomainsAndMicrothesauri() throws Exception {
    startCore();
    NamedList<Object> answer = ask(THESAURUS);
    assertEquals("en", at(answer, "lang"));
    assertEquals(List.of("en", "fr"), at(answer, "languages"));
    assertEquals(4, at(answer, "concepts"));
    assertEquals("60", at(answer, "domains", 1, "id"));
    assertEquals("FOOD", at(answer, "domains", 1, "label"));
    assertEquals("6016", at(answer, "domains", 1, "microthesauri", 0, "id"));
    assertEquals("dairy", at(answer, "domains", 1, "microthesauri", 0, "label"));
  }

  @Test
  public void idsHaveNamesAndSurroundings() throws Exception {
    startCore();
    NamedList<Object> answer = ask(THESAURUS, "ids", "2,404,1");
    assertEquals(List.of("2", "1"), ids(answer));
    assertEquals(List.of("404"), at(answer, "unknown"));
    assertEquals("cheese", at(answer, "concepts", 0, "label"));
    assertEquals("milk", at(answer, "concepts", 0, "broader", 0, "label"));
    assertEquals("dairy", at(answer, "concepts", 0, "microthesauri", 0, "label"));
    assertEquals("FOOD", at(answer, "concepts", 0, "domains", 0, "label"));
    assertEquals("cheese", at(answer, "concepts", 1, "narrower", 0, "label"));
    assertEquals("butter", at(answer, "concepts", 1, "narrower", 1, "label"));
  }

  @Test
  public void valuesOfDrillDownFacetsHaveNames() throws Exception {
    startCore();
    NamedList<Object> answer =
        ask(THESAURUS, "domainPaths", "0/60,1/60/6016,1/60/9999", "broaderPaths", "1/1/2");
    assertEquals(List.of("FOOD"), at(answer, "domainPaths", "0/60"));
    assertEquals(List.of("FOOD", "dairy"), at(answer, "domainPaths", "1/60/6016"));
    assertEquals(List.of("milk", "cheese"), at(answer, "broaderPaths", "1/1/2"));
    assertEquals(List.of("1/60/9999"), at(answer, "unknown"));
  }

  @Test
  public void conceptsAreFoundByNamePrefixWordsAndMicrothesaurus() throws Exception {
    startCore();
    assertEquals(List.of("3"), ids(ask(THESAURUS, "name", "Import Licence")));
    assertEquals(List.of("3"), ids(ask(THESAURUS, "prefix", "imp")));
    assertEquals(List.of("3"), ids(ask(THESAURUS, "words", "licence imp")));
    NamedList<Object> dairy = ask(THESAURUS, "microthesaurus", "6016", "rows", "2");
    assertEquals(3, at(dairy, "found"));
    assertEquals(List.of("1", "2"), ids(dairy));
  }

  @Test
  public void namesAreInTheLanguageAskedForWhereThereAreAny() throws Exception {
    startCore();
    NamedList<Object> concepts = ask(THESAURUS, "ids", "1,3", "lang", "fr");
    assertEquals("lait", at(concepts, "concepts", 0, "label"));
    assertEquals("import licence", at(concepts, "concepts", 1, "label"));
    assertEquals("en", at(concepts, "concepts", 1, "lang"));
    NamedList<Object> found = ask(THESAURUS, "prefix", "LAIT DE", "lang", "fr");
    assertEquals(List.of("1"), ids(found));
    assertEquals("lait de vache", at(found, "concepts", 0, "matchedName"));
    assertEquals(List.of(), ids(ask(THESAURUS, "prefix", "milk", "lang", "fr")));
    assertEquals(
        List.of("ALIMENTATION", "produit laitier"),
        at(ask(THESAURUS, "domainPaths", "1/60/6016", "lang", "fr"), "domainPaths", "1/60/6016"));
    NamedList<Object> classified = ask("/lmtc/classify", "text", "cheese", "lang", "fr");
    assertEquals("fromage", at(classified, "labels", 0, "label"));
  }

  @Test
  public void wrongParametersAreRefusedByName() throws Exception {
    startCore();
    assertRefused(400, () -> ask(THESAURUS, "ids", "1", "lang", "xx"), "'lang'", "[en, fr]");
    assertRefused(400, () -> ask("/lmtc/classify", "text", "milk", "lang", "xx"), "'lang'");
    assertRefused(400, () -> ask(THESAURUS, "ids", "1", "prefix", "m"), "send one of them");
    assertRefused(400, () -> ask(THESAURUS, "domainPaths", "60"), "'domainPaths'", "1/56/5641");
    assertRefused(400, () -> ask(THESAURUS, "microthesaurus", "1"), "'microthesaurus'");
    assertRefused(400, () -> ask(THESAURUS, "prefix", "m", "rows", "0"), "'rows'");
  }

  @Test
  public void aWrongFileOfNamesIsNamed() throws Exception {
    String config = shippedConfig();
    String shipped = "<str>lang/eurovoc-fr.tsv</str>";
    assertNotLoaded(config.replace(shipped, "<str>lang/none.tsv</str>"), "lang/none.tsv");
    assertNotLoaded(config.replace(shipped, "<str>solrconfig.xml</str>"), "solrconfig.xml");
    assertNotLoaded(config.replace(shipped, shipped + shipped), "has names in 'fr', as another");
  }

  private void assertNotLoaded(String config, String reason) throws Exception {
    startCore(config);
    Exception e = expectThrows(Exception.class, h::getCore);
    assertTrue(e.toString(), String.valueOf(e.getCause()).contains(reason));
    deleteCore();
  }
}
