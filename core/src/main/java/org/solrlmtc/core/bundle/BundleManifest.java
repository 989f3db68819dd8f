package org.solrlmtc.core.bundle;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.json.JsonProblems;
import org.solrlmtc.core.reference.Reference;

/**
 * The content of a bundle's {@code manifest.json}.
 *
 * @param formatVersion the version of the bundle format, not of the model
 * @param name the model's name; also the name of its folder
 * @param version the model's version, free text; shown with every label it assigns
 * @param method which scorer opens it: {@code exact-match}, ...
 * @param settings the method's own settings
 * @param decision how scores become labels
 * @param files every other file of the folder
 * @param provenance where the model comes from: recipe, data with digests, thesaurus, tool, ...
 * @param quality measured quality, by data set and measure
 * @param reference the acts it was tuned on; null if it was not
 */
@JsonPropertyOrder({
  "formatVersion",
  "name",
  "version",
  "method",
  "settings",
  "decision",
  "files",
  "provenance",
  "quality",
  "reference"
})
@JsonInclude(JsonInclude.Include.ALWAYS)
public record BundleManifest(
    int formatVersion,
    String name,
    String version,
    String method,
    Map<String, Object> settings,
    DecisionRule decision,
    Map<String, BundleFile> files,
    Map<String, Object> provenance,
    Map<String, Map<String, Double>> quality,
    @JsonInclude(JsonInclude.Include.NON_NULL) Reference reference) {

  /** The format version that this program writes, and the only one it reads. */
  public static final int FORMAT_VERSION = 2;

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  public BundleManifest {
    Objects.requireNonNull(name, "name is missing");
    Objects.requireNonNull(version, "version is missing");
    Objects.requireNonNull(method, "method is missing");
    Objects.requireNonNull(decision, "decision is missing");
    settings = copy(settings, "settings");
    files = Collections.unmodifiableMap(new TreeMap<>(copy(files, "files")));
    provenance = copy(provenance, "provenance");
    quality = copy(quality, "quality");
    BundleNames.check("bundle name", name);
    files.keySet().forEach(file -> BundleNames.check("file name", file));
  }

  /** The languages that the model reads, as ISO 639-1 codes; empty if they are not known. */
  public List<String> languages() {
    return reference == null ? List.of() : reference.languages();
  }

  private static <V> Map<String, V> copy(Map<String, V> map, String field) {
    Objects.requireNonNull(map, field + " is missing");
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  /**
   * Parses the JSON form.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  static BundleManifest parse(byte[] json) {
    try {
      JsonNode tree = JSON.readTree(json);
      JsonNode format = tree.path("formatVersion");
      if (!format.isInt()) {
        throw new IllegalArgumentException("formatVersion is missing");
      }
      if (format.intValue() != FORMAT_VERSION) {
        throw new IllegalArgumentException(
            "it has format version "
                + format.intValue()
                + ", this program reads version "
                + FORMAT_VERSION
                + ": use the matching release or train the model again");
      }
      return JSON.treeToValue(tree, BundleManifest.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(JsonProblems.describe(e), e);
    } catch (IOException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  byte[] toJson() {
    try {
      return JSON.writeValueAsBytes(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a manifest is always JSON", e);
    }
  }
}
