package org.solrlmtc.plugin.update;

import java.util.List;
import java.util.Optional;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.core.SolrCore;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.response.SolrQueryResponse;
import org.apache.solr.update.processor.DistributingUpdateProcessorFactory;
import org.apache.solr.update.processor.DocBasedVersionConstraintsProcessorFactory;
import org.apache.solr.update.processor.SkipExistingDocumentsProcessorFactory;
import org.apache.solr.update.processor.TolerantUpdateProcessorFactory;
import org.apache.solr.update.processor.UpdateRequestProcessor;
import org.apache.solr.update.processor.UpdateRequestProcessorFactory;
import org.apache.solr.util.plugin.SolrCoreAware;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.plugin.model.CoreModels;
import org.solrlmtc.plugin.model.ModelLeases;

/**
 * Labels documents with the concepts of a thesaurus as they are indexed.
 *
 * <pre class="prettyprint">
 * &lt;updateProcessor name="lmtc" class="org.solrlmtc.plugin.update.LmtcUpdateProcessorFactory"&gt;
 *   &lt;str name="model"&gt;exact-match&lt;/str&gt;       a bundle of the models folder; required
 *   &lt;lst name="zones"&gt;                      which fields hold the text, by zone
 *     &lt;str name="header"&gt;header&lt;/str&gt;
 *     &lt;str name="recitals"&gt;recitals&lt;/str&gt;
 *     &lt;str name="main_body"&gt;main_body&lt;/str&gt;     one value per article
 *     &lt;str name="attachments"&gt;attachments&lt;/str&gt;
 *   &lt;/lst&gt;
 *   &lt;str name="textField"&gt;text&lt;/str&gt;          instead of zones: one field with all the text
 *   &lt;str name="onFailure"&gt;fail&lt;/str&gt;          fail: refuse the document; skip: index it unlabelled;
 *                                           fallback: label it by another model
 *   &lt;str name="fallback"&gt;exact-match&lt;/str&gt;    that model: a bundle of the models folder
 *   &lt;int name="timeLimit"&gt;60000&lt;/int&gt;         milliseconds that a document may wait for labels
 *   &lt;int name="lookAhead"&gt;16&lt;/int&gt;            documents of a request labelled ahead of their turn
 *   &lt;int name="maxTextChars"&gt;10000000&lt;/int&gt;  longer texts count as failures
 *   &lt;lst name="output"&gt;                     fields written; an empty name switches one off
 *     &lt;str name="concepts"&gt;eurovoc_id&lt;/str&gt;
 *     &lt;str name="descriptors"&gt;eurovoc_label&lt;/str&gt;
 *     &lt;str name="scores"&gt;eurovoc_score&lt;/str&gt;
 *     &lt;str name="weights"&gt;&lt;/str&gt;           off by default; the shipped schema has eurovoc_weight
 *     &lt;str name="microthesauri"&gt;eurovoc_microthesaurus&lt;/str&gt;
 *     &lt;str name="domains"&gt;eurovoc_domain&lt;/str&gt;
 *     &lt;str name="domainPaths"&gt;eurovoc_domain_path&lt;/str&gt;
 *     &lt;str name="broaderPaths"&gt;eurovoc_broader_path&lt;/str&gt;
 *     &lt;str name="explanations"&gt;&lt;/str&gt;      off by default; the shipped schema has eurovoc_explanation
 *     &lt;str name="model"&gt;lmtc_model&lt;/str&gt;
 *     &lt;str name="status"&gt;lmtc_status&lt;/str&gt;
 *   &lt;/lst&gt;
 * &lt;/updateProcessor&gt;
 * </pre>
 *
 * Put it before {@code DistributedUpdateProcessorFactory}: there it runs once per document, after
 * it once per replica. The models folder is the system property {@code lmtc.models.dir}, or {@code
 * models} in Solr's home. The core does not load when a setting, a field or the bundle is wrong.
 *
 * <p>A document that brings values in the concept field keeps them: its status is {@code supplied}.
 */
public final class LmtcUpdateProcessorFactory extends UpdateRequestProcessorFactory
    implements SolrCoreAware {
  private LabellingConfig config;
  private CoreModels models;
  private LabellingMetrics metrics;
  private StoredText storedText;

  @Override
  public void init(NamedList<?> args) {
    try {
      config = LabellingConfig.parse(args);
    } catch (IllegalArgumentException e) {
      throw misconfigured(e);
    }
  }

  @Override
  public void inform(SolrCore core) {
    try {
      config.checkAgainst(core.getLatestSchema());
      models = CoreModels.of(core);
      hold(config.model());
      config.fallback().ifPresent(this::hold);
    } catch (IllegalArgumentException | BundleException e) {
      throw misconfigured(e);
    }
    metrics = new LabellingMetrics(core, config.model());
    storedText = new StoredText(core);
  }

  private void hold(String name) {
    models.holdConfigured(
        name, Optional.ofNullable(config.outputs().get(OutputField.EXPLANATIONS)));
  }

  /** Shared with the request handlers. */
  public LabellingConfig config() {
    return config;
  }

  private static SolrException misconfigured(RuntimeException e) {
    return new SolrException(
        ErrorCode.SERVER_ERROR,
        LmtcUpdateProcessorFactory.class.getSimpleName() + ": " + e.getMessage(),
        e);
  }

  @Override
  public UpdateRequestProcessor getInstance(
      SolrQueryRequest req, SolrQueryResponse rsp, UpdateRequestProcessor next) {
    return new LmtcUpdateProcessor(
        config,
        new Labeller(config, metrics, new ModelLeases(models)),
        storedText,
        mayLookAhead(req) ? config.lookAhead() : 0,
        next);
  }

  /**
   * Whether others of the chain allow documents to be buffered. Solr distributes documents under a
   * lock of their id, which ends before one that is buffered behind it goes on.
   */
  private boolean mayLookAhead(SolrQueryRequest req) {
    List<UpdateRequestProcessorFactory> chain =
        req.getCore().getUpdateProcessorChain(req.getParams()).getProcessors();
    int here = chain.indexOf(this);
    return here >= 0
        && chain.subList(0, here).stream()
            .noneMatch(LmtcUpdateProcessorFactory::needsEachDocumentAtOnce)
        && chain.subList(here, chain.size()).stream()
            .anyMatch(DistributingUpdateProcessorFactory.class::isInstance);
  }

  /** These take a failure for that of the document just handed over, or look it up in the index. */
  private static boolean needsEachDocumentAtOnce(UpdateRequestProcessorFactory processor) {
    return processor instanceof TolerantUpdateProcessorFactory
        || processor instanceof DocBasedVersionConstraintsProcessorFactory
        || processor instanceof SkipExistingDocumentsProcessorFactory;
  }
}
