package org.solrlmtc.training.neural.elmo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.tensor.Matrix;

class TestElmoFiles {
  @TempDir Path folder;

  private final ElmoWeights weights = RandomBiLm.weights(RandomBiLm.options(), 1);

  @BeforeEach
  void write() throws IOException {
    ElmoFiles.write(weights, folder);
  }

  private TrainingException refused() {
    return assertThrows(TrainingException.class, () -> ElmoFiles.in(folder).read());
  }

  private void assertRefused(String... parts) {
    String message = refused().getMessage();
    for (String part : parts) {
      assertTrue(message.contains(part), message);
    }
  }

  private void changeOptions(String from, String to) throws IOException {
    Path file = folder.resolve(ElmoFiles.OPTIONS);
    String text = Files.readString(file).replaceAll("\\s", "");
    assertTrue(text.contains(from), text);
    Files.writeString(file, text.replace(from, to));
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "full"})
  void whatIsWrittenIsRead(String kind) throws IOException {
    ElmoWeights written =
        RandomBiLm.weights(
            kind.equals("plain") ? RandomBiLm.plainOptions() : RandomBiLm.options(), 3);
    Path other = Files.createDirectory(folder.resolve("other"));
    ElmoFiles.write(written, other);
    ElmoWeights read = ElmoFiles.in(other).read();
    assertEquals(written.options(), read.options());
    assertArrayEquals(written.characters().values(), read.characters().values());
    for (int i = 0; i < written.filters().size(); i++) {
      assertArrayEquals(
          written.filters().get(i).weights().values(), read.filters().get(i).weights().values());
    }
    assertEquals(written.highways().size(), read.highways().size());
    assertEquals(written.projection().isPresent(), read.projection().isPresent());
    for (int i = 0; i < written.backward().size(); i++) {
      assertArrayEquals(
          written.backward().get(i).recurrent().values(),
          read.backward().get(i).recurrent().values());
      assertArrayEquals(written.backward().get(i).bias(), read.backward().get(i).bias());
      assertEquals(
          written.backward().get(i).projection().map(Matrix::values).map(Arrays::toString),
          read.backward().get(i).projection().map(Matrix::values).map(Arrays::toString));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"n_layers\":3 | \"n_layers\":4 | Cell3/LSTMCell/W_0' : are these the weights",
        "\"n_highway\":1 | \"n_highway\":2 | CNN_high_1/W_transform'",
        "[4,7] | [4,8] | 'CNN/W_cnn_1' has the sizes [1, 4, 5, 7] : must be [1, 4, 5, 8]",
        "\"dim\":5 | \"dim\":6 | 'CNN/W_cnn_0' has the sizes",
        "\"projection_dim\":8 | \"projection_dim\":7 | has the sizes",
        "\"dim\":9 | \"dim\":32768 | W_0' has the sizes",
        "\"dim\":9 | \"dim\":2147483647 | 'lstm.dim' must be an integer from 1 to 32768",
        "\"dim\":9 | \"dim\":-1 | 'lstm.dim' must be",
        "\"dim\":9 | \"dim\":\"9\" | 'lstm.dim' must be",
        "\"n_characters\":262 | \"n_characters\":100 | 'char_cnn.n_characters' must be 261 or 262",
        "\"cell_clip\":0.8 | \"cell_clip\":-1 | 'lstm.cell_clip' must be a number above 0",
        "\"tanh\" | \"gelu\" | 'char_cnn.activation' must be relu or tanh",
        "[2,6] | [20,6] | 'char_cnn.filters' must have widths from 1 to 12",
        "[2,6] | [2,2000000000] | 'char_cnn.filters' must have at most 32768 outputs",
        "[2,6] | 7 | 'char_cnn.filters' must have pairs",
        "\"use_skip_connections\":true | \"use_skip_connections\":1 | true or false",
        "\"n_layers\":3, | '' | 'lstm.n_layers' is missing",
        "{\"lstm\" | {{ | is not JSON"
      })
  void optionsThatAreWrongOrDoNotFitAreRefused(String from, String to, String message)
      throws IOException {
    changeOptions(from, to);
    assertRefused(message.split(" : "));
  }

  @Test
  void aClipOfNullIsNone() throws IOException {
    changeOptions("\"proj_clip\":0.5", "\"proj_clip\":null");
    assertEquals(Double.POSITIVE_INFINITY, ElmoFiles.in(folder).read().options().projectionClip());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, 2000, 10_000})
  void aTruncatedFileIsRefusedByName(int bytes) throws IOException {
    Path file = folder.resolve(ElmoFiles.WEIGHTS);
    byte[] whole = Files.readAllBytes(file);
    assertTrue(whole.length > bytes);
    Files.write(file, Arrays.copyOf(whole, bytes));
    assertRefused(ElmoFiles.WEIGHTS);
  }

  @Test
  void aFileOfAnotherFormatIsRefused() throws IOException {
    Files.writeString(folder.resolve(ElmoFiles.WEIGHTS), "these are no weights ".repeat(1000));
    assertRefused(ElmoFiles.WEIGHTS, "not HDF5");
  }

  /** Every damage is either refused by the name of the file, or changes nothing but values. */
  @Test
  void damagedFilesNeverEndInAnotherError() throws IOException {
    Path file = folder.resolve(ElmoFiles.WEIGHTS);
    byte[] whole = Files.readAllBytes(file);
    Random random = new Random(5);
    int refused = 0;
    for (int i = 0; i < 150; i++) {
      byte[] damaged = whole.clone();
      for (int change = 0; change < 8; change++) {
        // the structure is in the first and last bytes and between the tensors
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
        damaged[random.nextInt(600)] = (byte) random.nextInt();
      }
      Files.write(file, damaged);
      try {
        ElmoFiles.in(folder).read();
      } catch (TrainingException e) {
        assertTrue(e.getMessage().contains(ElmoFiles.WEIGHTS), e.getMessage());
        refused++;
      }
    }
    assertTrue(refused > 100, refused + " of 150 are refused");
  }

  @Test
  void aTensorOfDoublePrecisionOrWithoutFiniteValuesIsRefused() throws IOException {
    Path file = folder.resolve(ElmoFiles.WEIGHTS);
    try (WritableHdfFile hdf = HdfFile.write(file)) {
      hdf.putDataset("char_embed", new double[261][5]);
      hdf.putGroup("CNN").putDataset("W_cnn_0", new float[1][2][5][6]);
    }
    // filters come first
    assertRefused("b_cnn_0", ElmoFiles.WEIGHTS);
    weights.characters().values()[3] = Float.NaN;
    ElmoFiles.write(weights, folder);
    assertRefused("'char_embed' has a value that is not finite");
  }

  @Test
  void aFolderWithoutOrWithSeveralModelsIsRefused() throws IOException {
    Files.copy(folder.resolve(ElmoFiles.OPTIONS), folder.resolve("small_options.json"));
    assertRefused("several files ...options.json");
    for (String name : List.of("small_options.json", ElmoFiles.OPTIONS)) {
      Files.delete(folder.resolve(name));
    }
    assertRefused("no file ...options.json");
  }

  @Test
  void prefixedNamesOfPublishedFilesAreFound() throws IOException {
    Files.move(folder.resolve(ElmoFiles.OPTIONS), folder.resolve("elmo_2x4096_options.json"));
    Files.move(folder.resolve(ElmoFiles.WEIGHTS), folder.resolve("elmo_2x4096_weights.hdf5"));
    assertEquals(weights.options(), ElmoFiles.in(folder).read().options());
  }
}
