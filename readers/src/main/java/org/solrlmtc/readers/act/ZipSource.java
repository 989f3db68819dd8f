package org.solrlmtc.readers.act;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.solrlmtc.readers.act.source.ActPart;
import org.solrlmtc.readers.act.source.ActSource;
import org.solrlmtc.readers.act.source.DamagedInput;
import org.solrlmtc.readers.act.source.ExpansionGuard;
import org.solrlmtc.readers.act.source.Origin;

/** The acts in a zip. Nothing is unpacked to disk, so entry names are only names. */
final class ZipSource implements ActSource {
  private final Origin archive;
  private final ZipEntries entries;
  private final ExpansionGuard guard;
  private final Inputs inputs;
  private Optional<ActSource> current = Optional.empty();
  private int opened;
  private boolean ended;

  private ZipSource(Origin archive, ZipEntries entries, ExpansionGuard guard, Inputs inputs) {
    this.archive = archive;
    this.entries = entries;
    this.guard = guard;
    this.inputs = inputs;
  }

  static ActSource open(Path file, Inputs inputs) throws IOException {
    ExpansionGuard guard = new ExpansionGuard(Files.size(file), inputs.limits());
    ZipEntries entries;
    try {
      entries = ZipEntries.inNameOrder(new ZipFile(file.toFile(), StandardCharsets.UTF_8), guard);
    } catch (ZipException e) {
      entries = ZipEntries.untilDamage(file, e, guard);
    }
    return new ZipSource(Origin.of(file), entries, guard, inputs);
  }

  @Override
  public Optional<ActPart> next() throws DamagedInput {
    while (true) {
      if (current.isPresent()) {
        Optional<ActPart> part = current.get().next();
        if (part.isPresent()) {
          return part;
        }
        current = Optional.empty();
      }
      if (ended || guard.exceeded() || !openNext()) {
        return Optional.empty();
      }
    }
  }

  @Override
  public void close() throws IOException {
    entries.close(); // and with it every entry's stream
  }

  private boolean openNext() throws DamagedInput {
    Optional<ZipEntries.Entry> entry = nextEntry();
    if (entry.isEmpty()) {
      return false;
    }
    String name = entry.get().name();
    if (Arrays.stream(name.split("/")).noneMatch(Origin::isHidden)) {
      current = Optional.of(inputs.open(archive.entry(name), entry.get().content(), guard));
    }
    return true;
  }

  private Optional<ZipEntries.Entry> nextEntry() throws DamagedInput {
    if (++opened > inputs.limits().maxArchiveEntries()) {
      ended = true;
      throw DamagedInput.of(
          archive.label(),
          String.format(
              Locale.ROOT,
              "holds more than %,d entries and is not read further: raise maxArchiveEntries",
              inputs.limits().maxArchiveEntries()));
    }
    try {
      return entries.next();
    } catch (IOException e) {
      ended = true;
      throw DamagedInput.of(archive.label(), e);
    }
  }
}
