package org.solrlmtc.plugin.update;

/** The outputs of the processor, with their default fields; empty when disabled by default. */
public enum OutputField {
  CONCEPTS("concepts", "eurovoc_id", true),
  DESCRIPTORS("descriptors", "eurovoc_label", true),
  SCORES("scores", "eurovoc_score", true),
  WEIGHTS("weights", "", true),
  MICROTHESAURI("microthesauri", "eurovoc_microthesaurus", true),
  DOMAINS("domains", "eurovoc_domain", true),
  DOMAIN_PATHS("domainPaths", "eurovoc_domain_path", true),
  BROADER_PATHS("broaderPaths", "eurovoc_broader_path", true),
  EXPLANATIONS("explanations", "", true),
  CONFIDENCE("confidence", "", false),
  MODEL("model", "lmtc_model", false),
  STATUS("status", "lmtc_status", false);

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
