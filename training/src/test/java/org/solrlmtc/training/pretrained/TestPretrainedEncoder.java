package org.solrlmtc.training.pretrained;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.tensor.Matrix;

class TestPretrainedEncoder {
  @TempDir private Path folder;

  private final TinyEncoder tiny = new TinyEncoder();

  @Test
  void readsSafetensors() throws IOException {
    tiny.writeSafetensors(folder, "");
    assertSameWeights();
  }

  @Test
  void readsSafetensorsOfAModelWithAHead() throws IOException {
    tiny.writeSafetensors(folder, "bert.");
    assertSameWeights();
  }

  @Test
  void readsOnnx() throws IOException {
    tiny.writeOnnx(folder);
    assertSameWeights();
  }

  @Test
  void readsACheckpoint() throws IOException {
    tiny.writeCheckpoint(folder);
    assertSameWeights();
  }

  private void assertSameWeights() {
    PretrainedEncoder encoder = PretrainedEncoder.open(folder);
    assertEquals(TinyEncoder.CONFIG, encoder.config());
    assertEquals(TinyEncoder.PIECES.size(), encoder.pieces().vocabulary().size());
    assertEquals(tiny.weights.keySet(), encoder.names());
    assertFalse(encoder.hasMaskedWordHead());
    assertFalse(encoder.hasPooler());
    tiny.weights.forEach((name, values) -> assertArrayEquals(values, encoder.floats(name), name));
    Matrix matrix = encoder.matrix("encoder.layer.1.intermediate.dense.weight");
    assertEquals(10, matrix.rows());
    assertEquals(6, matrix.columns());
  }

  @Test
  void halfPrecisionBecomesFloats() throws IOException {
    // 1.5, -2, the smallest number above 0, in IEEE half precision; then 1.5 and -2 as bfloat16
    byte[] data = {0, 0x3E, 0, (byte) 0xC0, 1, 0, (byte) 0xC0, 0x3F, 0, (byte) 0xC0};
    TinyEncoder.writeSafetensors(
        folder,
        """
        {"half": {"dtype": "F16", "shape": [3], "data_offsets": [0, 6]},
         "brain": {"dtype": "BF16", "shape": [2], "data_offsets": [6, 10]}}\
        """,
        data);
    SafetensorsFile file = SafetensorsFile.open(folder.resolve("model.safetensors"));
    assertArrayEquals(new float[] {1.5f, -2, 0x1p-24f}, file.read("half"));
    assertArrayEquals(new float[] {1.5f, -2}, file.read("brain"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'a': {'dtype': 'F32', 'shape': [1], 'data_offsets': [0, 8]}} | should end",
        "{'a': {'dtype': 'F32', 'shape': [1], 'data_offsets': [0, 9999999999]}} | should end",
        "{'a': {'dtype': 'F32', 'shape': [1], 'data_offsets': [0, 9223372036854775807]}} | has the"
            + " 'data_offsets'",
        "{'a': {'dtype': 'F32', 'shape': [1], 'data_offsets': [0, 99999999999999999999]}} | needs"
            + " 'shape'",
        "{'a': {'dtype': 'F32', 'shape': [1], 'data_offsets': [-4, 4]}} | has the 'data_offsets'",
        "{'a': {'dtype': 'F32', 'shape': [1], 'data_offsets': [4, 0]}} | has the 'data_offsets'",
        "{'a': {'dtype': 'F32', 'shape': [1], 'data_offsets': [0, 4]}, 'b': {'dtype': 'F32',"
            + " 'shape': [1], 'data_offsets': [2, 4]}} | begins at byte",
        "{'a': {'dtype': 'F32', 'shape': 'x', 'data_offsets': [0, 4]}} | needs 'shape'",
        "{'a': {'dtype': 'F32'}} | needs 'shape'",
        "{'a': 1} | needs 'shape'",
        "[] | no JSON object",
        "{'a' | not valid JSON",
        "{'bert.a': {'dtype': 'F32', 'shape': [1], 'data_offsets': [0, 4]}, 'a': {'dtype': 'F32',"
            + " 'shape': [0], 'data_offsets': [4, 4]}} | two tensors",
      })
  void hostileHeadersAreRefused(String header, String reason) throws IOException {
    TinyEncoder.writeSafetensors(folder, header.replace('\'', '"'), new byte[4]);
    Path file = folder.resolve("model.safetensors");
    assertMessage(
        assertThrows(TrainingException.class, () -> SafetensorsFile.open(file)),
        reason,
        file.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "I64 | [1] | F32, F16 or BF16",
        "F32 | [2] | cannot have 4 bytes",
        "F16 | [1] | cannot have 4 bytes",
        "F32 | [65536, 65536] | too large",
        "F32 | [2147483647, 2147483647, 2147483647] | too large",
        "F32 | [-1, -1] | negative",
      })
  void hostileTensorsAreRefused(String type, String shape, String reason) throws IOException {
    TinyEncoder.writeSafetensors(
        folder,
        "{\"a\": {\"dtype\": \""
            + type
            + "\", \"shape\": "
            + shape
            + ", \"data_offsets\": [0, 4]}}",
        new byte[4]);
    SafetensorsFile file = SafetensorsFile.open(folder.resolve("model.safetensors"));
    assertMessage(assertThrows(TrainingException.class, () -> file.read("a")), reason, "'a'");
  }

  @Test
  void theLengthOfAHeaderReservesNoMemory() throws IOException {
    Path file = folder.resolve("model.safetensors");
    for (byte last : new byte[] {0x7F, (byte) 0xFF, 0}) {
      byte[] bytes = new byte[64];
      Arrays.fill(bytes, 0, 7, (byte) 0xFF);
      bytes[7] = last;
      Files.write(file, bytes);
      assertMessage(
          assertThrows(TrainingException.class, () -> SafetensorsFile.open(file)),
          "its header should have",
          "64 bytes");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"model.safetensors", "model.onnx", "variables.data-00000-of-00001"})
  void truncatedWeightsAreRefused(String name) throws IOException {
    Path file = write(name);
    byte[] whole = Files.readAllBytes(file);
    for (int length : new int[] {whole.length - 1, whole.length / 2, 3, 0}) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertMessage(
          assertThrows(TrainingException.class, this::readAll, name + " of " + length), name);
    }
  }

  /** Whatever bytes a file has: the weights, or an error that names it. */
  @ParameterizedTest
  @ValueSource(strings = {"model.safetensors", "model.onnx", "variables.index"})
  void damagedFilesGiveWeightsOrAClearError(String name) throws IOException {
    Path file = write(name);
    byte[] whole = Files.readAllBytes(file);
    Random random = new Random(11);
    int refused = 0;
    for (int round = 0; round < 300; round++) {
      byte[] damaged = whole.clone();
      for (int i = 0; i <= random.nextInt(3); i++) {
        damaged[random.nextInt(Math.min(damaged.length, 2_000))] = (byte) random.nextInt(256);
      }
      Files.write(file, damaged);
      try {
        readAll();
      } catch (TrainingException e) {
        assertMessage(e, name.substring(0, 5));
        refused++;
      }
    }
    assertTrue(refused > 0, "no damage was noticed");
  }

  @Test
  void anEmptyCheckpointIndexIsRefused() throws IOException {
    tiny.writeCheckpoint(folder);
    Files.write(folder.resolve("variables.index"), new byte[0]);
    assertMessage(assertThrows(TrainingException.class, this::readAll), "variables.index");
  }

  @Test
  void aChangedNumberOfACheckpointIsNoticed() throws IOException {
    Path file = write("variables.data-00000-of-00001");
    byte[] bytes = Files.readAllBytes(file);
    bytes[5]++;
    Files.write(file, bytes);
    assertMessage(assertThrows(TrainingException.class, this::readAll), "checksum", "get the file");
  }

  private Path write(String name) throws IOException {
    if (name.endsWith(".onnx")) {
      tiny.writeOnnx(folder);
    } else if (name.startsWith("variables")) {
      tiny.writeCheckpoint(folder);
    } else {
      tiny.writeSafetensors(folder, "");
    }
    return folder.resolve(name);
  }

  private void readAll() {
    PretrainedEncoder encoder = PretrainedEncoder.open(folder);
    encoder.names().forEach(encoder::floats);
  }

  @Test
  void theVocabularyOfAnotherModelIsRefused() throws IOException {
    tiny.writeSafetensors(folder, "");
    List<String> more = new ArrayList<>(TinyEncoder.PIECES);
    more.add("boat");
    Files.write(folder.resolve("vocab.txt"), more);
    assertMessage(
        assertThrows(TrainingException.class, this::readAll),
        "vocabulary of 8 word pieces",
        "config.json says 7",
        "another model");
  }

  @Test
  void sizesThatContradictTheWeightsAreRefused() throws IOException {
    tiny.writeSafetensors(folder, "");
    rewriteConfig("\"intermediate_size\":10", "\"intermediate_size\":12");
    assertMessage(
        assertThrows(TrainingException.class, this::readAll),
        "encoder.layer.0.intermediate.dense.weight",
        "[10, 6]",
        "[12, 6]");
  }

  @Test
  void missingTensorsAreNamed() throws IOException {
    tiny.writeSafetensors(folder, "");
    rewriteConfig("\"num_hidden_layers\":2", "\"num_hidden_layers\":3");
    assertMessage(
        assertThrows(TrainingException.class, this::readAll),
        "lacks 16 of",
        "encoder.layer.2.attention.self.query.weight");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'hidden_size':6 | 'hidden_size':7 | no multiple",
        "'hidden_size':6 | 'hidden_size':-6 | 'hidden_size' must be",
        "'hidden_size':6 | 'hidden_size':'big' | 'hidden_size' must be",
        "'hidden_size':6, | 'hidden_size':6 | not valid JSON",
        "'num_hidden_layers':2 | 'num_hidden_layers':2000000000 | 'num_hidden_layers' must be",
        "'hidden_act':'gelu' | 'hidden_act':'swiglu' | 'hidden_act' must be",
        "'model_type':'bert' | 'model_type':'t5' | only encoders of the type bert",
        "'layer_norm_eps':1.0E-12 | 'layer_norm_eps':0 | 'layer_norm_eps' must be",
        "{'model_type' | {'position_embedding_type':'rotary','model_type' | must be absolute",
      })
  void sizesAreChecked(String part, String wrong, String reason) throws IOException {
    tiny.writeSafetensors(folder, "");
    rewriteConfig(part.replace('\'', '"'), wrong.replace('\'', '"'));
    assertMessage(assertThrows(TrainingException.class, this::readAll), "config.json", reason);
  }

  private void rewriteConfig(String part, String other) throws IOException {
    Path config = folder.resolve("config.json");
    String text = Files.readString(config);
    assertTrue(text.contains(part), text);
    Files.writeString(config, text.replace(part, other));
  }

  @Test
  void anEncoderWithoutFilesIsRefusedFileByFile() throws IOException {
    assertMessage(assertThrows(TrainingException.class, this::readAll), "config.json");
    TinyEncoder.CONFIG.write(folder);
    assertMessage(
        assertThrows(TrainingException.class, this::readAll), "tokenizer.json", "vocab.txt");
    tiny.writeFiles(folder);
    assertMessage(
        assertThrows(TrainingException.class, this::readAll), "no weights", "model.safetensors");
  }

  @Test
  void anEncoderThatWasNotFetchedNamesTheCommand() {
    assertMessage(
        assertThrows(TrainingException.class, () -> PretrainedEncoder.open("no-such-encoder")),
        "./lmtc pretrained fetch no-such-encoder");
  }

  private static void assertMessage(Exception e, String... parts) {
    for (String part : parts) {
      assertTrue(e.getMessage().contains(part), "'" + part + "' is not in: " + e.getMessage());
    }
  }
}
