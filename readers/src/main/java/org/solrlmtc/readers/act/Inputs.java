package org.solrlmtc.readers.act;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.solrlmtc.readers.act.annif.AnnifCsvSource;
import org.solrlmtc.readers.act.annif.AnnifTextSource;
import org.solrlmtc.readers.act.annif.AnnifTsvSource;
import org.solrlmtc.readers.act.annif.SubjectNames;
import org.solrlmtc.readers.act.json.JsonSource;
import org.solrlmtc.readers.act.source.ActPart;
import org.solrlmtc.readers.act.source.ActSource;
import org.solrlmtc.readers.act.source.DamagedInput;
import org.solrlmtc.readers.act.source.ExpansionGuard;
import org.solrlmtc.readers.act.source.Origin;
import org.solrlmtc.readers.act.source.ReadLimits;
import org.solrlmtc.readers.act.source.StrictGzipInputStream;

/**
 * Opens inputs by the format of their first bytes. Only plain text, TSV and CSV, which look like
 * anything else, are known by their extension.
 */
final class Inputs {
  /** Texts about the others, which many folders have. */
  private static final Pattern ABOUT =
      Pattern.compile(
          "(?:.*/)?(?:readme|licen[cs]e|notice|changes|changelog|copying)[^/]*",
          Pattern.CASE_INSENSITIVE);

  private final ReadLimits limits;
  private final SubjectNames.Cache vocabularies = new SubjectNames.Cache();

  Inputs(ReadLimits limits) {
    this.limits = limits;
  }

  ReadLimits limits() {
    return limits;
  }

  /** Opens a file; the caller closes the source. */
  ActSource open(Path file) throws DamagedInput {
    Origin origin = Origin.of(file);
    if ((origin.hasExtension("tsv") || origin.hasExtension("key"))
        && AnnifTextSource.textOf(file).isPresent()) {
      return nothing(); // read with its text
    }
    try {
      InputStream in = Files.newInputStream(file);
      try {
        Peeked start = Peeked.of(in);
        if (start.isZip()) {
          in.close();
          return ZipSource.open(file, this);
        }
        ExpansionGuard guard = new ExpansionGuard(Files.size(file), limits);
        return open(origin, Optional.of(file), start, guard);
      } catch (IOException | DamagedInput e) {
        in.close();
        throw e;
      }
    } catch (IOException e) {
      throw DamagedInput.of(origin.label(), e);
    }
  }

  /** Opens anything but a zip: those need a file. Closing the source closes the stream. */
  ActSource open(Origin origin, InputStream in, ExpansionGuard guard) throws DamagedInput {
    try {
      return open(origin, Optional.empty(), Peeked.of(in), guard);
    } catch (IOException e) {
      throw DamagedInput.of(origin.label(), e);
    }
  }

  private ActSource open(Origin origin, Optional<Path> file, Peeked outer, ExpansionGuard guard)
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
    return openText(origin, file, start.withoutByteOrderMark());
  }

  private ActSource openText(Origin origin, Optional<Path> file, Peeked start) throws DamagedInput {
    int first = start.firstVisible();
    if (first == -1) {
      throw unreadable(origin, "is empty");
    }
    if (origin.hasExtension("tsv")) {
      return new AnnifTsvSource(origin, start.stream(), limits);
    }
    if (origin.hasExtension("csv")) {
      return new AnnifCsvSource(origin, start.stream(), limits);
    }
    if (origin.hasExtension("key")) {
      throw DamagedInput.notAnAct(
          origin.label(), "holds subjects, but there is no text of the same name (.txt) beside it");
    }
    if (first == '{') {
      return new JsonSource(
          origin, start.stream(), file.map(vocabularies::near).orElse(SubjectNames.NONE), limits);
    }
    if (first == '<') {
      return new MarkupSource(origin, start.stream(), limits);
    }
    if (origin.hasExtension("txt")) {
      return plainText(origin, file, start);
    }
    if (first == '[') {
      throw DamagedInput.of(
          origin.label(), "a JSON list of acts is not read: write one act per line instead");
    }
    if (origin.promisesLines()) {
      // perhaps only line 1 is damaged
      return new JsonSource(origin, start.stream(), SubjectNames.NONE, limits);
    }
    throw unreadable(origin, "is neither JSON nor XML nor HTML nor a text (.txt)");
  }

  private ActSource plainText(Origin origin, Optional<Path> file, Peeked start)
      throws DamagedInput {
    if (ABOUT.matcher(origin.path()).matches()) {
      throw DamagedInput.notAnAct(
          origin.label(), "is a text about the others by its name: rename it if it is an act");
    }
    return file.isPresent()
        ? AnnifTextSource.of(file.get(), start.stream(), vocabularies, limits)
        : AnnifTextSource.alone(origin, start.stream(), limits);
  }

  /** A stray file may be anything; a file with the name of an act should be one. */
  private static DamagedInput unreadable(Origin origin, String reason) {
    return origin.promisesActs()
        ? DamagedInput.of(origin.label(), reason)
        : DamagedInput.notAnAct(origin.label(), reason);
  }

  private static ActSource nothing() {
    return new ActSource() {
      @Override
      public Optional<ActPart> next() {
        return Optional.empty();
      }

      @Override
      public void close() {}
    };
  }
}
