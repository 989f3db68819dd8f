package org.solrlmtc.training.neural.transformer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.Tokenizers;
import org.solrlmtc.training.neural.layer.Dropout;
import org.solrlmtc.training.neural.layer.LayerRegistry;

class TestTransformer {
  private static final LayerRegistry LAYERS = TransformerLayers.in(LayerRegistry.STANDARD);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "layers|0|the setting 'layers' must be at least 1, not 0",
        "dropout|1.0|the setting 'dropout' of 'encoder' must be at least 0 and below 1, not 1.0",
        "layerDecay|0.0|the setting 'layerDecay' of 'encoder' must be above 0 and at most 1, not"
            + " 0.0",
        "unfreezeEpochs|-1.0|the setting 'unfreezeEpochs' of 'encoder' must be at least 0, not"
            + " -1.0",
        "frozenLayers|5|the settings 'frozenLayers' and 'layers' of 'encoder' contradict each"
            + " other: 5 of 4 layers cannot be frozen",
        "cache|/tmp|the settings 'cache' and 'frozenLayers' of 'encoder' contradict each other:"
            + " only the states of frozen layers are kept; set frozenLayers above 0, or leave out"
            + " cache",
        "heads|5|the dimension 12 of the embedding is no multiple of the setting 'heads' of"
            + " 'encoder', 5",
        "positions|99|the settings 'maxSequenceLength' of 'tokenizer' and 'positions' of 'encoder'"
            + " contradict each other: the encoder has 99 positions, fewer than 100 tokens",
        "frozenLayers|2|the settings 'frozenLayers' of 'encoder' and 'trainable' of 'embedding'"
            + " contradict each other: vectors below frozen layers cannot be trained; set trainable"
            + " to false",
      })
  void settingsThatContradictEachOtherAreRefused(String name, String value, String message) {
    Map<String, Object> settings = new HashMap<>(Map.of("type", "transformer", "layers", 4));
    settings.put(
        name,
        name.equals("cache")
            ? value
            : value.contains(".") ? (Object) Double.valueOf(value) : Integer.valueOf(value));
    settings.putIfAbsent("heads", 3);
    assertEquals(message, refused(settings, Dropout.NONE));
  }

  private static String refused(Map<String, Object> settings, Dropout dropout) {
    return assertThrows(
            IllegalArgumentException.class,
            () ->
                LAYERS
                    .encoder(new Settings("test", settings))
                    .check(
                        Tokenizers.spec(new Settings("test", Map.of("maxSequenceLength", 100))),
                        LAYERS.embedding(new Settings("test", Map.of("dimension", 12))),
                        dropout))
        .getMessage();
  }
}
