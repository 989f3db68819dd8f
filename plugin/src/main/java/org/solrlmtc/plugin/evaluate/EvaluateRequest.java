package org.solrlmtc.plugin.evaluate;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.solr.schema.SchemaField;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.eval.EvaluationGroup;
import org.solrlmtc.core.eval.EvaluationSettings;
import org.solrlmtc.core.eval.Measure;

/**
 * What {@code /lmtc/evaluate} was asked for, checked.
 *
 * @param systems the system evaluated, and the one it is compared with if there is one
 * @param labels the bundle that knows every label's group and name
 * @param base the settings of all systems but for their decision rules
 * @param perLabel how many labels to report one by one
 * @param limit refuse to evaluate more documents than this
 * @param measures what the systems are compared by; empty without comparison
 * @param iterations of the randomization test
 */
record EvaluateRequest(
    SchemaField gold,
    List<PredictionSource> systems,
    ModelBundle labels,
    EvaluationSettings base,
    Set<EvaluationGroup> groups,
    int perLabel,
    long limit,
    List<Measure> measures,
    int iterations,
    long seed) {

  boolean isComparison() {
    return systems.size() > 1;
  }

  EvaluationSettings settings(PredictionSource system) {
    return base.withRule(system.rule());
  }

  /** Every field that has to be read. */
  List<SchemaField> fields() {
    List<SchemaField> fields = new ArrayList<>(List.of(gold));
    systems.forEach(system -> fields.addAll(system.fields()));
    return fields;
  }
}
