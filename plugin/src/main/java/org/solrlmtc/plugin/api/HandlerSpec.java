package org.solrlmtc.plugin.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.solr.common.SpecProvider;
import org.apache.solr.common.util.ValidatingJsonMap;

/**
 * The description of a handler for Solr's V2 API, which {@code _introspect} shows.
 *
 * @param path the name of the handler; Solr's own placeholder for it works for one segment only
 * @param params descriptions by parameter
 */
record HandlerSpec(
    String path, String description, List<String> methods, Map<String, String> params)
    implements SpecProvider {
  private static final int DEPTH = 6;

  @Override
  public ValidatingJsonMap getSpec() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    params.forEach(
        (name, text) -> parameters.put(name, Map.of("type", "string", "description", text)));
    return ValidatingJsonMap.getDeepCopy(
        Map.of(
            "description",
            description,
            "methods",
            methods,
            "url",
            Map.of("paths", List.of(path), "params", parameters)),
        DEPTH,
        true);
  }
}
