package org.solrlmtc.plugin.update;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.solr.client.solrj.SolrRequest.METHOD;
import org.apache.solr.client.solrj.request.GenericSolrRequest;
import org.apache.solr.client.solrj.request.RequestWriter.StringPayloadContentWriter;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.Utils;
import org.apache.solr.core.SolrCore;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.HandlerTestCase;
import org.solrlmtc.plugin.fixtures.TinyBundles;

/** A bundle's decision is changed by settings of the processor, and by parameters. */
public class TestDecisionSettings extends HandlerTestCase {
  /** The order of scores: cheese, milk, import licence, butter. */
  private static final String TEXT = "cheese cheese cheese milk milk import licence butter";

  private static final String CLASSIFY = "/lmtc/classify";

  /** Changes the processor through the Config API, and waits until the core has reloaded. */
  private void configure(Map<String, Object> settings) throws Exception {
    LabellingConfig before = config();
    Map<String, Object> processor = new TreeMap<>(settings);
    processor.put("name", "lmtc");
    processor.put("class", LmtcUpdateProcessorFactory.class.getName());
    processor.putIfAbsent("model", "words");
    processor.put("zones", Map.of("header", "header"));
    NamedList<Object> answer =
        post(Utils.toJSONString(Map.of("update-updateprocessor", processor)));
    assertNull(answer.toString(), answer.get("errorMessages"));
    // a reloaded core has a new factory with a configuration of its own
    int loaded = System.identityHashCode(before);
    await(() -> System.identityHashCode(config()) != loaded);
  }

  private NamedList<Object> post(String body) throws Exception {
    GenericSolrRequest request = new GenericSolrRequest(METHOD.POST, "/config");
    request.setContentWriter(new StringPayloadContentWriter(body, "application/json"));
    return solr.request(request);
  }

  private static LabellingConfig config() {
    try (SolrCore core = h.getCoreContainer().getCore(h.coreName)) {
      return ((LmtcUpdateProcessorFactory) core.getUpdateProcessors().get("lmtc")).config();
    }
  }

  private List<Object> labelled(String id) throws Exception {
    add("id", id, "header", TEXT);
    return values(id, "eurovoc_id");
  }

  @Test
  public void everySettingCanBeChangedThroughTheConfigApi() throws Exception {
    TinyBundles.write(models, "words", "exact-match", 0.1, 10);
    startCore();
    List<Object> all = labelled("a");
    assertEquals(4, all.size());
    configure(Map.of("maxLabels", 2));
    assertEquals(all.subList(0, 2), labelled("b"));
    configure(Map.of("threshold", 1));
    assertEquals(List.of(), labelled("c"));
    configure(Map.of("threshold", 1.0, "minLabels", 1));
    assertEquals(all.subList(0, 1), labelled("d"));
    configure(Map.of("include", List.of(2, "domain:20")));
    assertEquals(sorted(List.of("2", "3")), sorted(labelled("e")));
    configure(Map.of("exclude", "narrower:1"));
    assertEquals(List.of("3"), labelled("f"));
    configure(Map.of("include", "microthesaurus:6016", "exclude", List.of("2")));
    assertEquals(sorted(List.of("1", "4")), sorted(labelled("g")));
    configure(Map.of());
    assertEquals(all, labelled("h"));
  }

  private static List<String> sorted(List<?> labels) {
    return labels.stream().map(Object::toString).sorted().toList();
  }

  @Test
  public void propertiesOfTheShippedConfigurationSetThem() throws Exception {
    TinyBundles.write(models, "words", "exact-match", 0.1, 10);
    System.setProperty("lmtc.maxLabels", "3");
    System.setProperty("lmtc.exclude", "2, 4");
    startCore();
    assertEquals(sorted(List.of("1", "3")), sorted(labelled("a")));
  }

  @Test
  public void wrongValuesAreRefusedByName() throws Exception {
    assertNotLoaded("threshold", "high", "the setting 'threshold' must be a number, not 'high'");
    assertNotLoaded("threshold", "1.5", "'threshold' must be a number from 0 to 1, not 1.5");
    assertNotLoaded("minLabels", "-1", "'minLabels' must be at least 0, not -1");
    assertNotLoaded(
        "maxLabels", "2.5", "the setting 'maxLabels' must be a whole number, not '2.5'");
    assertNotLoaded("include", "99", "the setting 'include' names the concept '99'");
    assertNotLoaded("exclude", "domain:99", "the setting 'exclude' names the domain '99'");
    assertNotLoaded("exclude", "domain:99", "(bundle 'words')");
  }

  private void assertNotLoaded(String setting, String value, String message) throws Exception {
    System.setProperty("lmtc." + setting, value);
    try {
      startCore();
      Throwable failure = h.getCoreContainer().getCoreInitFailures().get(h.coreName).exception;
      StringBuilder messages = new StringBuilder();
      for (Throwable e = failure; e != null; e = e.getCause()) {
        messages.append(e.getMessage()).append('\n');
      }
      assertTrue(messages.toString(), messages.toString().contains(message));
    } finally {
      System.clearProperty("lmtc." + setting);
      deleteCore();
    }
  }

  @Test
  public void theFallbackModelHasItsOwnThreshold() throws Exception {
    System.setProperty("lmtc.model", "throwing");
    System.setProperty("lmtc.onFailure", "fallback");
    System.setProperty("lmtc.fallback", "words");
    System.setProperty("lmtc.threshold", "1");
    System.setProperty("lmtc.exclude", "2");
    startCore();
    add("id", "a", "header", "trouble with cheese and milk");
    assertEquals("labels of the fallback model", List.of("1"), values("a", "eurovoc_id"));
  }

  @Test
  public void aRequestReplacesTheSettings() throws Exception {
    System.setProperty("lmtc.maxLabels", "1");
    System.setProperty("lmtc.exclude", "2");
    startCore();
    assertEquals(List.of("1"), ids(ask(CLASSIFY, "text", TEXT, "threshold", "0.1")));
    assertEquals(
        sorted(List.of("1", "3", "4")),
        sorted(ids(ask(CLASSIFY, "text", TEXT, "threshold", "0.1", "maxLabels", "9"))));
    assertEquals(
        List.of("2"), ids(ask(CLASSIFY, "text", TEXT, "exclude", "1,3,4", "threshold", "0.1")));
    assertEquals(List.of("3"), ids(ask(CLASSIFY, "text", TEXT, "include", "domain:20")));
    assertEquals(
        List.of("1"), ids(ask(CLASSIFY, "text", TEXT, "threshold", "1", "minLabels", "1")));
    assertEquals(0.1, (Double) at(askDecision("threshold", "0.1"), "threshold"), 0);
  }

  private Object askDecision(String... parameters) throws Exception {
    return at(ask(CLASSIFY, "text", TEXT, parameters[0], parameters[1]), "decision");
  }

  private static List<?> ids(NamedList<Object> answer) {
    return ((List<?>) at(answer, "labels")).stream().map(label -> at(label, "id")).toList();
  }

  @Test
  public void wrongParametersAreRefusedByName() throws Exception {
    startCore();
    for (String[] wrong :
        new String[][] {
          {"threshold", "2", "the parameter 'threshold' must be a number from 0 to 1"},
          {"minLabels", "-1", "the parameter 'minLabels' must be a whole number from 0"},
          {"maxLabels", "0", "the parameter 'maxLabels' must be a whole number from 1"},
          {"include", "99", "the parameter 'include' names the concept '99'"},
          {"exclude", "narrower:99", "the parameter 'exclude' names the concept '99'"},
          {"checkLanguage", "maybe", "the parameter 'checkLanguage' must be true or false"},
        }) {
      assertRefused(400, () -> ask(CLASSIFY, "text", TEXT, wrong[0], wrong[1]), wrong[2]);
    }
    assertRefused(
        400,
        () -> ask(CLASSIFY, "text", TEXT, "minLabels", "3", "maxLabels", "2"),
        "the parameter 'minLabels' (3) must not be greater than 'maxLabels' (2)");
  }
}
