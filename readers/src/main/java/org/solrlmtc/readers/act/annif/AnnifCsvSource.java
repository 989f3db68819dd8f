package org.solrlmtc.readers.act.annif;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.readers.act.source.ActPart;
import org.solrlmtc.readers.act.source.ActSource;
import org.solrlmtc.readers.act.source.DamagedInput;
import org.solrlmtc.readers.act.source.Origin;
import org.solrlmtc.readers.act.source.ReadLimits;

/**
 * One text per row, in the column {@code text}, with the addresses of its subjects in {@code
 * subject_uris} and perhaps its id in {@code document_id}.
 */
public final class AnnifCsvSource implements ActSource {
  private static final String TEXT = "text";
  private static final String SUBJECTS = "subject_uris";
  private static final String ID = "document_id";

  private final Origin origin;
  private final InputStream in;
  private final ReadLimits limits;
  private Optional<MappingIterator<Map<String, String>>> rows = Optional.empty();
  private long row;
  private boolean ended;

  public AnnifCsvSource(Origin origin, InputStream in, ReadLimits limits) {
    this.origin = origin;
    this.in = in;
    this.limits = limits;
  }

  @Override
  public Optional<ActPart> next() throws DamagedInput {
    if (ended) {
      return Optional.empty();
    }
    try {
      if (rows.isEmpty()) {
        rows = Optional.of(open());
      }
      if (!rows.get().hasNextValue()) {
        ended = true;
        return Optional.empty();
      }
      row++;
      long line = rows.get().getCurrentLocation().getLineNr();
      return Optional.of(read(rows.get().nextValue(), line));
    } catch (CharacterCodingException e) {
      ended = true;
      throw DamagedInput.of(origin.label(), "not valid UTF-8 after row " + row);
    } catch (JsonProcessingException e) {
      ended = true;
      throw DamagedInput.of(
          origin.at(Math.max(1, e.getLocation() == null ? 1 : e.getLocation().getLineNr())),
          "invalid CSV, not read further: " + e.getOriginalMessage());
    } catch (IOException | UncheckedIOException e) {
      ended = true;
      IOException cause = e instanceof IOException io ? io : ((UncheckedIOException) e).getCause();
      throw DamagedInput.of(origin.label(), cause);
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** The limit of a text bounds the memory, also when a quotation mark is never closed. */
  private MappingIterator<Map<String, String>> open() throws IOException {
    CsvFactory factory =
        CsvFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder().maxStringLength(limits.maxActBytes()).build())
            .build();
    return new CsvMapper(factory)
        .readerForMapOf(String.class)
        .with(CsvSchema.emptySchema().withHeader())
        .readValues(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()));
  }

  private ActPart read(Map<String, String> columns, long line) throws DamagedInput {
    if (!columns.containsKey(TEXT)) {
      ended = true;
      throw DamagedInput.notAnAct(
          origin.label(), "is CSV without the column '" + TEXT + "' of a corpus of Annif");
    }
    String id = columns.getOrDefault(ID, "").strip();
    return AnnifDocument.part(
        origin,
        origin.at(line),
        id.isEmpty() ? origin.plainName() + "-" + row : id,
        columns.get(TEXT),
        new Subjects(SubjectNames.NONE).addresses(columns.getOrDefault(SUBJECTS, "")));
  }
}
