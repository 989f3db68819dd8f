package org.solrlmtc.readers.act;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.readers.act.source.ReadLimits;
import org.solrlmtc.readers.act.source.ReadProblem;

/** What a reading delivered, for tests, and the inputs to read. */
record Reading(List<ActRecord> acts, List<ReadProblem> problems) {

  static Reading skipping(Path... paths) {
    return skipping(ReadLimits.DEFAULT, paths);
  }

  static Reading skipping(ReadLimits limits, Path... paths) {
    List<ActRecord> acts = new ArrayList<>();
    List<ReadProblem> problems = new ArrayList<>();
    try (ActStream stream =
        ActStream.open(Arrays.asList(paths), DamagePolicy.skip(problems::add), limits)) {
      stream.forEachRemaining(acts::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Reading(acts, problems);
  }

  List<String> ids() {
    return acts.stream().map(record -> record.act().id()).toList();
  }

  List<String> sources() {
    return acts.stream().map(ActRecord::source).toList();
  }

  List<String> messages() {
    return problems.stream().map(ReadProblem::message).toList();
  }

  LegalAct onlyAct() {
    if (acts.size() != 1 || !problems.isEmpty()) {
      throw new AssertionError("not just one act: " + ids() + " " + messages());
    }
    return acts.get(0).act();
  }

  static byte[] fixture(String name) {
    try (InputStream in = Reading.class.getResourceAsStream("/acts/" + name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String line(String id) {
    return "{\"celex_id\": \"" + id + "\", \"main_body\": [\"Text of " + id + ".\"]}";
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static Path write(Path file, String text) throws IOException {
    return Files.write(file, utf8(text));
  }

  static byte[] gzip(byte[] plain) throws IOException {
    return gzip(plain, Deflater.DEFAULT_COMPRESSION);
  }

  static byte[] gzip(byte[] plain, int level) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out =
        new GZIPOutputStream(bytes) {
          {
            def.setLevel(level);
          }
        }) {
      out.write(plain);
    }
    return bytes.toByteArray();
  }

  static byte[] zip(Map<String, byte[]> entries) throws IOException {
    return zip(entries, Deflater.DEFAULT_COMPRESSION);
  }

  static byte[] zip(Map<String, byte[]> entries, int level) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(bytes)) {
      out.setLevel(level);
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        out.putNextEntry(new ZipEntry(entry.getKey()));
        out.write(entry.getValue());
        out.closeEntry();
      }
    }
    return bytes.toByteArray();
  }
}
