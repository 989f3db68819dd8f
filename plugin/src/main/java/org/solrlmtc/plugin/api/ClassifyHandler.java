package org.solrlmtc.plugin.api;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.response.SolrQueryResponse;
import org.apache.solr.security.AuthorizationContext;
import org.solrlmtc.core.decide.DecisionSettings;
import org.solrlmtc.plugin.model.ModelLeases;
import org.solrlmtc.plugin.update.LabellingConfig;

/**
 * Labels texts or acts without indexing them; {@link PostedAct} describes how to send them. Or
 * labels an act of the index, to show where its labels come from.
 *
 * <pre class="prettyprint">{@code
 * <requestHandler name="/lmtc/classify" class="org.solrlmtc.plugin.api.ClassifyHandler">
 *   <str name="processor">lmtc</str>
 *   <lst name="defaults">
 *     <int name="top">10</int>
 *     <bool name="explain">false</bool>
 *     <int name="explain.limit">5</int>
 *   </lst>
 * </requestHandler>
 * }</pre>
 *
 * <ul>
 *   <li>{@code processor}: the name of the labelling processor whose models and {@code timeLimit}
 *       and {@code maxTextChars} apply. Default {@code lmtc}.
 * </ul>
 *
 * Parameters, which may also be {@code defaults} or {@code invariants}:
 *
 * <ul>
 *   <li>{@code id}: a document of the index, instead of a text. All its labels are shown, whatever
 *       the model decides.
 *   <li>{@code lang}: the language of the labels, one of those of {@link ThesaurusHandler}.
 *       Default: that of the thesaurus.
 *   <li>{@code model}: a bundle in the models folder. Default: the model of the processor.
 *   <li>{@code threshold}, {@code minLabels}, {@code maxLabels}, {@code include}, {@code exclude},
 *       {@code checkLanguage}: as the processor's settings of these names, which are the defaults.
 *       Concepts are separated by commas.
 *   <li>{@code top}: maximum number of labels, best first, 1 to 1000. Default 10.
 *   <li>{@code explain}: {@code true} adds to each label the passages that contributed most to it,
 *       and the most similar known acts that have it. The model must be able to explain. Default
 *       {@code false}.
 *   <li>{@code explain.limit}: maximum number of passages per label, strongest first, 1 to 100.
 *       Default 5.
 * </ul>
 *
 * A wrong parameter is refused with HTTP 400 and its name.
 */
public final class ClassifyHandler extends LmtcHandler {
  static final String ID = "id";

  /** The entry of Solr's log line for a request. */
  private static final String LOGGED_PARAMS = "params";

  @Override
  public void handleRequestBody(SolrQueryRequest req, SolrQueryResponse rsp) throws IOException {
    rsp.setHttpCaching(false);
    keepOutOfLog(req, rsp);
    if (isRefused(req, rsp)) {
      return;
    }
    try (ModelLeases leases = new ModelLeases(req.getCore());
        RequestMemory.Reservation memory = RequestMemory.reserve()) {
      classify(req, rsp, leases, memory);
    }
  }

  private void classify(
      SolrQueryRequest req,
      SolrQueryResponse rsp,
      ModelLeases leases,
      RequestMemory.Reservation memory)
      throws IOException {
    LabellingConfig labelling = labelling(req.getCore());
    RequestParams params = new RequestParams(req.getParams());
    Classification classification = Classification.parse(params, labelling, leases, req.getCore());
    rsp.add("model", classification.model().id());
    rsp.add("decision", DecisionResponse.of(classification.decision().rule()));
    Optional<String> id = params.text(ID);
    if (id.isPresent()) {
      IndexedAct indexed = IndexedAct.read(id.get(), params, labelling, req);
      rsp.add("document", indexed.description());
      classification.classify(indexed).forEach(rsp::add);
      return;
    }
    PostedActs posted = PostedAct.read(req, labelling.maxTextChars(), memory);
    List<NamedList<Object>> results = classification.classify(posted.acts());
    if (posted.several()) {
      rsp.add("results", results);
    } else {
      results.get(0).forEach(rsp::add);
    }
  }

  /** Solr logs all parameters of a request. Texts to classify may be confidential, and are long. */
  private static void keepOutOfLog(SolrQueryRequest req, SolrQueryResponse rsp) {
    ModifiableSolrParams logged = new ModifiableSolrParams(req.getOriginalParams());
    String[] texts = logged.remove(PostedAct.TEXT);
    int params = rsp.getToLog().indexOf(LOGGED_PARAMS, 0);
    if (texts != null && params >= 0) {
      rsp.getToLog().setVal(params, "{" + logged + "}");
    }
  }

  @Override
  protected Map<String, String> parameters() {
    return Map.ofEntries(
        Map.entry("text", "the text to label; or a body"),
        Map.entry(MODEL, "a bundle of the models folder; default: the processor's model"),
        Map.entry(
            DecisionSettings.THRESHOLD,
            "return labels with a higher score; default: the processor's or the bundle's decision"),
        Map.entry(DecisionSettings.MIN_LABELS, "minimum number of labels to assign"),
        Map.entry(DecisionSettings.MAX_LABELS, "maximum number of labels to assign"),
        Map.entry(DecisionSettings.INCLUDE, "assign only these concepts, separated by commas"),
        Map.entry(DecisionSettings.EXCLUDE, "assign none of these concepts"),
        Map.entry(
            Classification.CHECK_LANGUAGE,
            "true: texts in languages that the model does not read get no labels"),
        Map.entry("top", "maximum number of labels to return; default 10"),
        Map.entry("explain", "add the passages that contributed most to each label"),
        Map.entry("explain.limit", "maximum number of passages per label; default 5"));
  }

  @Override
  public String getDescription() {
    return "Labels a text without indexing it";
  }

  @Override
  public Name getPermissionName(AuthorizationContext request) {
    return Name.READ_PERM;
  }
}
