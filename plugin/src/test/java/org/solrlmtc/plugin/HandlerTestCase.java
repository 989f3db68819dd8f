package org.solrlmtc.plugin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.solr.client.solrj.SolrRequest.METHOD;
import org.apache.solr.client.solrj.request.GenericSolrRequest;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.util.NamedList;

/** Asks request handlers of a core with the shipped configset. */
public abstract class HandlerTestCase extends LabellingTestCase {

  /** Indexes documents as they are, without labelling them. */
  protected void addPlain(SolrInputDocument... docs) throws Exception {
    UpdateRequest request = new UpdateRequest();
    request.add(List.of(docs));
    request.setParam("update.chain", "plain");
    request.process(solr);
    solr.commit();
  }

  protected NamedList<Object> ask(String path, String... namesAndValues) throws Exception {
    return solr.request(new GenericSolrRequest(METHOD.GET, path, params(namesAndValues)));
  }

  protected NamedList<Object> command(String path, String... namesAndValues) throws Exception {
    return solr.request(new GenericSolrRequest(METHOD.POST, path, params(namesAndValues)));
  }

  /** An entry inside an answer, by the names on the way to it and the places in lists. */
  protected static Object at(Object answer, Object... path) {
    Object found = answer;
    for (Object step : path) {
      if (found instanceof NamedList<?> map) {
        assertTrue(step + " in " + map, map.indexOf((String) step, 0) >= 0);
        found = map.get((String) step);
      } else if (found instanceof Map<?, ?> map) {
        assertTrue(step + " in " + map, map.containsKey(step));
        found = map.get(step);
      } else {
        found = ((List<?>) found).get((Integer) step);
      }
    }
    return found;
  }

  /** The metrics of the one registry of a group, by their names. */
  protected NamedList<?> metrics(String group, String prefix) throws Exception {
    NamedList<Object> answer = ask("/admin/metrics", "group", group, "prefix", prefix);
    return (NamedList<?>) ((NamedList<?>) at(answer, "metrics")).getVal(0);
  }

  /** The models of which the node shows metrics, by the metrics' scopes. */
  protected Set<String> modelsWithMetrics() throws Exception {
    Set<String> models = new TreeSet<>();
    metrics("node", "UPDATE.lmtc/").forEach((name, value) -> models.add(name.split("\\.")[1]));
    return models;
  }

  protected static long count(NamedList<?> metrics, String name) {
    return ((Number) at(metrics, name, "count")).longValue();
  }

  /** The numbers of an entry, in order. */
  protected static List<Object> numbers(Object answer, Object... path) {
    List<Object> numbers = new ArrayList<>();
    ((NamedList<?>) at(answer, path)).forEach((name, value) -> numbers.add(value));
    return numbers;
  }

  protected static void assertNumbers(Object answer, List<Object> path, double... expected) {
    double[] found =
        numbers(answer, path.toArray()).stream()
            .mapToDouble(value -> ((Number) value).doubleValue())
            .toArray();
    assertArrayEquals(path + " = " + Arrays.toString(found), expected, found, 1e-9);
  }

  protected interface Asking {
    Object ask() throws Exception;
  }

  protected static void assertRefused(int code, Asking asking, String... messageParts) {
    SolrException e = expectThrows(SolrException.class, asking::ask);
    assertEquals(e.getMessage(), code, e.code());
    for (String part : messageParts) {
      assertTrue(e.getMessage(), e.getMessage().contains(part));
    }
  }
}
