package org.solrlmtc.readers.act.json;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.solrlmtc.readers.act.annif.AnnifDocument;
import org.solrlmtc.readers.act.annif.SubjectNames;
import org.solrlmtc.readers.act.source.ActPart;
import org.solrlmtc.readers.act.source.ActSource;
import org.solrlmtc.readers.act.source.DamagedInput;
import org.solrlmtc.readers.act.source.LineReader;
import org.solrlmtc.readers.act.source.LineReader.Line;
import org.solrlmtc.readers.act.source.Origin;
import org.solrlmtc.readers.act.source.ReadLimits;
import org.solrlmtc.readers.act.source.ReadProblem;
import org.solrlmtc.readers.act.source.StrictDecoder;

/**
 * JSON acts: one per line, or one over all lines of the file. If the name does not decide it, the
 * first two lines do: in a file of many acts the second line begins an object, even if the first is
 * damaged.
 */
public final class JsonSource implements ActSource {
  private final Origin origin;
  private final ReadLimits limits;
  private final LineReader lines;
  private Optional<Line> ahead = Optional.empty();
  private final SubjectNames names;
  private Optional<DamagedInput> pending = Optional.empty();
  private boolean started;
  private boolean abandoned;

  public JsonSource(Origin origin, InputStream in, SubjectNames names, ReadLimits limits) {
    this.origin = origin;
    this.names = names;
    this.limits = limits;
    this.lines = new LineReader(in, limits.maxActBytes());
  }

  @Override
  public Optional<ActPart> next() throws DamagedInput {
    if (pending.isPresent()) {
      DamagedInput problem = pending.get();
      pending = Optional.empty();
      throw problem;
    }
    if (abandoned) {
      return Optional.empty();
    }
    if (!started) {
      started = true;
      return first();
    }
    Optional<Line> line = ahead.or(this::nextLine);
    ahead = Optional.empty();
    return line.isPresent() ? oneOfMany(line.get()) : end();
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  private Optional<ActPart> first() throws DamagedInput {
    Optional<Line> first = nextLine();
    if (first.isEmpty()) {
      return end();
    }
    Line line = first.get();
    ahead = nextLine();
    if (ahead.isEmpty()) {
      return line.cut() || line.tooLong()
          ? oneOfMany(line)
          : act(line.bytes(), line.number(), origin.label());
    }
    boolean oneActALine = origin.promisesLines() || ahead.get().firstByte() == '{';
    if (!oneActALine && isUnclosed(line)) {
      return overAllLines(line);
    }
    return oneOfMany(line);
  }

  private Optional<ActPart> oneOfMany(Line line) throws DamagedInput {
    try {
      if (line.tooLong()) {
        throw DamagedInput.tooLarge(origin.at(line.number()), limits);
      }
      return act(line.bytes(), line.number(), origin.at(line.number()));
    } catch (DamagedInput e) {
      if (line.cut()) {
        return end(); // the line is incomplete because the file is: report that alone
      }
      if (e.problem().kind() == ReadProblem.Kind.NOT_AN_ACT) {
        // a line of a file of acts is not a stray file but a damaged record
        throw DamagedInput.of(e.problem().source(), e.problem().reason());
      }
      throw e;
    }
  }

  private Optional<ActPart> overAllLines(Line first) throws DamagedInput {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(first.bytes());
    long number = first.number();
    boolean tooLarge = false;
    Optional<Line> next = ahead;
    ahead = Optional.empty();
    for (; next.isPresent() && !tooLarge; next = lines.next()) {
      Line line = next.get();
      for (; number < line.number(); number++) {
        all.write('\n'); // one per line, so that line numbers in messages stay right
      }
      tooLarge = line.tooLong() || all.size() + line.bytes().length > limits.maxActBytes();
      all.writeBytes(line.bytes());
    }
    if (tooLarge) {
      abandoned = true;
      throw DamagedInput.tooLarge(origin.label(), limits);
    }
    if (lines.hasFailed()) {
      return end();
    }
    return act(all.toByteArray(), first.number(), origin.label());
  }

  private Optional<ActPart> act(byte[] json, long firstLine, String source) throws DamagedInput {
    String text = StrictDecoder.decode(json, StandardCharsets.UTF_8, origin, firstLine);
    AnnifDocument document = JsonActReader.read(text, origin, source, firstLine, names);
    pending = document.problem();
    return Optional.of(document.part());
  }

  private boolean isUnclosed(Line line) throws DamagedInput {
    if (line.tooLong()) {
      return false;
    }
    return JsonActReader.isUnclosed(
        StrictDecoder.decode(line.bytes(), StandardCharsets.UTF_8, origin, line.number()));
  }

  private Optional<Line> nextLine() {
    Optional<Line> line = lines.next();
    while (line.isPresent() && line.get().isBlank()) {
      line = lines.next();
    }
    return line;
  }

  private Optional<ActPart> end() throws DamagedInput {
    Optional<IOException> failure = lines.takeFailure();
    if (failure.isPresent()) {
      throw DamagedInput.of(origin.at(lines.number()), failure.get());
    }
    return Optional.empty();
  }
}
