package org.solrlmtc.tests;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Random changes of bytes and texts; the same seed makes the same changes. */
final class Mutations {
  /** Numbers at the ends of ranges, and texts that mean something somewhere. */
  private static final List<String> EXTREMES =
      List.of(
          "",
          " ",
          "0",
          "-1",
          "1e309",
          "NaN",
          "2147483648",
          "99999999999999999999",
          "true",
          "null",
          "*",
          "*:*",
          "../../etc",
          "%00",
          "\u0000",
          "a\nb",
          "\u202e",
          "\ud800",
          "{!func}1",
          "[",
          "\"",
          "<x>",
          "'",
          "${java.home}",
          "milk, cheese",
          "eurovoc_id",
          "exact-match");

  private final Random random;

  Mutations(long seed) {
    this.random = new Random(seed);
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  boolean once(int in) {
    return random.nextInt(in) == 0;
  }

  <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  String extreme() {
    return pick(EXTREMES);
  }

  /** Changes one place or a few. */
  byte[] of(byte[] original) {
    byte[] bytes = original.clone();
    for (int changes = 1 + random.nextInt(3); changes > 0 && bytes.length > 0; changes--) {
      int at = random.nextInt(bytes.length);
      int length = Math.min(bytes.length - at, 1 + random.nextInt(8));
      switch (random.nextInt(6)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> Arrays.fill(bytes, at, at + length, (byte) (random.nextBoolean() ? 0xFF : 0));
        case 3 -> bytes = splice(bytes, at, at + length, new byte[0]);
        case 4 -> bytes = splice(bytes, at, at, Arrays.copyOfRange(bytes, at, at + length));
        default -> bytes = random.nextInt(4) == 0 ? Arrays.copyOf(bytes, at) : bytes;
      }
    }
    return bytes;
  }

  private static byte[] splice(byte[] bytes, int from, int to, byte[] inserted) {
    byte[] result = new byte[bytes.length - (to - from) + inserted.length];
    System.arraycopy(bytes, 0, result, 0, from);
    System.arraycopy(inserted, 0, result, from, inserted.length);
    System.arraycopy(bytes, to, result, from + inserted.length, bytes.length - to);
    return result;
  }
}
