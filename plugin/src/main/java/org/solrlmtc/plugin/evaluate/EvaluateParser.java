package org.solrlmtc.plugin.evaluate;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.schema.IndexSchema;
import org.apache.solr.schema.SchemaField;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.eval.EvaluationGroup;
import org.solrlmtc.core.eval.EvaluationSettings;
import org.solrlmtc.core.eval.Measure;
import org.solrlmtc.core.eval.significance.RandomizationTest;
import org.solrlmtc.plugin.api.RequestParams;
import org.solrlmtc.plugin.model.ModelLeases;
import org.solrlmtc.plugin.update.LabellingConfig;
import org.solrlmtc.plugin.update.OutputField;

/** Parses the parameters that {@link EvaluateHandler} lists into an {@link EvaluateRequest}. */
final class EvaluateParser {
  static final String GOLD = "gold";
  static final String PREDICTED = "predicted";
  static final String SCORES = "scores";
  static final String COMPARE = "compare";
  static final String LABELS = "labels";
  static final String KS = "k";
  static final String GROUPS = "groups";
  static final String PER_LABEL = "perLabel";
  static final String LIMIT = "limit";
  static final String MEASURES = "measures";
  static final String ITERATIONS = "iterations";
  static final String SEED = "seed";

  /** For stored predictions, which are counted while they are read. */
  private static final long DEFAULT_LIMIT = 100_000;

  /** For models, which are slow, and comparisons, which keep every act in memory. */
  private static final long DEFAULT_COSTLY_LIMIT = 10_000;

  private static final int MAX_ITERATIONS = 1_000_000;
  private static final int MAX_MEASURES = 200;

  private final RequestParams params;
  private final IndexSchema schema;
  private final LabellingConfig labelling;
  private final ModelLeases leases;
  private final SystemParser systemParser;
  private final long maxLimit;

  /**
   * @param maxLimit the largest {@code limit} that a request can ask for
   */
  EvaluateParser(
      SolrQueryRequest req, LabellingConfig labelling, ModelLeases leases, long maxLimit) {
    this.maxLimit = maxLimit;
    this.params = new RequestParams(req.getParams());
    this.schema = req.getSchema();
    this.labelling = labelling;
    this.leases = leases;
    this.systemParser = new SystemParser(req, labelling, leases);
  }

  EvaluateRequest parse() {
    if (schema.getUniqueKeyField() == null) {
      throw new SolrException(
          ErrorCode.BAD_REQUEST,
          "the schema has no uniqueKey, which an evaluation needs to identify documents");
    }
    ModelBundle labels =
        RequestParams.model(LABELS, params.text(LABELS).orElse(labelling.model()), leases).bundle();
    int perLabel = perLabel();
    EvaluationSettings base =
        EvaluationSettings.of(labels.labels()).withAveragePrecision(perLabel > 0);
    base = params.list(KS).map(this::ks).map(base::withKs).orElse(base);
    Set<EvaluationGroup> groups = groups();
    List<PredictionSource> systems = systemParser.parse(base);
    return new EvaluateRequest(
        gold(),
        systems,
        labels,
        base,
        groups,
        perLabel,
        limit(systems),
        systems.size() > 1 ? measures(base, groups) : List.of(),
        params
            .integer(ITERATIONS, 1, MAX_ITERATIONS)
            .map(Math::toIntExact)
            .orElse(RandomizationTest.DEFAULT_ITERATIONS),
        params.integer(SEED, Long.MIN_VALUE, Long.MAX_VALUE).orElse(1L));
  }

  /** By default what people confirmed; then only reviewed documents have all their gold labels. */
  private GoldField gold() {
    String confirmed = labelling.outputs().get(OutputField.CONFIRMED);
    SchemaField field = systemParser.labelField(GOLD, params.text(GOLD).orElse(confirmed));
    return new GoldField(
        field,
        field.getName().equals(confirmed)
            ? Optional.of(schema.getField(labelling.outputs().get(OutputField.REVIEWED)))
            : Optional.empty());
  }

  private long limit(List<PredictionSource> systems) {
    boolean cheap = systems.size() == 1 && systems.get(0) instanceof StoredPredictions;
    long limit =
        params
            .integer(LIMIT, 1, Long.MAX_VALUE)
            .orElse(Math.min(cheap ? DEFAULT_LIMIT : DEFAULT_COSTLY_LIMIT, maxLimit));
    if (limit > maxLimit) {
      throw RequestParams.bad(
          LIMIT,
          "must not exceed the handler's setting '"
              + EvaluateHandler.MAX_LIMIT
              + "', which is "
              + maxLimit);
    }
    return limit;
  }

  private List<Integer> ks(List<String> values) {
    return values.stream()
        .map(value -> RequestParams.integer(KS, value, 1, EvaluationSettings.MAX_K))
        .map(Math::toIntExact)
        .toList();
  }

  private Set<EvaluationGroup> groups() {
    Set<EvaluationGroup> groups = EnumSet.noneOf(EvaluationGroup.class);
    params
        .list(GROUPS)
        .ifPresent(
            keys -> keys.forEach(key -> groups.add(named(GROUPS, EvaluationGroup::parse, key))));
    return groups.isEmpty() ? EnumSet.allOf(EvaluationGroup.class) : groups;
  }

  /**
   * {@code false}, {@code true} for all labels, or the number of labels with the most gold acts.
   */
  private int perLabel() {
    String value = params.text(PER_LABEL).orElse("false");
    return switch (value) {
      case "false" -> 0;
      case "true" -> Integer.MAX_VALUE;
      default -> (int) RequestParams.integer(PER_LABEL, value, 0, Integer.MAX_VALUE);
    };
  }

  private List<Measure> measures(EvaluationSettings base, Set<EvaluationGroup> groups) {
    List<Measure> measures = new ArrayList<>();
    Optional<List<String>> requested = params.list(MEASURES);
    if (requested.isPresent()) {
      requested.get().forEach(text -> measures.add(measure(text, base)));
    } else {
      for (EvaluationGroup group : groups) {
        for (int k : base.ks()) {
          measures.add(new Measure(group, Measure.Kind.R_PRECISION_AT_K, k));
          measures.add(new Measure(group, Measure.Kind.NDCG_AT_K, k));
        }
        measures.add(new Measure(group, Measure.Kind.MICRO_F1, 0));
      }
    }
    if (measures.size() > MAX_MEASURES) {
      throw RequestParams.bad(
          requested.isPresent() ? MEASURES : KS,
          "leads to " + measures.size() + " comparisons; at most " + MAX_MEASURES + " are allowed");
    }
    return measures;
  }

  private static Measure measure(String text, EvaluationSettings base) {
    Measure measure = named(MEASURES, Measure::parse, text);
    if (measure.kind().isHierarchical()) {
      throw RequestParams.bad(MEASURES, "has '" + text + "', which needs a hierarchy");
    }
    if (measure.kind().isAtK() && measure.k() > base.depth()) {
      throw RequestParams.bad(
          MEASURES,
          "has '"
              + text
              + "', but rankings are evaluated up to K = "
              + base.depth()
              + ": raise 'k'");
    }
    return measure;
  }

  private static <T> T named(String parameter, Function<String, T> parse, String text) {
    try {
      return parse.apply(text);
    } catch (IllegalArgumentException e) {
      throw RequestParams.bad(parameter, "is wrong: " + e.getMessage());
    }
  }
}
