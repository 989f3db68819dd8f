package org.solrlmtc.core.onnx;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.solrlmtc.core.settings.Settings;

/**
 * The inputs and outputs of a network. Part of the manifest, so that a network is checked and fed
 * by data instead of by fixed names.
 *
 * @param inputs every input of the ONNX graph
 * @param probabilities name of the output with one probability per label or candidate
 * @param attributions name of the output with each token's contribution to the log-odds of each
 *     candidate, {@code [batch, candidates, tokens]}; empty if the network has none
 * @param tokensPerState number of neighbouring tokens per position of the attributions
 */
public record NetworkSignature(
    List<Input> inputs, String probabilities, Optional<String> attributions, int tokensPerState) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,99}");
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");

  /** Element types of inputs. */
  public enum ElementType {
    INT32,
    INT64,
    FLOAT
  }

  /**
   * An input.
   *
   * @param name in the ONNX graph
   * @param shape names of the dimensions; a number is a fixed size
   * @param source what feeds it
   */
  public record Input(String name, ElementType type, List<String> shape, InputSource source) {
    public Input {
      shape = List.copyOf(shape);
      if (name.isBlank()) {
        throw new IllegalArgumentException("an input of the setting 'signature' has no name");
      }
      shape.forEach(NetworkSignature::size);
      if (!source.types().contains(type)) {
        throw new IllegalArgumentException(
            "the input '"
                + name
                + "' of the setting 'signature' cannot have the type "
                + Settings.key(type)
                + ": "
                + source.key()
                + " are "
                + source.types().stream().map(Settings::key).collect(Collectors.joining(" or ")));
      }
      if (!source.ranks().contains(shape.size())) {
        throw new IllegalArgumentException(
            "the input '"
                + name
                + "' of the setting 'signature' has the shape "
                + shape
                + ": "
                + source.key()
                + " have "
                + source.ranks().stream().map(String::valueOf).collect(Collectors.joining(" or "))
                + " dimensions");
      }
    }

    private Map<String, Object> toMap() {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("name", name);
      map.put("type", Settings.key(type));
      map.put(
          "shape",
          shape.stream()
              .map(dimension -> size(dimension) < 0 ? dimension : (Object) size(dimension))
              .collect(Collectors.toList()));
      map.put("source", source.key());
      return map;
    }

    private static Input read(Settings section) {
      Input input =
          new Input(
              section.text("name", ""),
              section.choice("type", ElementType.INT64),
              section.textsOrIntegers("shape"),
              InputSource.parse(section.text("source", "")));
      section.finish();
      return input;
    }
  }

  public NetworkSignature {
    inputs = List.copyOf(inputs);
    if (inputs.stream().map(Input::name).distinct().count() != inputs.size()
        || inputs.stream().map(Input::source).distinct().count() != inputs.size()) {
      throw new IllegalArgumentException(
          "the setting 'signature' has two inputs of the same name or source");
    }
    if (inputs.stream().noneMatch(input -> input.source() == InputSource.TOKEN_IDS)) {
      throw new IllegalArgumentException(
          "the setting 'signature' has no input with the source "
              + InputSource.TOKEN_IDS.key()
              + ": a network reads tokens");
    }
    if (probabilities.isBlank()) {
      throw new IllegalArgumentException(
          "the setting 'signature' does not name the output 'probabilities'");
    }
    if (attributions.isPresent()) {
      if (attributions.get().equals(probabilities)) {
        throw new IllegalArgumentException(
            "the setting 'signature' names the same output for 'probabilities' and"
                + " 'attributions'");
      }
      if (inputs.stream().noneMatch(input -> input.source() == InputSource.CANDIDATES)) {
        throw new IllegalArgumentException(
            "the setting 'signature' names the output 'attributions', but no input with the source "
                + InputSource.CANDIDATES.key()
                + ": attributions are computed per candidate");
      }
    }
    if (tokensPerState < 1 || tokensPerState > 9999) {
      throw new IllegalArgumentException(
          "the setting 'tokensPerState' of 'signature' must be between 1 and 9999, not "
              + tokensPerState);
    }
  }

  /** The size of a dimension in a shape; -1 for a name: such a dimension is dynamic. */
  static int size(String dimension) {
    if (NAME.matcher(dimension).matches()) {
      return -1;
    }
    if (NUMBER.matcher(dimension).matches()) {
      return Integer.parseInt(dimension);
    }
    throw new IllegalArgumentException(
        "a dimension in the setting 'signature' must be a name or a number of at least 1, not '"
            + dimension
            + "'");
  }

  /** The input that a source feeds, if the network has one. */
  public Optional<Input> input(InputSource source) {
    return inputs.stream().filter(input -> input.source() == source).findFirst();
  }

  /**
   * Reads the form of {@link #toMap}.
   *
   * @throws IllegalArgumentException naming the setting that is wrong
   */
  public static NetworkSignature read(Settings section) {
    String attributions = section.text("attributions", "");
    NetworkSignature signature =
        new NetworkSignature(
            section.maps("inputs").stream()
                .map(input -> Input.read(new Settings("signature input", input)))
                .collect(Collectors.toList()),
            section.text("probabilities", ""),
            attributions.isEmpty() ? Optional.empty() : Optional.of(attributions),
            section.integer("tokensPerState", 1));
    section.finish();
    return signature;
  }

  /** The form that manifests hold. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("inputs", inputs.stream().map(Input::toMap).collect(Collectors.toList()));
    map.put("probabilities", probabilities);
    attributions.ifPresent(name -> map.put("attributions", name));
    map.put("tokensPerState", tokensPerState);
    return map;
  }
}
