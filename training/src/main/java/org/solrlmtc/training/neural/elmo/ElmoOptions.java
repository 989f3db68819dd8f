package org.solrlmtc.training.neural.elmo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.solrlmtc.core.text.CharacterIds;
import org.solrlmtc.training.execution.TrainingException;

/**
 * The sizes of a biLM: the file {@code options.json}. Other keys of such files concern training.
 *
 * @param charactersPerWord characters that are read of a word, with its begin and end mark
 * @param characterSize dimension of a character's vector
 * @param filters convolutions over characters
 * @param activation after the maximum over a word
 * @param highways number of highway layers
 * @param layers number of LSTM layers per direction
 * @param cellSize size of a cell's memory
 * @param size dimension of a word's vector and of a state per direction
 * @param cellClip bound of the memory; infinite: none
 * @param projectionClip bound of a state; infinite: none
 * @param skipConnections whether the input of every layer but the first is added to its output
 */
public record ElmoOptions(
    int charactersPerWord,
    int characterSize,
    List<Filter> filters,
    Activation activation,
    int highways,
    int layers,
    int cellSize,
    int size,
    double cellClip,
    double projectionClip,
    boolean skipConnections) {
  static final int DEFAULT_CHARACTERS_PER_WORD = 50;

  private static final JsonMapper JSON = new JsonMapper();
  private static final long MAX_BYTES = 1 << 20;

  /** Limits: several times those of the largest published model. */
  private static final int MAX_CHARACTERS = 1000;

  private static final int MAX_SIZE = 32_768;
  private static final int MAX_LAYERS = 16;
  private static final int MAX_FILTERS = 64;

  public ElmoOptions {
    filters = List.copyOf(filters);
  }

  /**
   * A convolution over characters.
   *
   * @param width number of neighbouring characters
   * @param count number of outputs
   */
  public record Filter(int width, int count) {}

  /** The function after the maximum over a word. */
  public enum Activation {
    RELU,
    TANH;

    String key() {
      return name().toLowerCase(Locale.ROOT);
    }

    double of(double value) {
      return this == RELU ? Math.max(0, value) : Math.tanh(value);
    }
  }

  /** Number of outputs of all filters. */
  public int filterOutputs() {
    return filters.stream().mapToInt(Filter::count).sum();
  }

  /** Dimension of a state of both directions. */
  public int stateSize() {
    return 2 * size;
  }

  /**
   * Reads a file.
   *
   * @throws TrainingException naming the file, and the key that is missing or wrong
   */
  public static ElmoOptions read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new TrainingException(file + " does not exist: an ELMo model has options and weights");
    }
    if (Files.size(file) > MAX_BYTES) {
      throw new TrainingException(
          file + " is larger than a megabyte: it is no file of ELMo's options");
    }
    JsonNode root;
    try {
      root = JSON.readTree(Files.readAllBytes(file));
    } catch (JsonProcessingException e) {
      throw new TrainingException(file + " is not JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new TrainingException("cannot read " + file + ": " + e.getMessage(), e);
    }
    return new Reader(file, root).options();
  }

  /** Reads what {@link #json} gives. */
  public static ElmoOptions parse(String json) {
    try {
      return new Reader(Path.of("options of the language model"), JSON.readTree(json)).options();
    } catch (JsonProcessingException e) {
      throw new TrainingException("the options of the language model are not JSON", e);
    }
  }

  /** The content of the file. */
  public String json() {
    ObjectNode root = JSON.createObjectNode();
    ObjectNode lstm = root.putObject("lstm");
    lstm.put("dim", cellSize).put("projection_dim", size).put("n_layers", layers);
    putClip(lstm, "cell_clip", cellClip);
    putClip(lstm, "proj_clip", projectionClip);
    lstm.put("use_skip_connections", skipConnections);
    ObjectNode characters = root.putObject("char_cnn");
    characters.putObject("embedding").put("dim", characterSize);
    ArrayNode all = characters.putArray("filters");
    filters.forEach(filter -> all.addArray().add(filter.width()).add(filter.count()));
    characters.put("n_highway", highways);
    // the id of padding, which the weights lack, is counted
    characters.put("n_characters", CharacterIds.COUNT + 1);
    characters.put("max_characters_per_token", charactersPerWord);
    characters.put("activation", activation.key());
    return root.toPrettyString() + "\n";
  }

  private static void putClip(ObjectNode lstm, String name, double clip) {
    if (Double.isFinite(clip)) {
      lstm.put(name, clip);
    }
  }

  private record Reader(Path file, JsonNode root) {
    ElmoOptions options() {
      if (!root.path("bidirectional").asBoolean(true)) {
        throw wrong("bidirectional", "must be true");
      }
      int characters = integer("char_cnn.n_characters", 1, MAX_SIZE);
      if (characters != CharacterIds.COUNT && characters != CharacterIds.COUNT + 1) {
        throw wrong(
            "char_cnn.n_characters",
            "must be "
                + CharacterIds.COUNT
                + " or "
                + (CharacterIds.COUNT + 1)
                + " (with padding), not "
                + characters);
      }
      int perWord =
          at("char_cnn.max_characters_per_token").isMissingNode()
              ? DEFAULT_CHARACTERS_PER_WORD
              : integer(
                  "char_cnn.max_characters_per_token", CharacterIds.MIN_PER_WORD, MAX_CHARACTERS);
      return new ElmoOptions(
          perWord,
          integer("char_cnn.embedding.dim", 1, MAX_SIZE),
          filters(perWord),
          activation(),
          at("char_cnn.n_highway").isNull() || at("char_cnn.n_highway").isMissingNode()
              ? 0
              : integer("char_cnn.n_highway", 0, MAX_LAYERS),
          integer("lstm.n_layers", 1, MAX_LAYERS),
          integer("lstm.dim", 1, MAX_SIZE),
          integer("lstm.projection_dim", 1, MAX_SIZE),
          clip("lstm.cell_clip"),
          clip("lstm.proj_clip"),
          flag("lstm.use_skip_connections"));
    }

    private List<Filter> filters(int perWord) {
      String key = "char_cnn.filters";
      JsonNode all = at(key);
      if (!all.isArray() || all.isEmpty() || all.size() > MAX_FILTERS) {
        throw wrong(key, "must be a list of 1 to " + MAX_FILTERS + " pairs [width, number]");
      }
      List<Filter> filters = new ArrayList<>();
      long outputs = 0;
      for (JsonNode pair : all) {
        if (!pair.isArray() || pair.size() != 2 || !pair.get(0).isInt() || !pair.get(1).isInt()) {
          throw wrong(key, "must have pairs [width, number] of integers, not " + shown(pair));
        }
        Filter filter = new Filter(pair.get(0).intValue(), pair.get(1).intValue());
        outputs += filter.count();
        if (filter.width() < 1 || filter.width() > perWord || filter.count() < 1) {
          throw wrong(
              key, "must have widths from 1 to " + perWord + " and positive numbers: " + pair);
        }
        if (outputs > MAX_SIZE) {
          throw wrong(key, "must have at most " + MAX_SIZE + " outputs in all");
        }
        filters.add(filter);
      }
      return filters;
    }

    private Activation activation() {
      String name = at("char_cnn.activation").asText("");
      for (Activation activation : Activation.values()) {
        if (activation.key().equals(name)) {
          return activation;
        }
      }
      throw wrong("char_cnn.activation", "must be relu or tanh, not '" + shown(name) + "'");
    }

    private double clip(String key) {
      JsonNode value = at(key);
      if (value.isMissingNode() || value.isNull()) {
        return Double.POSITIVE_INFINITY;
      }
      if (!value.isNumber() || !(value.doubleValue() > 0)) {
        throw wrong(key, "must be a number above 0, or null for none, not " + shown(value));
      }
      return value.doubleValue();
    }

    private boolean flag(String key) {
      JsonNode value = at(key);
      if (!value.isMissingNode() && !value.isNull() && !value.isBoolean()) {
        throw wrong(key, "must be true or false, not " + shown(value));
      }
      return value.asBoolean(false);
    }

    private int integer(String key, int least, int most) {
      JsonNode value = at(key);
      if (value.isMissingNode()) {
        throw wrong(key, "is missing");
      }
      if (!value.isInt() || value.intValue() < least || value.intValue() > most) {
        throw wrong(
            key, "must be an integer from " + least + " to " + most + ", not " + shown(value));
      }
      return value.intValue();
    }

    private JsonNode at(String key) {
      return root.at("/" + key.replace('.', '/'));
    }

    private static String shown(Object value) {
      String text = String.valueOf(value);
      return text.length() > 60 ? text.substring(0, 60) + "..." : text;
    }

    private TrainingException wrong(String key, String what) {
      return new TrainingException(
          file
              + ": '"
              + key
              + "' "
              + what
              + "; the options must be those that the weights were trained with");
    }
  }
}
