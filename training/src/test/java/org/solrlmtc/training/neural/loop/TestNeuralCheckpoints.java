package org.solrlmtc.training.neural.loop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.training.neural.tensor.Torch;

class TestNeuralCheckpoints {
  private static final NeuralCheckpoints.Position POSITION =
      new NeuralCheckpoints.Position(17, new ValidationResult(3.5, 0.7, 0.8), 11, 2);

  @TempDir Path folder;

  private final Torch torch = new Torch(Torch.DeviceChoice.CPU, 1, note -> {});
  private final Tensor written = torch.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
  private final Tensor read = torch.zeros(2, 3);

  @BeforeEach
  void write() throws IOException {
    checkpoints(5).write("last", POSITION, List.of(written));
  }

  @Test
  void areReadAsWritten() throws IOException {
    assertEquals(Optional.of(POSITION), checkpoints(5).read("last", List.of(read)));
    assertArrayEquals(Torch.toArray(written), Torch.toArray(read));
  }

  @Test
  void ofOtherDataOrSettingsAreNotUsed() throws IOException {
    assertEquals(Optional.empty(), checkpoints(6).read("last", List.of(read)));
  }

  @Test
  void thatAreDamagedAreNotUsed() throws IOException {
    Path file = folder.resolve("last.bin");
    byte[] bytes = Files.readAllBytes(file);
    byte[] changed = bytes.clone();
    changed[bytes.length - 12] ^= 1;
    Files.write(file, changed);
    assertEquals(Optional.empty(), checkpoints(5).read("last", List.of(read)));
    for (int length : new int[] {0, 3, 20, bytes.length - 1}) {
      Files.write(file, Arrays.copyOf(bytes, length));
      assertEquals(Optional.empty(), checkpoints(5).read("last", List.of(read)), length + " bytes");
    }
  }

  @Test
  void anUnfinishedOneDoesNotChangeTheLastOne() throws IOException {
    Files.write(folder.resolve("last.draft"), new byte[10]);
    assertEquals(Optional.of(POSITION), checkpoints(5).read("last", List.of(read)));
  }

  private NeuralCheckpoints checkpoints(long fingerprint) throws IOException {
    return new NeuralCheckpoints(folder, fingerprint, torch);
  }
}
