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
 * A checked request to {@code /lmtc/evaluate}.
 *
 * @param systems the evaluated system, and the one that it is compared with, if any
 * @param labels the bundle with the group and the name of each label
 * @param base the settings of all systems except their decision rules
 * @param perLabel number of labels to report one by one
 * @param limit maximum number of matching documents
 * @param measures the measures of the comparison; empty without one
 * @param iterations number of iterations of the randomization test
 */
record EvaluateRequest(
    GoldField gold,
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

  /** All fields to read. */
  List<SchemaField> fields() {
    List<SchemaField> fields = new ArrayList<>(gold.fields());
    systems.forEach(system -> fields.addAll(system.fields()));
    return fields;
  }
}
