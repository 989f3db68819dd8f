package org.solrlmtc.plugin.update;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.schema.IndexSchema;
import org.apache.solr.schema.SchemaField;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.core.decide.DecisionSettings;

/**
 * The checked configuration of the processor; {@link LmtcUpdateProcessorFactory} describes its
 * settings.
 *
 * @param zoneFields the text fields by zone
 * @param outputs the output fields; a disabled output is not in the map
 * @param fallback the bundle of the fallback model; only with {@link FailurePolicy#FALLBACK}
 * @param timeLimit maximum time that a document waits for its labels
 * @param lookAhead number of documents of a request that are sent to the model before the current
 *     one is indexed; 0: none
 * @param decision what differs from the decision of the model's bundle
 * @param checkLanguage whether documents of a language that the model does not read get no labels
 * @param unknownConcepts what happens to a label of a client that the thesaurus lacks
 * @param remember whether the model's memory follows the reviews of people
 */
public record LabellingConfig(
    String model,
    Map<Zone, String> zoneFields,
    Map<OutputField, String> outputs,
    FailurePolicy onFailure,
    Optional<String> fallback,
    int maxTextChars,
    Duration timeLimit,
    int lookAhead,
    DecisionSettings decision,
    boolean checkLanguage,
    UnknownConcepts unknownConcepts,
    boolean remember) {

  private static final int DEFAULT_MAX_TEXT_CHARS = 10_000_000;
  private static final int DEFAULT_TIME_LIMIT_MILLIS = 60_000;
  private static final int DEFAULT_LOOK_AHEAD = 16;
  private static final String CHECK_LANGUAGE = "checkLanguage";
  private static final String REMEMBER = "remember";
  private static final Set<String> KEYS =
      Set.of(
          "model",
          "zones",
          "textField",
          "output",
          "onFailure",
          "fallback",
          "lookAhead",
          "maxTextChars",
          "timeLimit",
          DecisionSettings.THRESHOLD,
          DecisionSettings.MIN_LABELS,
          DecisionSettings.MAX_LABELS,
          DecisionSettings.INCLUDE,
          DecisionSettings.EXCLUDE,
          CHECK_LANGUAGE,
          "unknownConcepts",
          REMEMBER);

  /**
   * Reads the settings of the processor.
   *
   * @throws IllegalArgumentException with the name of a wrong setting
   */
  static LabellingConfig parse(NamedList<?> args) {
    for (Map.Entry<String, ?> arg : args) {
      if (!KEYS.contains(arg.getKey())) {
        throw new IllegalArgumentException(
            "unknown setting '" + arg.getKey() + "'; known settings: " + sorted(KEYS));
      }
    }
    String model = string(args, "model");
    if (model == null || model.isBlank()) {
      throw new IllegalArgumentException(
          "the setting 'model' is missing: name a bundle of the models folder");
    }
    String onFailure = string(args, "onFailure");
    String unknownConcepts = string(args, "unknownConcepts");
    LabellingConfig config =
        new LabellingConfig(
            model,
            zoneFields(args),
            outputs(args),
            onFailure == null ? FailurePolicy.FAIL : FailurePolicy.parse(onFailure),
            Optional.ofNullable(string(args, "fallback")).filter(name -> !name.isBlank()),
            number(args, "maxTextChars", 1, DEFAULT_MAX_TEXT_CHARS),
            Duration.ofMillis(number(args, "timeLimit", 1, DEFAULT_TIME_LIMIT_MILLIS)),
            number(args, "lookAhead", 0, DEFAULT_LOOK_AHEAD),
            DecisionConfig.parse(args),
            flag(args, CHECK_LANGUAGE, true),
            unknownConcepts == null
                ? UnknownConcepts.REFUSE
                : UnknownConcepts.parse(unknownConcepts),
            flag(args, REMEMBER, false));
    config.checkFallback();
    config.checkFields();
    return config;
  }

  /**
   * What differs from a bundle's own decision. A threshold is for the configured model alone:
   * scores of other models are not comparable.
   */
  public DecisionSettings decisionFor(String bundle) {
    return bundle.equals(model) ? decision : decision.forOtherModel();
  }

  private static Map<Zone, String> zoneFields(NamedList<?> args) {
    String textField = string(args, "textField");
    Map<String, String> zones = strings(args, "zones");
    if (textField != null && !zones.isEmpty()) {
      throw new IllegalArgumentException(
          "'zones' and 'textField' exclude each other: map the zones, or name one text field");
    }
    if (textField != null) {
      return Map.of(Zone.MAIN_BODY, textField);
    }
    if (zones.isEmpty()) {
      throw new IllegalArgumentException(
          "neither 'zones' nor 'textField' is set: name the fields that contain the text");
    }
    Map<Zone, String> fields = new EnumMap<>(Zone.class);
    zones.forEach((zone, field) -> fields.put(Zone.parse(zone), field));
    return Collections.unmodifiableMap(fields);
  }

  private static Map<OutputField, String> outputs(NamedList<?> args) {
    Map<String, String> configured = new LinkedHashMap<>(strings(args, "output"));
    Map<OutputField, String> outputs = new EnumMap<>(OutputField.class);
    for (OutputField output : OutputField.values()) {
      String field =
          Objects.requireNonNullElse(configured.remove(output.key()), output.defaultField());
      if (!field.isEmpty()) {
        outputs.put(output, field);
      }
    }
    if (!configured.isEmpty()) {
      Set<String> known = new LinkedHashSet<>();
      for (OutputField output : OutputField.values()) {
        known.add(output.key());
      }
      throw new IllegalArgumentException(
          "unknown output '"
              + configured.keySet().iterator().next()
              + "'; known outputs: "
              + known);
    }
    for (OutputField required : OutputField.REQUIRED) {
      if (!outputs.containsKey(required)) {
        throw new IllegalArgumentException(
            "the output '" + required.key() + "' cannot be disabled");
      }
    }
    return Collections.unmodifiableMap(outputs);
  }

  private void checkFallback() {
    if (fallback.isPresent() != (onFailure == FailurePolicy.FALLBACK)) {
      throw new IllegalArgumentException(
          "the settings 'fallback' and onFailure = fallback require each other: 'fallback' names"
              + " the bundle that labels when 'model' fails");
    }
    if (fallback.equals(Optional.of(model))) {
      throw new IllegalArgumentException(
          "the setting 'fallback' names the model itself: name another bundle");
    }
  }

  private void checkFields() {
    Set<String> written = new LinkedHashSet<>();
    outputs.forEach(
        (output, field) -> {
          if (!written.add(field)) {
            throw new IllegalArgumentException(
                "the field '"
                    + field
                    + "' is named for two outputs, one of which is '"
                    + output.key()
                    + "': name another field");
          }
          if (zoneFields.containsValue(field)) {
            throw new IllegalArgumentException(
                "the field '"
                    + field
                    + "' is a text field: it cannot be the field of the output '"
                    + output.key()
                    + "'");
          }
        });
  }

  /**
   * Checks that the schema has every field, with suitable properties.
   *
   * @throws IllegalArgumentException with the name of a wrong field
   */
  void checkAgainst(IndexSchema schema) {
    zoneFields.forEach(
        (zone, field) -> {
          SchemaField schemaField = schema.getFieldOrNull(field);
          if (schemaField == null) {
            throw new IllegalArgumentException(
                "the zone '" + zone.key() + "' names the field '" + field + missing());
          }
          if (schema.isCopyFieldTarget(schemaField)) {
            throw new IllegalArgumentException(
                "the zone '"
                    + zone.key()
                    + "' names the field '"
                    + field
                    + "', which a copyField fills only after labelling: name the source field");
          }
          if (!schemaField.stored() && !schemaField.hasDocValues()) {
            throw new IllegalArgumentException(
                "the zone '"
                    + zone.key()
                    + "' names the field '"
                    + field
                    + "', which is not stored: atomic updates and evaluations need its text");
          }
        });
    outputs.forEach(
        (output, field) -> {
          SchemaField schemaField = schema.getFieldOrNull(field);
          if (schemaField == null) {
            throw new IllegalArgumentException(
                "the output '" + output.key() + "' names the field '" + field + missing());
          }
          if (output.multiValued() && !schemaField.multiValued()) {
            throw new IllegalArgumentException(
                "the output '"
                    + output.key()
                    + "' has several values, but the field '"
                    + field
                    + "' is not multiValued");
          }
          if (!schemaField.stored() && !schemaField.hasDocValues()) {
            throw new IllegalArgumentException(
                "the output '"
                    + output.key()
                    + "' names the field '"
                    + field
                    + "', which is neither stored nor has docValues: every atomic update of a"
                    + " document would lose it; make it stored=\"true\"");
          }
          if (output == OutputField.EXPLANATIONS
              && (!schemaField.stored() || schemaField.indexed() || schemaField.hasDocValues())) {
            throw new IllegalArgumentException(
                "the output '"
                    + output.key()
                    + "' has values of any length: make the field '"
                    + field
                    + "' stored, but neither indexed nor docValues");
          }
        });
  }

  private static String missing() {
    return "', which the schema does not have: add it or choose another field";
  }

  /**
   * Solr passes numbers from XML as Integer, from the Config API's JSON as Long, and values of
   * properties as String. Of the latter, Solr itself would refuse a wrong number without naming it.
   */
  private static int number(NamedList<?> args, String key, int min, int defaultValue) {
    Object value = args.get(key);
    if (value == null) {
      return defaultValue;
    }
    int number;
    try {
      number = Integer.parseInt(value.toString());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "the setting '" + key + "' must be a whole number, not '" + value + "'");
    }
    if (number < min) {
      throw new IllegalArgumentException(
          "the setting '" + key + "' must be at least " + min + ", not " + value);
    }
    return number;
  }

  private static boolean flag(NamedList<?> args, String key, boolean defaultValue) {
    Object value = args.get(key);
    if (value == null || value instanceof Boolean) {
      return value == null ? defaultValue : (Boolean) value;
    }
    throw new IllegalArgumentException(
        "the setting '" + key + "' must be true or false (<bool>), not '" + value + "'");
  }

  private static String string(NamedList<?> args, String key) {
    Object value = args.get(key);
    if (value != null && !(value instanceof String)) {
      throw new IllegalArgumentException(
          "the setting '" + key + "' must be one <str>, not " + value);
    }
    return (String) value;
  }

  private static Map<String, String> strings(NamedList<?> args, String key) {
    Object value = args.get(key);
    if (value == null) {
      return Map.of();
    }
    Map<String, String> strings = new LinkedHashMap<>();
    if (value instanceof NamedList<?> list) {
      list.forEach((name, item) -> putString(strings, key, name, item));
    } else if (value instanceof Map<?, ?> map) {
      // a JSON object of the Config API
      map.forEach((name, item) -> putString(strings, key, String.valueOf(name), item));
    } else {
      throw new IllegalArgumentException("the setting '" + key + "' must be a <lst> of <str>");
    }
    return strings;
  }

  private static void putString(
      Map<String, String> strings, String key, String name, Object value) {
    if (!(value instanceof String string) || strings.put(name, string) != null) {
      throw new IllegalArgumentException(
          "the setting '" + key + "' must have one <str> for '" + name + "'");
    }
  }

  private static Set<String> sorted(Set<String> keys) {
    return new TreeSet<>(keys);
  }
}
