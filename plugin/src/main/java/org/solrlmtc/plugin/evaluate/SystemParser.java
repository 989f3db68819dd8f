package org.solrlmtc.plugin.evaluate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.solr.common.SolrException;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.schema.IndexSchema;
import org.apache.solr.schema.NumberType;
import org.apache.solr.schema.SchemaField;
import org.apache.solr.schema.StrField;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.decide.DecisionSettings;
import org.solrlmtc.core.eval.EvaluationSettings;
import org.solrlmtc.plugin.api.LmtcHandler;
import org.solrlmtc.plugin.api.RequestParams;
import org.solrlmtc.plugin.model.CoreModels;
import org.solrlmtc.plugin.model.Model;
import org.solrlmtc.plugin.model.ModelLeases;
import org.solrlmtc.plugin.update.ActFields;
import org.solrlmtc.plugin.update.LabellingConfig;
import org.solrlmtc.plugin.update.OutputField;

/** Parses the parameters that name the systems to evaluate: models or fields. */
final class SystemParser {
  private final LabellingConfig labelling;
  private final ModelLeases leases;
  private final RequestParams params;
  private final IndexSchema schema;

  private final CoreModels models;

  SystemParser(SolrQueryRequest req, LabellingConfig labelling, ModelLeases leases) {
    this.labelling = labelling;
    this.leases = leases;
    this.params = new RequestParams(req.getParams());
    this.schema = req.getSchema();
    this.models = CoreModels.of(req.getCore());
  }

  /** The system that is evaluated, and the one that it is compared with, if any. */
  List<PredictionSource> parse(EvaluationSettings base) {
    Optional<String> model = params.text(LmtcHandler.MODEL);
    Optional<String> predicted = params.text(EvaluateParser.PREDICTED);
    if (model.isPresent() && predicted.isPresent()) {
      throw RequestParams.bad(
          LmtcHandler.MODEL, "and 'predicted' exclude each other: to compare them, use 'compare'");
    }
    List<PredictionSource> systems = new ArrayList<>();
    systems.add(
        model.isPresent()
            ? model(LmtcHandler.MODEL, model.get(), base)
            : stored(
                EvaluateParser.PREDICTED,
                predicted.orElseGet(() -> labelling.outputs().get(OutputField.SUGGESTED))));
    params
        .text(EvaluateParser.COMPARE)
        .map(
            name ->
                models.names().contains(name)
                    ? model(EvaluateParser.COMPARE, name, base)
                    : stored(EvaluateParser.COMPARE, name))
        .ifPresent(systems::add);
    return systems;
  }

  private PredictionSource model(String parameter, String name, EvaluationSettings base) {
    Model model = RequestParams.model(parameter, name, leases);
    ActFields actFields = new ActFields(labelling.zoneFields());
    List<SchemaField> fields = actFields.names().stream().map(schema::getField).toList();
    for (SchemaField field : fields) {
      if (!field.stored()) {
        throw RequestParams.bad(
            parameter,
            "names a model to run on documents, but their text field '"
                + field.getName()
                + "' is not stored");
      }
    }
    return new ModelPredictions(
        model,
        actFields,
        fields,
        labelling.maxTextChars(),
        labelling.timeLimit(),
        rule().orElse(model.manifest().decision()),
        base.labels(),
        base.depth());
  }

  private PredictionSource stored(String parameter, String name) {
    SchemaField labels = labelField(parameter, name);
    if (labels.multiValued() && !labels.stored()) {
      throw RequestParams.bad(
          parameter,
          "names the field '" + name + "', which is not stored: docValues do not keep rank order");
    }
    Optional<SchemaField> scores = scoresOf(name).map(this::scoreField);
    if (scores.isEmpty() && rule().isPresent()) {
      throw RequestParams.bad(
          DecisionSettings.THRESHOLD,
          "needs scores, and the field '"
              + name
              + "' has none: add f."
              + name
              + "."
              + EvaluateParser.SCORES
              + "=FIELD");
    }
    return new StoredPredictions(labels, scores, rule().orElse(DecisionRule.above(0)));
  }

  private Optional<String> scoresOf(String labels) {
    return params
        .textOfField(labels, EvaluateParser.SCORES)
        .or(
            () ->
                labels.equals(labelling.outputs().get(OutputField.SUGGESTED))
                    ? Optional.of(labelling.outputs().get(OutputField.SUGGESTED_SCORES))
                    : Optional.empty())
        .or(
            () ->
                labels.equals(labelling.outputs().get(OutputField.CONCEPTS))
                    ? Optional.ofNullable(labelling.outputs().get(OutputField.SCORES))
                    : Optional.empty());
  }

  private Optional<DecisionRule> rule() {
    return params.fraction(DecisionSettings.THRESHOLD).map(DecisionRule::above);
  }

  /** A field of labels that a parameter names. */
  SchemaField labelField(String parameter, String name) {
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
    SchemaField field = field(EvaluateParser.SCORES, name);
    NumberType number = field.getType().getNumberType();
    if (number != NumberType.FLOAT && number != NumberType.DOUBLE) {
      throw wrongType(EvaluateParser.SCORES, field, "scores are numbers from 0 to 1");
    }
    if (!field.stored()) {
      throw RequestParams.bad(
          EvaluateParser.SCORES,
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
              + (parameter.equals(EvaluateParser.COMPARE)
                  ? " and no bundle of the models folder, which has " + models.names()
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
}
