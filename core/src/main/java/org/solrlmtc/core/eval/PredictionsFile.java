package org.solrlmtc.core.eval;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.solrlmtc.core.json.JsonProblems;

/**
 * Predictions of a system, one JSON line per act, in rank order:
 *
 * <pre>{"celex_id": "31960D0712", "labels": [["1086", 0.91], ["1196", 0.4]]}</pre>
 *
 * Files ending in {@code .gz} are written compressed; compressed files are detected by their
 * content.
 */
public final class PredictionsFile {
  private static final String ACT = "celex_id";
  private static final String LABELS = "labels";

  /** No identifier is longer; otherwise it is not a predictions file. */
  private static final int MAX_STRING = 1_000;

  /** More labels than any thesaurus has; a line may not fill the memory. */
  private static final int MAX_LABELS = 100_000;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(MAX_STRING)
                  .maxNameLength(MAX_STRING)
                  .maxNestingDepth(10)
                  .build())
          .build();

  private PredictionsFile() {}

  /**
   * Reads a file, act by act. Nothing is skipped: anything that is not a prediction is an error.
   *
   * @throws IOException naming file and line if the file cannot be read or breaks a rule: another
   *     form, a repeated act or label, a score that is not between 0 and 1, labels out of rank
   *     order
   */
  public static void read(Path file, Consumer<ActPredictions> sink) throws IOException {
    try (Reader text = open(file);
        JsonParser parser = JSON.createParser(text)) {
      new ActReader(file, parser).readAll(sink);
    }
  }

  private static Reader open(Path file) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file));
    try {
      in.mark(2);
      boolean compressed = in.read() == 0x1f && in.read() == 0x8b;
      in.reset();
      // a fresh decoder reports malformed UTF-8 where the usual one would replace it
      return new InputStreamReader(
          compressed ? new GZIPInputStream(in) : in, StandardCharsets.UTF_8.newDecoder());
    } catch (IOException e) {
      in.close();
      throw new IOException(file + ": cannot be decompressed: " + e.getMessage(), e);
    }
  }

  private static final class ActReader {
    private final Path file;
    private final JsonParser parser;
    private final Set<String> acts = new HashSet<>();

    /** A file has many predictions of few labels: they share one string per label. */
    private final Map<String, String> ids = new HashMap<>();

    private ActReader(Path file, JsonParser parser) {
      this.file = file;
      this.parser = parser;
    }

    private void readAll(Consumer<ActPredictions> sink) throws IOException {
      try {
        while (parser.nextToken() != null) {
          ActPredictions predictions = readAct();
          if (!acts.add(predictions.act())) {
            throw error("the act " + predictions.act() + " appears twice in the file");
          }
          sink.accept(predictions);
        }
      } catch (JsonProcessingException e) {
        throw new IOException(at() + JsonProblems.reason(e), e);
      } catch (CharacterCodingException e) {
        throw new IOException(at() + "the file is not in UTF-8", e);
      } catch (EOFException | ZipException e) {
        throw new IOException(at() + "the compressed file is damaged: " + e.getMessage(), e);
      }
    }

    private ActPredictions readAct() throws IOException {
      expect(parser.currentToken(), JsonToken.START_OBJECT, "an object for each act");
      String act = null;
      List<Prediction> labels = null;
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        parser.nextToken();
        switch (field) {
          case ACT -> act = string("a string as " + ACT);
          case LABELS -> labels = readLabels();
          default ->
              throw error("unknown field '" + field + "': an act has " + ACT + " and " + LABELS);
        }
      }
      if (act == null || labels == null) {
        throw error("the field " + (act == null ? ACT : LABELS) + " is missing");
      }
      try {
        return new ActPredictions(act, labels);
      } catch (IllegalArgumentException e) {
        throw error(e.getMessage());
      }
    }

    private List<Prediction> readLabels() throws IOException {
      String form = "pairs of label and score, such as [\"1086\", 0.91], as " + LABELS;
      expect(parser.currentToken(), JsonToken.START_ARRAY, form);
      List<Prediction> labels = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        expect(parser.currentToken(), JsonToken.START_ARRAY, form);
        parser.nextToken();
        String label = ids.computeIfAbsent(string(form), id -> id);
        if (!parser.nextToken().isNumeric()) {
          throw error("expected " + form);
        }
        if (labels.size() == MAX_LABELS) {
          throw error("more than " + MAX_LABELS + " labels for one act");
        }
        labels.add(prediction(label));
        expect(parser.nextToken(), JsonToken.END_ARRAY, form);
      }
      return labels;
    }

    private Prediction prediction(String label) throws IOException {
      try {
        // not through double, which would round twice
        return new Prediction(label, Float.parseFloat(parser.getText()));
      } catch (IllegalArgumentException e) {
        throw error(e.getMessage());
      }
    }

    private String string(String expected) throws IOException {
      expect(parser.currentToken(), JsonToken.VALUE_STRING, expected);
      return parser.getText();
    }

    private void expect(JsonToken token, JsonToken wanted, String expected) throws IOException {
      if (token != wanted) {
        throw error("expected " + expected);
      }
    }

    private IOException error(String message) {
      return new IOException(at() + message);
    }

    private String at() {
      return file + ":" + parser.currentLocation().getLineNr() + ": ";
    }
  }

  /**
   * Writes a file. {@link #commit} puts the complete file under its name; closing without that
   * keeps the previous file.
   */
  public static final class Writer implements Closeable {
    private final Path file;
    private final Path temporary;
    private final JsonGenerator json;

    public Writer(Path file) throws IOException {
      this.file = file.toAbsolutePath();
      this.temporary =
          this.file.resolveSibling(this.file.getFileName() + "." + UUID.randomUUID() + ".tmp");
      OutputStream out =
          new BufferedOutputStream(Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW));
      if (file.getFileName().toString().endsWith(".gz")) {
        out = new GZIPOutputStream(out);
      }
      this.json = JSON.createGenerator(out);
      json.setPrettyPrinter(new MinimalPrettyPrinter("\n"));
    }

    public void write(ActPredictions predictions) throws IOException {
      json.writeStartObject();
      json.writeStringField(ACT, predictions.act());
      json.writeArrayFieldStart(LABELS);
      for (Prediction prediction : predictions.ranking()) {
        json.writeStartArray();
        json.writeString(prediction.label());
        json.writeNumber(prediction.score());
        json.writeEndArray();
      }
      json.writeEndArray();
      json.writeEndObject();
    }

    /** Moves the complete file to its name. Nothing can be written after it. */
    public void commit() throws IOException {
      json.writeRaw('\n');
      json.close();
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() throws IOException {
      try {
        json.close();
      } finally {
        Files.deleteIfExists(temporary);
      }
    }
  }
}
