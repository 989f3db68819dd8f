package org.solrlmtc.plugin.update;

import java.util.EnumSet;
import java.util.Set;

/**
 * The fields of labels, with their default names; empty when disabled by default. The model's
 * outputs and the corrections of people are facts; all other outputs are derived from them.
 */
public enum OutputField {
  CONCEPTS("concepts", "eurovoc_id", true),
  DESCRIPTORS("descriptors", "eurovoc_label", true),
  SCORES("scores", "eurovoc_score", true),
  WEIGHTS("weights", "", true),
  MICROTHESAURI("microthesauri", "eurovoc_microthesaurus", true),
  DOMAINS("domains", "eurovoc_domain", true),
  DOMAIN_PATHS("domainPaths", "eurovoc_domain_path", true),
  BROADER_PATHS("broaderPaths", "eurovoc_broader_path", true),
  SUGGESTED("suggested", "eurovoc_suggested", true),
  SUGGESTED_SCORES("suggestedScores", "eurovoc_suggested_score", true),
  EXPLANATIONS("explanations", "", true),
  CONFIDENCE("confidence", "", false),
  MODEL("model", "lmtc_model", false),
  STATUS("status", "lmtc_status", false),
  CONFIRMED("confirmed", "eurovoc_confirmed", true),
  REJECTED("rejected", "eurovoc_rejected", true),
  REVIEWED("reviewed", "lmtc_reviewed", false);

  /** What the model writes, except explanations. */
  static final Set<OutputField> OF_MODEL = EnumSet.of(SUGGESTED, SUGGESTED_SCORES, MODEL, STATUS);

  /** What people write. */
  static final Set<OutputField> OF_PEOPLE = EnumSet.of(CONFIRMED, REJECTED, REVIEWED);

  /** Without these, labels could not be derived again after a correction. */
  static final Set<OutputField> REQUIRED =
      EnumSet.of(CONCEPTS, SUGGESTED, SUGGESTED_SCORES, CONFIRMED, REJECTED, REVIEWED);

  private final String key;
  private final String defaultField;
  private final boolean multiValued;

  OutputField(String key, String defaultField, boolean multiValued) {
    this.key = key;
    this.defaultField = defaultField;
    this.multiValued = multiValued;
  }

  /** The output's name in the configuration. */
  public String key() {
    return key;
  }

  String defaultField() {
    return defaultField;
  }

  boolean multiValued() {
    return multiValued;
  }
}
