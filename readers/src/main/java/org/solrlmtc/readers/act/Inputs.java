package org.solrlmtc.readers.act;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.solrlmtc.readers.act.json.JsonSource;
import org.solrlmtc.readers.act.source.ActSource;
import org.solrlmtc.readers.act.source.DamagedInput;
import org.solrlmtc.readers.act.source.ExpansionGuard;
import org.solrlmtc.readers.act.source.Origin;
import org.solrlmtc.readers.act.source.ReadLimits;

/** Opens an input by the format of its first bytes. */
final class Inputs {
  private Inputs() {}

  /** Opens a file; the caller closes the source. */
  static ActSource open(Path file, ReadLimits limits) throws DamagedInput {
    Origin origin = Origin.of(file);
    try {
      InputStream in = Files.newInputStream(file);
      try {
        Peeked start = Peeked.of(in);
        if (start.isZip()) {
          in.close();
          return ZipSource.open(file, limits);
        }
        return open(origin, start, new ExpansionGuard(Files.size(file), limits), limits);
      } catch (IOException | DamagedInput e) {
        in.close();
        throw e;
      }
    } catch (IOException e) {
      throw DamagedInput.of(origin.label(), e);
    }
  }

  /** Opens anything but a zip: those need a file. Closing the source closes the stream. */
  static ActSource open(Origin origin, InputStream in, ExpansionGuard guard, ReadLimits limits)
      throws DamagedInput {
    try {
      return open(origin, Peeked.of(in), guard, limits);
    } catch (IOException e) {
      throw DamagedInput.of(origin.label(), e);
    }
  }

  private static ActSource open(
      Origin origin, Peeked outer, ExpansionGuard guard, ReadLimits limits)
      throws IOException, DamagedInput {
    Peeked start = outer;
    if (start.isGzip()) {
      start = Peeked.of(guard.watch(new StrictGzipInputStream(start.stream())));
    }
    if (start.isZip() || start.isGzip()) {
      throw DamagedInput.of(
          origin.label(), "an archive inside an archive is not read: unpack the outer one");
    }
    if (start.isUtf16()) {
      throw DamagedInput.of(origin.label(), "is written in UTF-16: convert it to UTF-8");
    }
    return openText(origin, start.withoutByteOrderMark(), limits);
  }

  private static ActSource openText(Origin origin, Peeked start, ReadLimits limits)
      throws DamagedInput {
    switch (start.firstVisible()) {
      case '{':
        return new JsonSource(origin, start.stream(), limits);
      case '<':
        return new MarkupSource(origin, start.stream(), limits);
      case '[':
        throw DamagedInput.of(
            origin.label(), "a JSON list of acts is not read: write one act per line instead");
      case -1:
        throw unreadable(origin, "is empty");
      default:
        if (origin.promisesLines()) {
          return new JsonSource(origin, start.stream(), limits); // perhaps only line 1 is damaged
        }
        throw unreadable(origin, "is neither JSON nor XML nor HTML");
    }
  }

  /** A stray file may be anything; a file with the name of an act should be one. */
  private static DamagedInput unreadable(Origin origin, String reason) {
    return origin.promisesActs()
        ? DamagedInput.of(origin.label(), reason)
        : DamagedInput.notAnAct(origin.label(), reason);
  }
}
