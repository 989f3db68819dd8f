package org.solrlmtc.core.onnx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.settings.Settings;

/** One broken signature per rule. */
class TestNetworkSignature {
  private static Map<String, Object> input(
      String name, String type, List<Object> shape, String source) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", name);
    map.put("type", type);
    map.put("shape", shape);
    map.put("source", source);
    return map;
  }

  private static List<Map<String, Object>> inputs() {
    return new ArrayList<>(
        List.of(
            input("tokens", "int64", List.of("batch", "tokens", 7), "token-ids"),
            input("lengths", "int32", List.of("batch"), "lengths"),
            input("mask", "float", List.of("batch", "tokens"), "mask"),
            input("sections", "int64", List.of("batch", "sections"), "section-lengths"),
            input("candidates", "int64", List.of("batch", "candidates"), "candidates"),
            input("vectors", "float", List.of("labels", 50), "label-vectors")));
  }

  private static Map<String, Object> signature(List<Map<String, Object>> inputs) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("inputs", inputs);
    map.put("probabilities", "probabilities");
    map.put("attributions", "evidence");
    map.put("tokensPerState", 3);
    return map;
  }

  private static NetworkSignature read(Map<String, Object> map) {
    return NetworkSignature.read(new Settings("onnx signature", map));
  }

  @Test
  void aSignatureComesBackFromItsStoredForm() {
    Map<String, Object> map = signature(inputs());
    assertEquals(map, read(map).toMap());
    assertEquals(read(map), read(read(map).toMap()));
    assertEquals("mask", read(map).input(InputSource.MASK).orElseThrow().name());
    assertEquals(3, read(map).tokensPerState());
  }

  @Test
  void whatItLeavesOutIsOneTokenPerStateAndNoAttributions() {
    Map<String, Object> map = signature(inputs());
    map.remove("attributions");
    map.remove("tokensPerState");
    assertTrue(read(map).attributions().isEmpty());
    assertEquals(1, read(map).tokensPerState());
  }

  @Test
  void inputsWithoutANameAreRefused() {
    refusedInput("has no name", input -> input.put("name", " "));
    refusedInput("has no name", input -> input.remove("name"));
  }

  @Test
  void unknownTypesAreRefused() {
    refusedInput("'type' cannot be 'int8'", input -> input.put("type", "int8"));
  }

  @Test
  void typesThatASourceCannotHave() {
    refusedInput(
        "the input 'tokens' of the setting 'signature' cannot have the type float: token-ids are"
            + " int32 or int64",
        input -> input.put("type", "float"));
    refused("label-vectors are float", map -> inputOf(map, 5).put("type", "int64"));
  }

  @Test
  void unknownSourcesAreRefused() {
    refusedInput("the input source 'words' is unknown", input -> input.put("source", "words"));
    refusedInput("the input source '' is unknown", input -> input.remove("source"));
  }

  @Test
  void shapesOfOtherRankAreRefused() {
    refusedInput("token-ids have 2 or 3 dimensions", input -> input.put("shape", List.of("batch")));
    refused(
        "lengths have 1 dimensions",
        map -> inputOf(map, 1).put("shape", List.of("batch", "tokens")));
  }

  @Test
  void dimensionsThatAreNeitherNameNorSize() {
    for (Object dimension : List.of("-1", -1, 0, "", "a b", "99999999999")) {
      refusedInput(
          "must be a name or a number of at least 1, not '" + dimension + "'",
          input -> input.put("shape", List.of("batch", dimension)));
    }
    refusedInput("must be a String", input -> input.put("shape", List.of("batch", 1.5)));
  }

  @Test
  void twoInputsOfTheSameNameOrSourceAreRefused() {
    refused("of the same name or source", map -> inputOf(map, 1).put("name", "tokens"));
    refused(
        "of the same name or source",
        map -> {
          inputOf(map, 1).put("source", "mask");
          inputOf(map, 1).put("shape", List.of("batch", "tokens"));
        });
  }

  @Test
  void aSignatureWithoutTokensIsRefused() {
    refused("has no input with the source token-ids", map -> map.remove("inputs"));
  }

  @Test
  void aSignatureWithoutProbabilitiesIsRefused() {
    refused("does not name the output 'probabilities'", map -> map.remove("probabilities"));
  }

  @Test
  void attributionsThatCannotBeAskedFor() {
    refused("names the same output", map -> map.put("attributions", "probabilities"));
    refused(
        "no input with the source candidates", map -> map.put("inputs", inputs().subList(0, 2)));
  }

  @Test
  void tokensPerStateOutOfBoundsAreRefused() {
    for (int number : new int[] {0, -3, 10_000}) {
      refused(
          "must be between 1 and 9999, not " + number, map -> map.put("tokensPerState", number));
    }
  }

  @Test
  void unknownSettingsAreRefused() {
    refused("unknown onnx signature setting 'outputs'", map -> map.put("outputs", "x"));
    refusedInput("unknown signature input setting 'dtype'", input -> input.put("dtype", "int64"));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> inputOf(Map<String, Object> map, int number) {
    return ((List<Map<String, Object>>) map.get("inputs")).get(number);
  }

  private static void refusedInput(String message, Consumer<Map<String, Object>> change) {
    refused(message, map -> change.accept(inputOf(map, 0)));
  }

  private static void refused(String message, Consumer<Map<String, Object>> change) {
    Map<String, Object> map = new HashMap<>(signature(inputs()));
    change.accept(map);
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> read(map));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }
}
