package org.solrlmtc.plugin.update;

import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.core.SolrCore;
import org.apache.solr.core.SolrInfoBean;
import org.apache.solr.metrics.SolrMetricsContext;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.response.SolrQueryResponse;
import org.apache.solr.update.processor.DistributingUpdateProcessorFactory;
import org.apache.solr.update.processor.DocBasedVersionConstraintsProcessorFactory;
import org.apache.solr.update.processor.SkipExistingDocumentsProcessorFactory;
import org.apache.solr.update.processor.TolerantUpdateProcessorFactory;
import org.apache.solr.update.processor.UpdateRequestProcessor;
import org.apache.solr.update.processor.UpdateRequestProcessorFactory;
import org.apache.solr.util.plugin.SolrCoreAware;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.plugin.metrics.LabellingMetrics;
import org.solrlmtc.plugin.model.CoreModels;
import org.solrlmtc.plugin.model.ModelLeases;

/**
 * Labels documents with the concepts of a thesaurus while they are indexed. A configuration with
 * all settings, for the shipped schema:
 *
 * <pre class="prettyprint">{@code
 * <updateProcessor name="lmtc" class="org.solrlmtc.plugin.update.LmtcUpdateProcessorFactory">
 *   <str name="model">eurovoc-default</str>
 *   <lst name="zones">
 *     <str name="header">header</str>
 *     <str name="recitals">recitals</str>
 *     <str name="main_body">main_body</str>
 *     <str name="attachments">attachments</str>
 *   </lst>
 *   <str name="onFailure">fallback</str>
 *   <str name="fallback">exact-match</str>
 *   <int name="timeLimit">60000</int>
 *   <int name="lookAhead">16</int>
 *   <int name="maxTextChars">10000000</int>
 *   <double name="threshold">0.4</double>
 *   <int name="minLabels">1</int>
 *   <int name="maxLabels">20</int>
 *   <arr name="include"><str>domain:60</str></arr>
 *   <arr name="exclude"><str>microthesaurus:2011</str></arr>
 *   <bool name="checkLanguage">true</bool>
 *   <str name="unknownConcepts">refuse</str>
 *   <bool name="remember">false</bool>
 *   <lst name="output">
 *     <str name="concepts">eurovoc_id</str>
 *     <str name="descriptors">eurovoc_label</str>
 *     <str name="scores">eurovoc_score</str>
 *     <str name="weights">eurovoc_weight</str>
 *     <str name="microthesauri">eurovoc_microthesaurus</str>
 *     <str name="domains">eurovoc_domain</str>
 *     <str name="domainPaths">eurovoc_domain_path</str>
 *     <str name="broaderPaths">eurovoc_broader_path</str>
 *     <str name="suggested">eurovoc_suggested</str>
 *     <str name="suggestedScores">eurovoc_suggested_score</str>
 *     <str name="explanations">eurovoc_explanation</str>
 *     <str name="confidence">lmtc_confidence</str>
 *     <str name="model">lmtc_model</str>
 *     <str name="status">lmtc_status</str>
 *     <str name="confirmed">eurovoc_confirmed</str>
 *     <str name="rejected">eurovoc_rejected</str>
 *     <str name="reviewed">lmtc_reviewed</str>
 *   </lst>
 * </updateProcessor>
 * <updateRequestProcessorChain name="label" default="true" processor="lmtc">
 *   <processor class="solr.LogUpdateProcessorFactory"/>
 *   <processor class="solr.DistributedUpdateProcessorFactory"/>
 *   <processor class="solr.RunUpdateProcessorFactory"/>
 * </updateRequestProcessorChain>
 * }</pre>
 *
 * The processor belongs before the distributed step: there it runs once per document, after it once
 * per replica.
 *
 * <ul>
 *   <li>{@code model}: a bundle in the models folder, which is the system property {@code
 *       lmtc.models.dir} or {@code models} in Solr's home. Required.
 *   <li>{@code zones} or {@code textField}: the text fields. Exactly one of the two is required.
 *       {@code zones} has one field per zone, at least one of {@code header}, {@code recitals},
 *       {@code main_body} (one value per article) and {@code attachments}. {@code <str
 *       name="textField">} names one field with all the text. A text field must be in the schema,
 *       must be stored or have docValues, and must not be the target of a {@code copyField}.
 *   <li>{@code onFailure}: what happens to a document that cannot be labelled. {@code fail} refuses
 *       it, {@code skip} indexes it without labels, {@code fallback} labels it with the fallback
 *       model. Default {@code fail}.
 *   <li>{@code fallback}: the bundle of the fallback model, another one than {@code model}.
 *       Required with {@code onFailure=fallback}, refused without it.
 *   <li>{@code timeLimit}: maximum time in milliseconds that a document waits for its labels and
 *       explanations, 1 or more. Default 60000.
 *   <li>{@code lookAhead}: number of documents of a request that are sent to the model before the
 *       current one is indexed, 0 or more. Default 16.
 *   <li>{@code maxTextChars}: maximum text length in characters, 1 or more; a longer text is a
 *       failure. Default 10000000.
 *   <li>{@code threshold}: assign all labels with a higher score, 0 to 1. Default: the decision
 *       rule of the bundle. Does not apply to the fallback model, whose scores are not comparable.
 *   <li>{@code minLabels}, {@code maxLabels}: minimum (0 or more) and maximum (1 or more) number of
 *       labels per document. Default: those of the bundle.
 *   <li>{@code include}, {@code exclude}: assign only these concepts, and none of these. A concept
 *       is an id; {@code narrower:ID} is a concept with all below it, {@code
 *       microthesaurus:NOTATION} and {@code domain:CODE} are all concepts there. {@code <arr>} of
 *       {@code <str>}, or one {@code <str>} with commas. The thesaurus of {@code model} and {@code
 *       fallback} must have them. Default: all concepts.
 *   <li>{@code checkLanguage}: whether documents in a language that the model does not read get the
 *       status {@code other language} and no labels. Default {@code true}.
 *   <li>{@code unknownConcepts}: what happens to a label of a client that the thesaurus lacks.
 *       {@code refuse} refuses the document, {@code keep} keeps the label, with its id as name.
 *       Default {@code refuse}.
 *   <li>{@code remember}: whether acts that people review are added to the memory of {@code model},
 *       without training, on all nodes of the collection. The model must have a memory. Default
 *       {@code false}.
 *   <li>{@code output}: one field per output. The fields above are the defaults, except that {@code
 *       weights}, {@code explanations} and {@code confidence} are disabled by default. An empty
 *       name disables an output; {@code concepts}, {@code suggested}, {@code suggestedScores},
 *       {@code confirmed}, {@code rejected} and {@code reviewed} cannot be disabled. No field may
 *       be named twice or be a text field. A field must be in the schema, must be stored or have
 *       docValues, and must be multiValued except for {@code confidence}, {@code model}, {@code
 *       status} and {@code reviewed}, which is a date. The fields of {@code suggested} and {@code
 *       suggestedScores} must be stored, because docValues do not keep the order of values. The
 *       field of {@code explanations} must be stored, and neither indexed nor docValues; {@code
 *       model} and {@code fallback} must be able to explain.
 * </ul>
 *
 * The core does not load when a setting is unknown or wrong, or a bundle is not usable. The message
 * names the setting, the field or the bundle. A core whose configuration was changed through the
 * Config API loads at the next start all the same, and refuses documents with that message.
 *
 * <p>People correct labels in the fields of the outputs {@code confirmed}, {@code rejected} and
 * {@code reviewed}, or in that of {@code concepts}; the model never overrules them.
 */
public final class LmtcUpdateProcessorFactory extends UpdateRequestProcessorFactory
    implements SolrCoreAware, SolrInfoBean {
  private static final Logger log = LoggerFactory.getLogger(MethodHandles.lookup().lookupClass());

  /** The version of a configuration that the Config API has not changed. */
  private static final int NO_OVERLAY = -1;

  private NamedList<?> args;

  /** Why the configuration cannot be used. */
  private Optional<String> problem = Optional.empty();

  private LabellingConfig config;
  private CoreModels models;
  private LabellingMetrics metrics;
  private StoredText storedText;
  private Optional<MemoryFeeder> memory = Optional.empty();

  @Override
  public void init(NamedList<?> args) {
    this.args = args;
  }

  /**
   * A configuration that cannot be used keeps the core from loading, with one exception. The Config
   * API stores a value although the core refuses it. At the next start that core would be gone, and
   * with it the API that could repair the value. So a core that has values of the Config API loads,
   * and refuses documents.
   */
  @Override
  public void inform(SolrCore core) {
    try {
      configure(core);
    } catch (IllegalArgumentException | BundleException e) {
      String reason = getClass().getSimpleName() + ": " + e.getMessage();
      log.error("core '{}' cannot label documents: {}", core.getName(), reason, e);
      boolean serves = core.getCoreContainer().isLoaded(core.getName());
      if (serves || core.getSolrConfig().getOverlay().getVersion() == NO_OVERLAY) {
        throw new SolrException(ErrorCode.SERVER_ERROR, reason, e);
      }
      problem = Optional.of(reason);
    }
  }

  private void configure(SolrCore core) {
    config = LabellingConfig.parse(args);
    config.checkAgainst(core.getLatestSchema());
    LabelSchema.check(config.outputs(), core.getLatestSchema());
    models = CoreModels.of(core);
    hold(config.model());
    config.fallback().ifPresent(this::hold);
    checkConcepts();
    metrics = new LabellingMetrics(core, config.model());
    storedText = new StoredText(core);
    if (config.remember()) {
      models.node().memory(config.model());
      memory = Optional.of(MemoryFeeder.of(core, config));
    }
  }

  /** Concepts that a model does not have are most likely mistyped. */
  private void checkConcepts() {
    try (ModelLeases leases = new ModelLeases(models)) {
      Stream.concat(Stream.of(config.model()), config.fallback().stream())
          .forEach(
              name -> {
                try {
                  config.decision().check(leases.get(name).bundle().thesaurus());
                } catch (IllegalArgumentException e) {
                  throw new IllegalArgumentException(
                      "the setting " + e.getMessage() + " (bundle '" + name + "')", e);
                }
              });
    }
  }

  private void hold(String name) {
    models.holdConfigured(
        name, Optional.ofNullable(config.outputs().get(OutputField.EXPLANATIONS)));
  }

  /**
   * The configuration, shared with the request handlers.
   *
   * @throws SolrException when it cannot be used
   */
  public LabellingConfig config() {
    problem.ifPresent(
        reason -> {
          throw RefusingUpdateProcessor.refusal(reason);
        });
    return config;
  }

  @Override
  public String getName() {
    return getClass().getName();
  }

  @Override
  public String getDescription() {
    return "Labels documents with the concepts of a thesaurus";
  }

  @Override
  public Category getCategory() {
    return Category.UPDATE;
  }

  /** Nothing: the metrics need the configuration, which is read later. */
  @Override
  public void initializeMetrics(SolrMetricsContext parentContext, String scope) {}

  @Override
  public SolrMetricsContext getSolrMetricsContext() {
    return metrics == null ? null : metrics.context();
  }

  /** Takes note of a comparison of the versions of a model on all nodes. */
  public void reportVersions(String model, boolean differ) {
    if (problem.isEmpty() && model.equals(config.model())) {
      metrics.versionsDiffer(differ);
    }
  }

  @Override
  public UpdateRequestProcessor getInstance(
      SolrQueryRequest req, SolrQueryResponse rsp, UpdateRequestProcessor next) {
    CrossSiteRequests.refuse(req);
    if (problem.isPresent()) {
      return new RefusingUpdateProcessor(problem.get(), next);
    }
    // the chain is built from its end: of two processors for the same fields, the last one labels
    String marker =
        LmtcUpdateProcessor.class.getName() + config.outputs().get(OutputField.CONCEPTS);
    if (req.getContext().put(marker, true) != null) {
      return next;
    }
    return new LmtcUpdateProcessor(
        config,
        new Labeller(config, metrics, new ModelLeases(models)),
        storedText,
        req.getSchema(),
        mayLookAhead(req) ? config.lookAhead() : 0,
        memory,
        next);
  }

  /**
   * Whether the other processors of the chain allow look-ahead. After the distributed step they do
   * not: there Solr holds a lock on the document's id, which it would release before a buffered
   * document is passed on.
   */
  private boolean mayLookAhead(SolrQueryRequest req) {
    List<UpdateRequestProcessorFactory> chain =
        req.getCore().getUpdateProcessorChain(req.getParams()).getProcessors();
    int position = chain.indexOf(this);
    return position >= 0
        && chain.subList(0, position).stream()
            .noneMatch(LmtcUpdateProcessorFactory::forbidsLookAhead)
        && chain.subList(position, chain.size()).stream()
            .anyMatch(DistributingUpdateProcessorFactory.class::isInstance);
  }

  /** These attribute a failure to the document they passed on last, or look it up in the index. */
  private static boolean forbidsLookAhead(UpdateRequestProcessorFactory processor) {
    return processor instanceof TolerantUpdateProcessorFactory
        || processor instanceof DocBasedVersionConstraintsProcessorFactory
        || processor instanceof SkipExistingDocumentsProcessorFactory;
  }
}
