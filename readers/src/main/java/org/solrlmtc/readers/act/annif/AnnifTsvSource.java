package org.solrlmtc.readers.act.annif;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.solrlmtc.readers.act.source.ActPart;
import org.solrlmtc.readers.act.source.ActSource;
import org.solrlmtc.readers.act.source.DamagedInput;
import org.solrlmtc.readers.act.source.LineReader;
import org.solrlmtc.readers.act.source.LineReader.Line;
import org.solrlmtc.readers.act.source.Origin;
import org.solrlmtc.readers.act.source.ReadLimits;
import org.solrlmtc.readers.act.source.StrictDecoder;

/** One text per line: the text, a tab, and the addresses of its subjects. */
public final class AnnifTsvSource implements ActSource {
  private final Origin origin;
  private final ReadLimits limits;
  private final LineReader lines;
  private boolean ended;

  public AnnifTsvSource(Origin origin, InputStream in, ReadLimits limits) {
    this.origin = origin;
    this.limits = limits;
    this.lines = new LineReader(in, limits.maxActBytes());
  }

  @Override
  public Optional<ActPart> next() throws DamagedInput {
    while (!ended) {
      Optional<Line> line = lines.next();
      if (line.isEmpty() || line.get().cut()) {
        ended = true;
        Optional<IOException> failure = lines.takeFailure();
        if (failure.isPresent()) {
          throw DamagedInput.of(origin.at(lines.number()), failure.get());
        }
      }
      if (line.isPresent() && !line.get().isBlank()) {
        return Optional.of(read(line.get()));
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  private ActPart read(Line line) throws DamagedInput {
    String source = origin.at(line.number());
    if (line.tooLong()) {
      throw DamagedInput.tooLarge(source, limits);
    }
    String text = StrictDecoder.decode(line.bytes(), StandardCharsets.UTF_8, origin, line.number());
    String[] fields = text.split("\t", 2);
    if (fields[0].matches("<[^<>\\s]+>")) {
      ended = true;
      throw DamagedInput.notAnAct(
          origin.label(),
          "is a list of subjects (<address>, tab, name) and not of texts: use it as thesaurus, or"
              + " beside the text of the same name");
    }
    if (fields.length < 2 || !Subjects.areAddresses(fields[1])) {
      throw DamagedInput.of(
          source, "the line must be a text, a tab, and the addresses of its subjects in <>");
    }
    return AnnifDocument.part(
        origin,
        source,
        origin.plainName() + "-" + line.number(),
        fields[0],
        new Subjects(SubjectNames.NONE).addresses(fields[1]));
  }
}
