package org.solrlmtc.plugin.update;

import static java.util.Map.of;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.client.solrj.response.FacetField;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrInputDocument;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.LabellingTestCase;

/** The fields of documents after the processor of the shipped configset. */
public class TestLmtcUpdateProcessor extends LabellingTestCase {

  @Test
  public void labelsADocumentInRankOrder() throws Exception {
    startCore();
    add(
        "id",
        "a",
        "header",
        "Cheese",
        "recitals",
        "cheese and cheese",
        "main_body",
        "an import licence");
    assertEquals(List.of("2", "3"), values("a", "eurovoc_id"));
    assertEquals(List.of("cheese", "import licence"), values("a", "eurovoc_label"));
    List<Object> scores = values("a", "eurovoc_score");
    assertEquals(2, scores.size());
    assertTrue(scores.toString(), (Float) scores.get(0) > (Float) scores.get(1));
    assertEquals(List.of("6016 dairy", "2011 trade policy"), values("a", "eurovoc_microthesaurus"));
    assertEquals(List.of("60 FOOD", "20 TRADE"), values("a", "eurovoc_domain"));
    assertEquals(
        List.of("0/20", "0/60", "1/20/2011", "1/60/6016", "2/20/2011/3", "2/60/6016/2"),
        values("a", "eurovoc_domain_path"));
    assertEquals(List.of("0/1", "0/3", "1/1/2"), values("a", "eurovoc_broader_path"));
    assertEquals(modelId("words"), get("a").getFieldValue("lmtc_model"));
    assertEquals("labelled", get("a").getFieldValue("lmtc_status"));
  }

  @Test
  public void theStatusShowsThatThereIsNoTextOrNoLabel() throws Exception {
    startCore();
    add("id", "silent", "title", "milk stands in the title only, which is no zone");
    add("id", "other", "header", "nothing of interest");
    assertEquals("no text", get("silent").getFieldValue("lmtc_status"));
    assertEquals("no labels", get("other").getFieldValue("lmtc_status"));
    assertEquals(List.of(), values("other", "eurovoc_id"));
    assertEquals(modelId("words"), get("other").getFieldValue("lmtc_model"));
  }

  @Test
  public void goldLabelsOfADataSetAreLeftAlone() throws Exception {
    startCore();
    add("id", "a", "header", "milk", "concepts", List.of("4", "unknown"));
    assertEquals(List.of("4", "unknown"), values("a", "concepts"));
    assertEquals(List.of("1"), values("a", "eurovoc_id"));
  }

  @Test
  public void emptyingTheConceptFieldHandsTheDocumentBackToTheModel() throws Exception {
    startCore();
    plain(act("id", "a", "header", "milk"));
    add("id", "a", "eurovoc_id", of("set", List.of()));
    assertEquals(List.of("1"), values("a", "eurovoc_id"));
    assertEquals("labelled", get("a").getFieldValue("lmtc_status"));
    add("id", "b", "header", "milk", "eurovoc_id", List.of());
    assertEquals(List.of("1"), values("b", "eurovoc_id"));
  }

  @Test
  public void aDocumentHandedBackKeepsItsLabelsWhenTheModelFails() throws Exception {
    System.setProperty("lmtc.onFailure", "skip");
    startCore();
    add("id", "a", "header", "milk and no trouble", "type", "Decision");
    SolrDocument before = get("a");
    System.setProperty("lmtc.model", "throwing");
    h.reload();
    add("id", "a", "eurovoc_id", of("set", List.of()), "eurovoc_label", of("set", List.of()));
    SolrDocument after = get("a");
    assertEquals(
        "failed: scoring failed: the tensor caught fire", after.getFieldValue("lmtc_status"));
    assertEquals(modelId("words"), after.getFieldValue("lmtc_model"));
    for (SolrDocument version : List.of(before, after)) {
      version.remove("lmtc_status");
      version.remove("_version_");
    }
    assertEquals(before.toString(), after.toString());
  }

  @Test
  public void aFailedHandBackStaysAnAtomicUpdateWhenTheStatusIsDisabled() throws Exception {
    System.setProperty("lmtc.onFailure", "skip");
    startCore(
        shippedConfig()
            .replace("<lst name=\"output\">", "<lst name=\"output\"><str name=\"status\"></str>"));
    add("id", "a", "header", "milk and no trouble");
    add("id", "b", "header", "trouble without labels");
    System.setProperty("lmtc.model", "throwing");
    h.reload();
    add("id", "a", "eurovoc_id", of("set", List.of()));
    add("id", "b", "eurovoc_id", of("set", List.of()));
    assertEquals(List.of("1"), values("a", "eurovoc_id"));
    assertEquals(List.of("milk and no trouble"), values("a", "header"));
    assertEquals(List.of("trouble without labels"), values("b", "header"));
  }

  @Test
  public void newTextOnWhichTheModelFailsDoesNotKeepTheOldLabels() throws Exception {
    System.setProperty("lmtc.model", "throwing");
    System.setProperty("lmtc.onFailure", "skip");
    startCore();
    add("id", "a", "header", "calm");
    add("id", "a", "header", of("set", "trouble"), "eurovoc_id", of("set", List.of()));
    assertEquals(List.of(), values("a", "eurovoc_id"));
    assertEquals(List.of(), values("a", "eurovoc_label"));
    assertEquals(
        "failed: scoring failed: the tensor caught fire", get("a").getFieldValue("lmtc_status"));
  }

  @Test
  public void labelsAllDocumentsOfOneXmlRequest() throws Exception {
    startCore();
    String[] words = {"milk", "cheese", "butter", "an import licence", "milk and butter"};
    StringBuilder xml = new StringBuilder("<add>");
    for (int i = 0; i < words.length; i++) {
      xml.append("<doc><field name=\"id\">").append(i).append("</field><field name=\"header\">");
      xml.append(words[i]).append("</field></doc>");
    }
    assertU(xml.append("</add>").toString());
    solr.commit();
    assertEquals(List.of("1"), values("0", "eurovoc_id"));
    assertEquals(List.of("2"), values("1", "eurovoc_id"));
    assertEquals(List.of("4"), values("2", "eurovoc_id"));
    assertEquals(List.of("3"), values("3", "eurovoc_id"));
    assertEquals(List.of("1", "4"), values("4", "eurovoc_id"));
  }

  @Test
  public void atomicUpdateWithoutTextKeepsTheLabels() throws Exception {
    startCore();
    add("id", "a", "header", "milk", "type", "Decision");
    add("id", "a", "type", of("set", "Directive"));
    assertEquals("Directive", get("a").getFieldValue("type"));
    assertEquals(List.of("1"), values("a", "eurovoc_id"));
    SolrQuery weight = new SolrQuery("*:*").setFields("weight:payload(eurovoc_weight,1)");
    assertEquals(
        values("a", "eurovoc_score").get(0),
        solr.query(weight).getResults().get(0).getFieldValue("weight"));
    assertEquals("labelled", get("a").getFieldValue("lmtc_status"));
  }

  @Test
  public void atomicUpdateOfOneZoneLabelsTheTextOfAllZones() throws Exception {
    startCore();
    add("id", "a", "header", "milk", "recitals", "an import licence");
    add("id", "a", "header", of("set", "butter"));
    assertEquals(List.of("4", "3"), values("a", "eurovoc_id"));
    assertEquals(List.of("butter", "import licence"), values("a", "eurovoc_label"));
    assertEquals(List.of("an import licence"), values("a", "recitals"));
  }

  @Test
  public void atomicUpdateSeesTextThatIsNotCommittedYet() throws Exception {
    startCore();
    solr.add(act("id", "a", "header", "milk", "recitals", "cheese"));
    solr.add(act("id", "a", "header", of("set", "butter")));
    solr.commit();
    assertEquals(List.of("4", "2"), values("a", "eurovoc_id"));
  }

  @Test
  public void atomicAddOfAnArticleIsFollowed() throws Exception {
    startCore();
    add("id", "a", "main_body", List.of("milk"));
    add("id", "a", "main_body", of("add", "butter"));
    assertEquals(List.of("1", "4"), values("a", "eurovoc_id"));
    assertEquals(List.of("milk", "butter"), values("a", "main_body"));
  }

  @Test
  public void atomicUpdateThatEmptiesTheTextRemovesTheLabels() throws Exception {
    startCore();
    add("id", "a", "header", "milk");
    Map<String, Object> nothing = new HashMap<>();
    nothing.put("set", null);
    add("id", "a", "header", nothing);
    assertEquals(List.of(), values("a", "eurovoc_id"));
    assertEquals(List.of(), values("a", "eurovoc_domain_path"));
    assertEquals("no text", get("a").getFieldValue("lmtc_status"));
  }

  @Test
  public void atomicRemovalOfAnArticleIsFollowed() throws Exception {
    startCore();
    add("id", "a", "main_body", List.of("milk", "butter"));
    add("id", "a", "main_body", of("remove", "butter"));
    assertEquals(List.of("1"), values("a", "eurovoc_id"));
    assertEquals("labelled", get("a").getFieldValue("lmtc_status"));
  }

  @Test
  public void policyFailRefusesTheDocumentAndNamesItAndTheModel() throws Exception {
    System.setProperty("lmtc.model", "throwing");
    startCore();
    SolrException e =
        expectThrows(SolrException.class, () -> solr.add(act("id", "bad", "header", "trouble")));
    assertTrue(
        e.getMessage(),
        e.getMessage()
            .contains(
                "document 'bad' refused: model 'throwing' could not label it: the tensor caught"
                    + " fire"));
    add("id", "good", "header", "calm");
    assertNull(get("bad"));
    assertEquals(List.of("1"), values("good", "eurovoc_id"));
  }

  @Test
  public void policySkipIndexesTheDocumentAndTheStatusHasTheReason() throws Exception {
    System.setProperty("lmtc.model", "throwing");
    System.setProperty("lmtc.onFailure", "skip");
    startCore();
    addInOneRequest(
        act("id", "before", "header", "calm"),
        act("id", "bad", "header", "trouble"),
        act("id", "after", "header", "calm"));
    assertEquals(
        "failed: scoring failed: the tensor caught fire", get("bad").getFieldValue("lmtc_status"));
    assertEquals(List.of(), values("bad", "eurovoc_id"));
    assertEquals(List.of("1"), values("before", "eurovoc_id"));
    assertEquals(List.of("1"), values("after", "eurovoc_id"));
  }

  @Test
  public void aTextBeyondTheLimitIsRefusedWithTheSettingsName() throws Exception {
    startCore(
        shippedConfig()
            .replace(
                "<str name=\"onFailure\">",
                "<int name=\"maxTextChars\">20</int><str name=\"onFailure\">"));
    SolrException e =
        expectThrows(
            SolrException.class, () -> solr.add(act("id", "long", "header", "milk ".repeat(5))));
    assertEquals(400, e.code());
    assertTrue(
        e.getMessage(), e.getMessage().contains("25 characters is longer than maxTextChars = 20"));
  }

  @Test
  public void oneTextFieldIsEnough() throws Exception {
    String config = shippedConfig();
    int from = config.indexOf("<lst name=\"zones\">");
    int to = config.indexOf("</lst>", from) + "</lst>".length();
    startCore(
        config.substring(0, from) + "<str name=\"textField\">header</str>" + config.substring(to));
    add("id", "a", "header", "milk", "recitals", "butter");
    assertEquals(List.of("1"), values("a", "eurovoc_id"));
  }

  @Test
  public void outputsCanBeRenamedAndDisabled() throws Exception {
    startCore(
        shippedConfig()
            .replace(
                "<lst name=\"output\">",
                "<lst name=\"output\"><str name=\"concepts\">concepts</str>"
                    + "<str name=\"scores\"></str>"));
    add("id", "a", "header", "milk");
    add("id", "b", "header", "milk", "concepts", "4");
    assertEquals(List.of("1"), values("a", "concepts"));
    assertEquals(List.of(), values("a", "eurovoc_score"));
    assertEquals(List.of("milk"), values("a", "eurovoc_label"));
    assertEquals(List.of("4"), values("b", "concepts"));
  }

  @Test
  public void thePlainChainIndexesWithoutLabels() throws Exception {
    startCore();
    plain(act("id", "a", "header", "milk"));
    assertNull(get("a").getFieldValue("lmtc_status"));
  }

  private void plain(SolrInputDocument doc) throws Exception {
    UpdateRequest request = new UpdateRequest();
    request.add(doc);
    request.setParam("update.chain", "plain");
    request.process(solr);
    solr.commit();
  }

  @Test
  public void facetsCountEachLevelRightWhenADocumentHasTwoBranches() throws Exception {
    startCore();
    add("id", "both", "header", "cheese needs an import licence");
    add("id", "dairy", "header", "cheese and butter");
    add("id", "milk", "header", "milk");
    assertEquals("cheese=2 butter=1 import licence=1 milk=1", facet("eurovoc_label", null));
    assertEquals("6016 dairy=3 2011 trade policy=1", facet("eurovoc_microthesaurus", null));
    assertEquals("60 FOOD=3 20 TRADE=1", facet("eurovoc_domain", null));
    assertEquals("0/60=3 0/20=1", facet("eurovoc_domain_path", null));
    assertEquals("1/60/6016=3", facet("eurovoc_domain_path", "1/60/"));
    assertEquals(
        "2/60/6016/2=2 2/60/6016/1=1 2/60/6016/4=1", facet("eurovoc_domain_path", "2/60/6016/"));
    assertEquals("0/1=3 0/3=1", facet("eurovoc_broader_path", null));
    assertEquals("1/1/2=2 1/1/4=1", facet("eurovoc_broader_path", "1/1/"));
  }

  private String facet(String field, String prefix) throws Exception {
    SolrQuery query = new SolrQuery();
    if (prefix != null) {
      query.set("f." + field + ".facet.prefix", prefix);
    }
    List<String> rows = new ArrayList<>();
    for (FacetField.Count count : solr.query(query).getFacetField(field).getValues()) {
      rows.add(count.getName() + "=" + count.getCount());
    }
    return String.join(" ", rows);
  }
}
