package org.solrlmtc.core.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestFileTrees {
  /** From FIPS 180-2. */
  private static final String ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  @TempDir Path folder;

  @Test
  void aFolderIsDeletedWithAllItsContentButNotWhatLinksLeadTo() throws IOException {
    Path outside = Files.createDirectories(folder.resolve("outside"));
    Files.writeString(outside.resolve("kept"), "kept");
    Path inside = Files.createDirectories(folder.resolve("tree").resolve("deep").resolve("deeper"));
    Files.writeString(inside.resolve("file"), "text");
    Files.createSymbolicLink(inside.resolve("link"), outside);
    FileTrees.delete(folder.resolve("tree"));
    assertFalse(Files.exists(folder.resolve("tree")));
    assertTrue(Files.exists(outside.resolve("kept")));
    assertThrows(NoSuchFileException.class, () -> FileTrees.delete(folder.resolve("tree")));
  }

  @Test
  void digestsAreTheSameOfFileTextAndBytes() throws IOException {
    Path file = Files.writeString(folder.resolve("abc"), "abc");
    assertEquals(ABC, Sha256.of(file));
    assertEquals(ABC, Sha256.of("abc"));
    assertEquals(ABC, Sha256.of("abc".getBytes(StandardCharsets.UTF_8)));
    assertArrayEquals(HexFormat.of().parseHex(ABC), Sha256.bytes("abc"));
  }
}
