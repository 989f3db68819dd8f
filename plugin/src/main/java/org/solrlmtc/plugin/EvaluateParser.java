package org.solrlmtc.plugin;

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
import org.apache.solr.schema.NumberType;
import org.apache.solr.schema.SchemaField;
import org.apache.solr.schema.StrField;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.eval.EvaluationGroup;
import org.solrlmtc.core.eval.EvaluationSettings;
import org.solrlmtc.core.eval.Measure;
import org.solrlmtc.core.eval.RandomizationTest;

/** Makes an {@link EvaluateRequest} of parameters; {@link EvaluateHandler} lists them. */
final class EvaluateParser {
  static final String GOLD = "gold";
  static final String PREDICTED = "predicted";
  static final String SCORES = "scores";
  static final String COMPARE = "compare";
  static final String LABELS = "labels";
  static final String KS = "k";
  static final String THRESHOLD = "threshold";
  static final String GROUPS = "groups";
  static final String PER_LABEL = "perLabel";
  static final String LIMIT = "limit";
  static final String MEASURES = "measures";
  static final String ITERATIONS = "iterations";
  static final String SEED = "seed";

  private static final String DEFAULT_GOLD = "concepts";

  /** Stored predictions are summed up as they are read. */
  private static final long DEFAULT_LIMIT = 100_000;

  /** A model takes its time, and a comparison keeps every act in memory. */
  private static final long DEFAULT_COSTLY_LIMIT = 10_000;

  private static final long MAX_LIMIT = 10_000_000;
  private static final int MAX_ITERATIONS = 1_000_000;
  private static final int MAX_MEASURES = 200;

  private final SolrQueryRequest req;
  private final Leases leases;
  private final RequestParams params;
  private final IndexSchema schema;
  private final LabellingConfig labelling;

  EvaluateParser(SolrQueryRequest req, LabellingConfig labelling, Leases leases) {
    this.req = req;
    this.leases = leases;
    this.params = new RequestParams(req.getParams());
    this.schema = req.getSchema();
    this.labelling = labelling;
  }

  EvaluateRequest parse() {
    if (schema.getUniqueKeyField() == null) {
      throw new SolrException(
          ErrorCode.BAD_REQUEST, "the schema has no uniqueKey: documents cannot be told apart");
    }
    ModelBundle labels = leases.get(LABELS, params.text(LABELS).orElse(labelling.model())).bundle();
    int perLabel = perLabel();
    EvaluationSettings base =
        EvaluationSettings.of(labels.labels()).withAveragePrecision(perLabel > 0);
    base = params.list(KS).map(this::ks).map(base::withKs).orElse(base);
    Set<EvaluationGroup> groups = groups();
    List<EvaluatedSystem> systems = systems(base);
    return new EvaluateRequest(
        labelField(GOLD, params.text(GOLD).orElse(DEFAULT_GOLD)),
        systems,
        labels,
        base,
        groups,
        perLabel,
        params.whole(LIMIT, 1, MAX_LIMIT).orElse(defaultLimit(systems)),
        systems.size() > 1 ? measures(base, groups) : List.of(),
        params
            .whole(ITERATIONS, 1, MAX_ITERATIONS)
            .map(Math::toIntExact)
            .orElse(RandomizationTest.DEFAULT_ITERATIONS),
        params.whole(SEED, Long.MIN_VALUE, Long.MAX_VALUE).orElse(1L));
  }

  private static long defaultLimit(List<EvaluatedSystem> systems) {
    boolean cheap = systems.size() == 1 && systems.get(0) instanceof StoredPredictions;
    return cheap ? DEFAULT_LIMIT : DEFAULT_COSTLY_LIMIT;
  }

  private List<EvaluatedSystem> systems(EvaluationSettings base) {
    Optional<String> model = params.text(LmtcHandler.MODEL);
    Optional<String> predicted = params.text(PREDICTED);
    if (model.isPresent() && predicted.isPresent()) {
      throw RequestParams.bad(
          LmtcHandler.MODEL,
          "and 'predicted' exclude each other: to hold one against the other, use 'compare'");
    }
    List<EvaluatedSystem> systems = new ArrayList<>();
    systems.add(
        model.isPresent()
            ? model(LmtcHandler.MODEL, model.get(), base)
            : stored(
                PREDICTED,
                predicted.orElseGet(() -> labelling.outputs().get(OutputField.CONCEPTS))));
    params
        .text(COMPARE)
        .map(
            name ->
                CoreModels.of(req.getCore()).names().contains(name)
                    ? model(COMPARE, name, base)
                    : stored(COMPARE, name))
        .ifPresent(systems::add);
    return systems;
  }

  private EvaluatedSystem model(String parameter, String name, EvaluationSettings base) {
    Model model = leases.get(parameter, name);
    ActFields act = new ActFields(labelling.zoneFields());
    List<SchemaField> fields = act.names().stream().map(schema::getField).toList();
    for (SchemaField field : fields) {
      if (!field.stored()) {
        throw RequestParams.bad(
            parameter,
            "asks to classify documents, but their text field '"
                + field.getName()
                + "' is not stored");
      }
    }
    return new ModelPredictions(
        model,
        act,
        fields,
        labelling.maxTextChars(),
        labelling.timeLimit(),
        rule().orElse(model.manifest().decision()),
        base.labels(),
        base.depth());
  }

  private EvaluatedSystem stored(String parameter, String name) {
    SchemaField labels = labelField(parameter, name);
    if (labels.multiValued() && !labels.stored()) {
      throw RequestParams.bad(
          parameter,
          "names the field '" + name + "', which is not stored: docValues do not keep rank order");
    }
    Optional<SchemaField> scores = scoresOf(name).map(this::scoreField);
    if (scores.isEmpty() && rule().isPresent()) {
      throw RequestParams.bad(
          THRESHOLD,
          "needs scores, and the field '"
              + name
              + "' has none: add f."
              + name
              + "."
              + SCORES
              + "=FIELD");
    }
    return new StoredPredictions(labels, scores, rule().orElse(DecisionRule.above(0)));
  }

  private Optional<String> scoresOf(String labels) {
    return params
        .textOfField(labels, SCORES)
        .or(
            () ->
                labels.equals(labelling.outputs().get(OutputField.CONCEPTS))
                    ? Optional.ofNullable(labelling.outputs().get(OutputField.SCORES))
                    : Optional.empty());
  }

  private Optional<DecisionRule> rule() {
    return params.fraction(THRESHOLD).map(DecisionRule::above);
  }

  private SchemaField labelField(String parameter, String name) {
    SchemaField field = field(parameter, name);
    NumberType number = field.getType().getNumberType();
    if (!(field.getType() instanceof StrField)
        && number != NumberType.INTEGER
        && number != NumberType.LONG) {
      throw wrongType(parameter, field, "labels are strings or whole numbers");
    }
    if (!field.stored() && !field.hasDocValues()) {
      throw RequestParams.bad(
          parameter, "names the field '" + name + "', which is neither stored nor has docValues");
    }
    return field;
  }

  private SchemaField scoreField(String name) {
    SchemaField field = field(SCORES, name);
    NumberType number = field.getType().getNumberType();
    if (number != NumberType.FLOAT && number != NumberType.DOUBLE) {
      throw wrongType(SCORES, field, "scores are numbers from 0 to 1");
    }
    if (!field.stored()) {
      throw RequestParams.bad(
          SCORES,
          "names the field '" + name + "', which is not stored: docValues do not keep rank order");
    }
    return field;
  }

  private SchemaField field(String parameter, String name) {
    SchemaField field = schema.getFieldOrNull(name);
    if (field == null) {
      throw RequestParams.bad(
          parameter,
          "names '"
              + name
              + "', which is no field of the schema"
              + (parameter.equals(COMPARE)
                  ? " and no bundle of the models folder, which has "
                      + CoreModels.of(req.getCore()).names()
                  : ""));
    }
    return field;
  }

  private static SolrException wrongType(String parameter, SchemaField field, String expected) {
    return RequestParams.bad(
        parameter,
        "names the field '"
            + field.getName()
            + "' of type '"
            + field.getType().getTypeName()
            + "', but "
            + expected);
  }

  private List<Integer> ks(List<String> values) {
    return values.stream()
        .map(value -> RequestParams.whole(KS, value, 1, EvaluationSettings.MAX_K))
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
      default -> (int) RequestParams.whole(PER_LABEL, value, 0, Integer.MAX_VALUE);
    };
  }

  private List<Measure> measures(EvaluationSettings base, Set<EvaluationGroup> groups) {
    List<Measure> measures = new ArrayList<>();
    Optional<List<String>> asked = params.list(MEASURES);
    if (asked.isPresent()) {
      asked.get().forEach(text -> measures.add(measure(text, base)));
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
          asked.isPresent() ? MEASURES : KS,
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
          "has '" + text + "', but rankings are followed to K = " + base.depth() + ": raise 'k'");
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
