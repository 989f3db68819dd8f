package org.solrlmtc.plugin.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.solr.common.SolrException;
import org.solrlmtc.core.act.ActJson;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.json.JsonProblems;

/** Reads the acts to remember: one per line, as JSON in the form of EURLEX57K. */
final class RememberedActs {
  static final long MAX_BYTES = 16 << 20;

  /** A line, its JSON tree and the texts in it exist at the same time. */
  private static final long HEAP_BYTES_PER_BYTE = 6;

  private static final int MAX_ACTS = 1_000;

  private RememberedActs() {}

  /**
   * @param bytes of all acts
   * @throws SolrException naming the line with a mistake
   */
  static List<ActRecord> read(InputStream in, long bytes) {
    List<ActRecord> acts = new ArrayList<>();
    try (RequestMemory.Reservation memory = RequestMemory.reserve();
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()))) {
      memory.raiseTo(bytes * HEAP_BYTES_PER_BYTE, "the body");
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (!line.isBlank()) {
          acts.add(act(line, "line " + number));
        }
        if (acts.size() > MAX_ACTS) {
          throw PostedAct.bad("the body has more than " + MAX_ACTS + " acts: send fewer at once");
        }
      }
    } catch (CharacterCodingException e) {
      throw PostedAct.bad("the body is not valid UTF-8: " + e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (acts.isEmpty()) {
      throw PostedAct.bad("the body has no acts: send one per line, as JSON");
    }
    return acts;
  }

  private static ActRecord act(String line, String source) {
    try {
      ActJson json = ActJson.of(ActJson.parse(line));
      ActRecord record = new ActRecord(json.act(), "", json.concepts(), source);
      if (record.act().isBlank() && record.act().title().isBlank()) {
        throw PostedAct.bad(source + ": the act has no text");
      }
      return record;
    } catch (JsonProcessingException e) {
      throw PostedAct.bad(source + ": " + JsonProblems.describe(e));
    } catch (ActJson.FieldTypeException | IllegalArgumentException e) {
      throw PostedAct.bad(source + ": " + e.getMessage());
    }
  }
}
