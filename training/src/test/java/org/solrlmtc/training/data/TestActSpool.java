package org.solrlmtc.training.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.readers.act.DamagedRecordException;
import org.solrlmtc.training.TinyData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.TrainingException;

class TestActSpool {
  @TempDir Path folder;
  private Path file;
  private Path work;

  @BeforeEach
  void writeActs() throws IOException {
    new TinyData().randomActs("train", 50, 5).write(folder.resolve("data"));
    file = folder.resolve("data").resolve("train.jsonl");
    work = folder.resolve("work");
  }

  @Test
  void actsAreReadBackInTheSameOrderAsOftenAsWanted() throws IOException {
    ParsedSplit source = new ParsedSplit(file);
    ActSpool spool = spool(source, true);
    List<ActRecord> expected = all(new ParsedSplit(file));
    assertEquals(expected, all(spool));
    assertEquals(expected, all(spool));
    assertEquals(50, spool.acts());
    assertEquals(1, source.parses());
    assertEquals(source.identity(), spool.identity());
  }

  @Test
  void everyTextOfAnActComesBack() throws IOException {
    ActRecord record =
        new ActRecord(
            new LegalAct(
                "31999L0001",
                "Directive",
                "a title",
                "the \u20ac header",
                "half a pair: \ud83d!",
                List.of("one", "", "\ud83d\ude00 three"),
                ""),
            "http://example.org/1",
            List.of("c1", "c2"),
            "train.jsonl:1");
    assertEquals(record, ActEncoding.decode(ActEncoding.encode(record)));
  }

  @Test
  void aLaterTrainingOnTheSameDataParsesNothing() throws IOException {
    Path kept = spool(new ParsedSplit(file), true).file();
    Files.setLastModifiedTime(kept, FileTime.fromMillis(1000));
    ParsedSplit later = new ParsedSplit(file);
    ActSpool spool = spool(later, true);
    assertEquals(0, later.parses());
    assertEquals(1000, Files.getLastModifiedTime(spool.file()).toMillis());
    assertEquals(all(new ParsedSplit(file)), all(spool));
  }

  @Test
  void aTrainingFromTheStartParsesAgain() throws IOException {
    spool(new ParsedSplit(file), true);
    ParsedSplit later = new ParsedSplit(file);
    spool(later, false);
    assertEquals(1, later.parses());
  }

  @Test
  void otherDataAreParsedAgain() throws IOException {
    spool(new ParsedSplit(file), true);
    Files.writeString(file, Files.readString(file).replace("Commission", "Council"));
    ParsedSplit changed = new ParsedSplit(file);
    ActSpool spool = spool(changed, true);
    assertEquals(1, changed.parses());
    assertTrue(all(spool).get(0).act().articles().get(0).contains("Council"));
  }

  @Test
  void aChangedFileOfAFolderIsOtherData() throws IOException {
    spool(new ParsedSplit(folder.resolve("data")), true);
    ParsedSplit same = new ParsedSplit(folder.resolve("data"));
    spool(same, true);
    assertEquals(0, same.parses());
    Files.writeString(file, Files.readString(file).replace("Commission", "Council"));
    ParsedSplit changed = new ParsedSplit(folder.resolve("data"));
    spool(changed, true);
    assertEquals(1, changed.parses());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a changed byte", "another version", "a cut end", "an empty file"})
  void aDamagedFileIsNotUsedAgain(String damage) throws IOException {
    ActSpool spool = spool(new ParsedSplit(file), true);
    byte[] bytes = Files.readAllBytes(spool.file());
    switch (damage) {
      case "a changed byte" -> bytes[bytes.length / 2]++;
      case "another version" -> bytes[10]++;
      case "a cut end" -> bytes = Arrays.copyOf(bytes, bytes.length - 5);
      default -> bytes = new byte[0];
    }
    Files.write(spool.file(), bytes);
    TrainingException e = assertThrows(TrainingException.class, () -> all(spool));
    assertTrue(e.getMessage().contains(spool.file() + " are damaged"), e.getMessage());
    ParsedSplit again = new ParsedSplit(file);
    assertEquals(all(new ParsedSplit(file)), all(spool(again, true)));
    assertEquals(1, again.parses());
  }

  @Test
  void aDamagedActLeavesNoFile() throws IOException {
    Files.writeString(file, Files.readString(file) + "{\"celex_id\":\n");
    assertThrows(DamagedRecordException.class, () -> spool(new ParsedSplit(file), true));
    assertFalse(Files.exists(work));
    Files.createDirectories(work);
    Files.writeString(work.resolve("checkpoint"), "stays");
    assertThrows(DamagedRecordException.class, () -> spool(new ParsedSplit(file), true));
    try (Stream<Path> left = Files.list(work)) {
      assertEquals(List.of(work.resolve("checkpoint")), left.toList());
    }
  }

  @Test
  void aFullDiskIsNamedWithTheFileAndARemedy() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "there is no " + full);
    FileSystemException e =
        assertThrows(
            FileSystemException.class,
            () ->
                new ParsedSplit(file)
                    .read(acts -> ActSpool.write(acts, "fingerprint", full, Progress.NONE)));
    assertEquals(full.toString(), e.getFile());
    assertTrue(e.getReason().startsWith("cannot keep the parsed acts after 0 MB: "), e.getReason());
    assertTrue(e.getReason().contains("free some disk space"), e.getReason());
  }

  private ActSpool spool(ParsedSplit source, boolean reuse) throws IOException {
    return ActSpool.of(source, work, reuse, Progress.NONE);
  }

  private static List<ActRecord> all(ActSplit split) throws IOException {
    return split.read(
        acts -> {
          List<ActRecord> read = new ArrayList<>();
          acts.forEachRemaining(read::add);
          return read;
        });
  }
}
