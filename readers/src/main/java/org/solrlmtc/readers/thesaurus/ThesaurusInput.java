package org.solrlmtc.readers.thesaurus;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.solrlmtc.core.thesaurus.ThesaurusException;
import org.solrlmtc.core.thesaurus.ThesaurusTsv;
import org.solrlmtc.readers.act.source.StrictGzipInputStream;

/** A thesaurus file, decompressed from gzip or zip; its form is detected from its first bytes. */
final class ThesaurusInput implements Closeable {
  enum Form {
    TSV,
    JSON,
    RDF_XML,
    TURTLE,
    JSON_LD,
    ANNIF_TSV,
    ANNIF_CSV
  }

  /** Forms read as a whole; EuroVoc takes one or two MB. */
  static final int MAX_WHOLE_BYTES = ThesaurusTsv.MAX_BYTES;

  /** Forms read as a stream; EuroVoc with every language and label object takes about 1 GB. */
  private static final long MAX_STREAM_BYTES = 4L << 30;

  private static final int HEAD_BYTES = 4096;
  private static final Pattern XML =
      Pattern.compile("(?s)<(\\?xml|!|[\\w.-]+(:[\\w.-]+)?[\\s/>]).*");

  /** An object with a key such as {@code @context} or {@code @id}, or a list of objects. */
  private static final Pattern JSON_LD =
      Pattern.compile("\\[\\s*\\{|\\{.*?\"@(?:context|graph|id|type)\"", Pattern.DOTALL);

  private static final Pattern TURTLE = Pattern.compile("(?si)(@?prefix|@?base|#|<|_:|\\[).*");

  private final Closeable file;
  private final BufferedInputStream stream;
  private final Form form;
  private final boolean packed;

  private ThesaurusInput(Closeable file, InputStream content, boolean packed) throws IOException {
    this.file = file;
    this.packed = packed;
    this.stream = new BufferedInputStream(new Limited(content, MAX_STREAM_BYTES), 1 << 16);
    this.form = recognise(head(stream));
  }

  static ThesaurusInput open(Path path) throws IOException {
    byte[] magic;
    try (InputStream start = Files.newInputStream(path)) {
      magic = start.readNBytes(4);
    }
    Closeable file = null;
    try {
      if (startsWith(magic, 'P', 'K', 3, 4)) {
        ZipFile zip = new ZipFile(path.toFile(), StandardCharsets.UTF_8);
        file = zip;
        return new ThesaurusInput(zip, zip.getInputStream(onlyEntry(zip)), true);
      }
      InputStream plain = Files.newInputStream(path);
      file = plain;
      boolean gzip = startsWith(magic, 0x1f, 0x8b);
      return new ThesaurusInput(plain, gzip ? new StrictGzipInputStream(plain) : plain, gzip);
    } catch (IOException | RuntimeException e) {
      if (file != null) {
        file.close();
      }
      throw e;
    }
  }

  Form form() {
    return form;
  }

  boolean isPacked() {
    return packed;
  }

  InputStream stream() {
    return stream;
  }

  /** The whole content, for the forms that are always small. */
  byte[] bytes() throws IOException {
    byte[] bytes = stream.readNBytes(MAX_WHOLE_BYTES + 1);
    if (bytes.length > MAX_WHOLE_BYTES) {
      throw tooLong(MAX_WHOLE_BYTES);
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private static ZipEntry onlyEntry(ZipFile zip) {
    List<? extends ZipEntry> files =
        zip.stream().filter(entry -> !entry.isDirectory()).limit(2).toList();
    if (files.size() != 1) {
      throw new ThesaurusException(
          "a zip must hold exactly one file, the thesaurus; unpack it and name the file to read");
    }
    return files.get(0);
  }

  private static String head(BufferedInputStream stream) throws IOException {
    stream.mark(HEAD_BYTES);
    byte[] head = stream.readNBytes(HEAD_BYTES);
    stream.reset();
    String text = new String(head, StandardCharsets.UTF_8);
    return (text.startsWith("\uFEFF") ? text.substring(1) : text).stripLeading();
  }

  private static Form recognise(String head) {
    if (head.startsWith(ThesaurusTsv.FORMAT)) {
      return Form.TSV;
    }
    String firstLine = head.lines().findFirst().orElse("");
    if (AnnifVocabulary.isTsv(firstLine)) {
      return Form.ANNIF_TSV;
    }
    if (AnnifVocabulary.isCsv(firstLine)) {
      return Form.ANNIF_CSV;
    }
    if (JSON_LD.matcher(head).lookingAt()) {
      return Form.JSON_LD;
    }
    if (head.startsWith("{")) {
      return Form.JSON;
    }
    if (XML.matcher(head).matches()) {
      return Form.RDF_XML;
    }
    if (TURTLE.matcher(head).matches()) {
      return Form.TURTLE;
    }
    throw new ThesaurusException(
        "the content is not a thesaurus in a known form: give the compact form ("
            + ThesaurusTsv.FORMAT
            + "), the data set's JSON, SKOS as RDF/XML, Turtle or JSON-LD, or a vocabulary of"
            + " Annif (TSV or CSV)");
  }

  private static boolean startsWith(byte[] bytes, int... prefix) {
    for (int i = 0; i < prefix.length; i++) {
      if (i >= bytes.length || (bytes[i] & 0xff) != prefix[i]) {
        return false;
      }
    }
    return true;
  }

  private static ThesaurusException tooLong(long limit) {
    return new ThesaurusException(
        "it is longer than " + (limit >> 20) + " MB unpacked, more than any thesaurus needs");
  }

  /** Counts the decompressed bytes, so that a small file cannot expand endlessly. */
  private static final class Limited extends FilterInputStream {
    private final long limit;
    private long left;

    Limited(InputStream in, long limit) {
      super(in);
      this.limit = limit;
      this.left = limit;
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      count(read < 0 ? 0 : 1);
      return read;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int read = super.read(buffer, offset, length);
      count(Math.max(read, 0));
      return read;
    }

    private void count(int bytes) {
      left -= bytes;
      if (left < 0) {
        throw tooLong(limit);
      }
    }
  }
}
