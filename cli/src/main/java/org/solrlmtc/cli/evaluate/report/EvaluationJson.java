package org.solrlmtc.cli.evaluate.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.cli.evaluate.data.ConceptHistogram;
import org.solrlmtc.cli.evaluate.data.DatasetStatistics;
import org.solrlmtc.cli.evaluate.data.EvaluationLabels;
import org.solrlmtc.cli.evaluate.data.GroupCount;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.eval.CalibrationBin;
import org.solrlmtc.core.eval.Evaluation;
import org.solrlmtc.core.eval.EvaluationGroup;
import org.solrlmtc.core.eval.FrequencyBucket;
import org.solrlmtc.core.eval.Measure;
import org.solrlmtc.core.eval.significance.Bootstrap;

/** Results as JSON, unrounded; an undefined value is {@code null}. */
public final class EvaluationJson {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private EvaluationJson() {}

  /** The text of a JSON object. */
  public static String print(Map<String, Object> object) {
    try {
      return JSON.writeValueAsString(object) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("maps, lists and numbers are always JSON", e);
    }
  }

  /** The results of one system under both decision rules. */
  public static Map<String, Object> results(Evaluation paper, Optional<Evaluation> own) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("acts", paper.acts());
    json.put("paperRule", results(paper));
    own.ifPresent(results -> json.put("ownRule", results(results)));
    return json;
  }

  private static Map<String, Object> results(Evaluation results) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rule", rule(results.settings().rule()));
    Map<String, Object> groups = new LinkedHashMap<>();
    results
        .groups()
        .forEach(
            (group, row) ->
                groups.put(group.key(), Map.of("acts", row.acts(), "labels", row.labels())));
    json.put("groups", groups);
    Map<String, Object> measures = new LinkedHashMap<>();
    for (Measure measure : measures(results)) {
      measures.put(measure.toString(), number(results.value(measure)));
    }
    json.put("measures", measures);
    json.put("byFrequency", results.byFrequency().stream().map(EvaluationJson::bucket).toList());
    json.put("expectedCalibrationError", number(results.expectedCalibrationError(0)));
    json.put("calibration", results.calibration().stream().map(EvaluationJson::bin).toList());
    json.put("goldPerAct", results.goldPerAct());
    json.put("assignedPerAct", results.assignedPerAct());
    return json;
  }

  /** All measures that the settings include, for every group. */
  private static List<Measure> measures(Evaluation results) {
    boolean withHierarchy = results.group(EvaluationGroup.ALL).hierarchy().isPresent();
    List<Measure> measures = new ArrayList<>();
    for (EvaluationGroup group : EvaluationGroup.values()) {
      for (Measure.Kind kind : Measure.Kind.values()) {
        if (kind.isHierarchical() && !withHierarchy) {
          continue;
        }
        if (kind.isAtK()) {
          results.settings().ks().forEach(k -> measures.add(new Measure(group, kind, k)));
        } else {
          measures.add(new Measure(group, kind, 0));
        }
      }
    }
    return measures;
  }

  /** A confidence interval. */
  public static Map<String, Object> interval(Bootstrap.Interval interval) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("measure", interval.measure().toString());
    json.put("value", number(interval.value()));
    json.put("low", number(interval.low()));
    json.put("high", number(interval.high()));
    json.put("level", interval.level());
    return json;
  }

  /** The statistics of a data set. */
  public static Map<String, Object> statistics(DatasetStatistics set) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", set.name());
    json.put("acts", set.acts());
    json.put("wordsPerAct", number(set.meanWords(Zone.values())));
    Map<String, Object> zones = new LinkedHashMap<>();
    for (Zone zone : Zone.values()) {
      zones.put(zone.key(), number(set.meanWords(zone)));
    }
    json.put("wordsPerActByZone", zones);
    json.put("labelsPerAct", number(set.meanLabels()));
    json.put("actsByLabels", set.labelsPerAct());
    json.put("concepts", set.actsPerLabel().size());
    Map<String, Object> histogram = new LinkedHashMap<>();
    ConceptHistogram.of(set.actsPerLabel().values())
        .forEach(bin -> histogram.put(bin.name(), bin.labels()));
    json.put("conceptsByActs", histogram);
    return json;
  }

  /** The label groups of data sets. */
  public static Map<String, Object> groups(EvaluationLabels labels, List<DatasetStatistics> sets) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("source", labels.source());
    for (GroupCount count : GroupCount.of(labels.set(), sets)) {
      Map<String, Object> used = new LinkedHashMap<>();
      for (int i = 0; i < sets.size(); i++) {
        used.put(sets.get(i).name(), count.used().get(i));
      }
      json.put(count.group(), Map.of("labels", count.labels(), "used", used));
    }
    return json;
  }

  private static Map<String, Object> rule(DecisionRule rule) {
    Map<String, Object> json = rule.fields();
    json.computeIfPresent("maxLabels", (key, max) -> max.equals(Integer.MAX_VALUE) ? null : max);
    return json;
  }

  private static Map<String, Object> bucket(FrequencyBucket bucket) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("trainingActs", EvaluationTables.name(bucket));
    json.put("labels", bucket.labels());
    json.put("gold", bucket.support());
    json.put("microP", number(bucket.micro().precision()));
    json.put("microR", number(bucket.micro().recall()));
    json.put("microF1", number(bucket.micro().f1()));
    json.put("macroF1", number(bucket.macroF1()));
    json.put("meanAveragePrecision", number(bucket.meanAveragePrecision()));
    return json;
  }

  private static Map<String, Object> bin(CalibrationBin bin) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("from", bin.from());
    json.put("to", bin.to());
    json.put("predictions", bin.predictions());
    json.put("meanScore", number(bin.meanScore()));
    json.put("goldShare", number(bin.goldShare()));
    return json;
  }

  static Object number(double value) {
    return Double.isNaN(value) ? null : value;
  }
}
