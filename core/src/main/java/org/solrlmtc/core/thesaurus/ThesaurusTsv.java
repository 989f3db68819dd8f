package org.solrlmtc.core.thesaurus;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The compact form: UTF-8 text, one line per entry, columns separated by tabs.
 *
 * <pre>
 * lmtc-thesaurus  1
 * language        en
 * version         2021-06-04
 * source          eurovoc.rdf
 * domain          100142  04      POLITICS
 * microthesaurus  100163  0406    100142    political framework
 * concept         3474    100170  52|1255   international affairs|international politics
 * deprecated      4826                      TAB
 * end             4
 * </pre>
 *
 * A concept's columns are its id, microthesauri, broader concepts and names, the descriptor first;
 * {@code deprecated} starts the line of a concept no longer in use. Within lists {@code |}
 * separates; {@code \|}, {@code \\}, {@code \t}, {@code \n} and {@code \r} are escapes. The last
 * line has the number of entries, so that a truncated file is detected. Entries, and the ids and
 * alternative names within them, are sorted: two editions can be compared line by line.
 */
public final class ThesaurusTsv {
  public static final String FORMAT = "lmtc-thesaurus";

  /** A file of this form is read as a whole; EuroVoc takes one or two MB. */
  public static final int MAX_BYTES = 64 << 20;

  private static final byte[] GZIP = {0x1f, (byte) 0x8b};
  private static final byte[] ZIP = {'P', 'K', 3, 4};
  private static final String VERSION = "1";
  private static final String DOMAIN = "domain";
  private static final String MICROTHESAURUS = "microthesaurus";
  private static final String CONCEPT = "concept";
  private static final String DEPRECATED = "deprecated";
  private static final String END = "end";

  private ThesaurusTsv() {}

  /**
   * Reads an uncompressed file of the compact form, as in bundles: its size bounds the memory to
   * read it.
   *
   * @throws ThesaurusException naming the file, and line or entry, when it cannot be used
   */
  public static Thesaurus read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] content = in.readNBytes(MAX_BYTES + 1);
      if (content.length > MAX_BYTES) {
        throw new ThesaurusException(
            "it is longer than " + (MAX_BYTES >> 20) + " MB, more than any thesaurus needs");
      }
      if (startsWith(content, GZIP) || startsWith(content, ZIP)) {
        throw new ThesaurusException("it is packed: unpack it");
      }
      if (!startsWith(content, FORMAT.getBytes(StandardCharsets.US_ASCII))) {
        throw new ThesaurusException("it is not in the compact form (" + FORMAT + "): convert it");
      }
      return read(content);
    } catch (ThesaurusException e) {
      throw new ThesaurusException(file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw ThesaurusException.unreadable(file, e);
    }
  }

  /**
   * @throws ThesaurusException naming the line or entry that is wrong
   */
  public static Thesaurus read(byte[] content) {
    return new Reader(content).read();
  }

  private static boolean startsWith(byte[] content, byte[] prefix) {
    return content.length >= prefix.length
        && Arrays.equals(content, 0, prefix.length, prefix, 0, prefix.length);
  }

  /**
   * Writes next to the target and renames: a reader never sees a partial file. Equal thesauri give
   * equal bytes.
   *
   * @throws ThesaurusException naming the file that cannot be written
   */
  public static void write(Thesaurus thesaurus, Path target) {
    byte[] content = toText(thesaurus).getBytes(StandardCharsets.UTF_8);
    Path absolute = target.toAbsolutePath();
    Path temporary =
        absolute.resolveSibling("." + absolute.getFileName() + "." + UUID.randomUUID() + ".tmp");
    try {
      try {
        Files.write(temporary, content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        Files.move(
            temporary,
            absolute,
            StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(temporary);
      }
    } catch (IOException e) {
      throw new ThesaurusException(target + ": cannot be written: " + e, e);
    }
  }

  /** The content of the file that {@link #write} writes. */
  public static String toText(Thesaurus thesaurus) {
    StringBuilder out = new StringBuilder();
    Edition edition = thesaurus.edition();
    line(out, FORMAT, VERSION);
    line(out, "language", escape(edition.language()));
    line(out, "version", escape(edition.version()));
    line(out, "source", escape(edition.source()));
    thesaurus.domains().stream()
        .sorted(Comparator.comparing(Domain::code))
        .forEach(
            domain ->
                line(
                    out,
                    DOMAIN,
                    escape(domain.id()),
                    escape(domain.code()),
                    escape(domain.label())));
    thesaurus.microthesauri().stream()
        .sorted(Comparator.comparing(Microthesaurus::notation))
        .forEach(
            micro ->
                line(
                    out,
                    MICROTHESAURUS,
                    escape(micro.id()),
                    escape(micro.notation()),
                    escape(micro.domain()),
                    escape(micro.label())));
    thesaurus.concepts().stream()
        .sorted(Comparator.comparing(Concept::id))
        .forEach(
            concept ->
                line(
                    out,
                    concept.deprecated() ? DEPRECATED : CONCEPT,
                    escape(concept.id()),
                    sortedList(concept.microthesauri()),
                    sortedList(concept.broader()),
                    names(concept)));
    int entries =
        thesaurus.domains().size() + thesaurus.microthesauri().size() + thesaurus.concepts().size();
    line(out, END, Integer.toString(entries));
    return out.toString();
  }

  private static String names(Concept concept) {
    String others = sortedList(concept.alternativeNames());
    return escape(concept.descriptor()) + (others.isEmpty() ? "" : "|" + others);
  }

  private static String sortedList(Collection<String> values) {
    return values.stream().sorted().map(ThesaurusTsv::escape).collect(Collectors.joining("|"));
  }

  private static void line(StringBuilder out, String... columns) {
    out.append(String.join("\t", columns)).append('\n');
  }

  private static String escape(String value) {
    return value
        .replace("\\", "\\\\")
        .replace("\t", "\\t")
        .replace("\n", "\\n")
        .replace("\r", "\\r")
        .replace("|", "\\|");
  }

  /** Strict: what the writer would not write is refused, with the line number. */
  private static final class Reader {
    private final byte[] content;
    private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
    private int position;
    private int lineNumber;

    private final List<Domain> domains = new ArrayList<>();
    private final List<Microthesaurus> microthesauri = new ArrayList<>();
    private final List<Concept> concepts = new ArrayList<>();
    private final Map<String, Integer> lineOf = new HashMap<>();

    Reader(byte[] content) {
      this.content = content;
    }

    Thesaurus read() {
      String version = metadata(FORMAT);
      if (!version.equals(VERSION)) {
        throw bad("format version '" + version + "' is unknown; this program reads " + VERSION);
      }
      String language = metadata("language");
      if (!Edition.isLanguage(language)) {
        throw bad("'" + language + "' is not a language tag such as en or fr");
      }
      Edition edition = new Edition(language, metadata("version"), metadata("source"));
      int entries = 0;
      String[] columns = nextLine();
      while (!columns[0].equals(END)) {
        readEntry(columns);
        entries++;
        columns = nextLine();
      }
      requireColumns(columns, 2);
      if (!columns[1].equals(Integer.toString(entries))) {
        throw bad("counts " + columns[1] + " entries, but " + entries + " precede it");
      }
      if (position < content.length) {
        lineNumber++;
        throw bad("follows the end line");
      }
      try {
        return new Thesaurus(edition, domains, microthesauri, concepts);
      } catch (ThesaurusException e) {
        throw new ThesaurusException("line " + lineOf.get(e.entry()) + ": " + e.getMessage(), e);
      }
    }

    private void readEntry(String[] columns) {
      switch (columns[0]) {
        case DOMAIN -> {
          requireColumns(columns, 4);
          Domain domain = new Domain(text(columns[1]), text(columns[2]), text(columns[3]));
          domains.add(domain);
          remember(DOMAIN, domain.id());
        }
        case MICROTHESAURUS -> {
          requireColumns(columns, 5);
          Microthesaurus micro =
              new Microthesaurus(
                  text(columns[1]), text(columns[2]), text(columns[4]), text(columns[3]));
          microthesauri.add(micro);
          remember(MICROTHESAURUS, micro.id());
        }
        case CONCEPT, DEPRECATED -> {
          requireColumns(columns, 5);
          List<String> names = list(columns[4]);
          if (names.isEmpty()) {
            throw bad("the concept has no name");
          }
          Concept concept =
              new Concept(
                  text(columns[1]),
                  names.get(0),
                  names.subList(1, names.size()),
                  list(columns[3]),
                  list(columns[2]),
                  columns[0].equals(DEPRECATED));
          concepts.add(concept);
          remember(CONCEPT, concept.id());
        }
        default ->
            throw bad(
                "starts with '"
                    + columns[0]
                    + "' where domain, microthesaurus, concept, deprecated or end is expected");
      }
    }

    private void remember(String kind, String id) {
      lineOf.put(kind + " " + id, lineNumber);
    }

    private String metadata(String key) {
      String[] columns = nextLine();
      if (!columns[0].equals(key)) {
        throw bad("starts with '" + columns[0] + "' where '" + key + "' is expected");
      }
      requireColumns(columns, 2);
      return text(columns[1]);
    }

    private void requireColumns(String[] columns, int expected) {
      if (columns.length != expected) {
        throw bad("has " + columns.length + " columns where " + columns[0] + " takes " + expected);
      }
    }

    /** Splits at tabs; a carriage return at the end is what a Windows checkout adds. */
    private String[] nextLine() {
      lineNumber++;
      int end = position;
      while (end < content.length && content[end] != '\n') {
        end++;
      }
      if (end == content.length) {
        throw bad("the file is cut short: it must close with the line 'end' and a line feed");
      }
      int length = end - position;
      if (length > 0 && content[end - 1] == '\r') {
        length--;
      }
      ByteBuffer bytes = ByteBuffer.wrap(content, position, length);
      position = end + 1;
      try {
        return utf8.decode(bytes).toString().split("\t", -1);
      } catch (CharacterCodingException e) {
        throw bad("is not UTF-8");
      }
    }

    private String text(String column) {
      List<String> values = list(column);
      if (values.size() > 1) {
        throw bad("'" + column + "' has a list where one value is expected");
      }
      return values.isEmpty() ? "" : values.get(0);
    }

    private List<String> list(String column) {
      if (column.isEmpty()) {
        return List.of();
      }
      List<String> values = new ArrayList<>();
      StringBuilder value = new StringBuilder();
      for (int i = 0; i < column.length(); i++) {
        char c = column.charAt(i);
        if (c == '|') {
          values.add(value.toString());
          value.setLength(0);
        } else if (c == '\\') {
          i++;
          value.append(unescape(i < column.length() ? column.charAt(i) : ' '));
        } else {
          value.append(c);
        }
      }
      values.add(value.toString());
      if (values.stream().anyMatch(String::isBlank)) {
        throw bad("'" + column + "' has an empty value between separators");
      }
      return values;
    }

    private char unescape(char c) {
      return switch (c) {
        case '\\', '|' -> c;
        case 't' -> '\t';
        case 'n' -> '\n';
        case 'r' -> '\r';
        default -> throw bad("has a backslash before '" + c + "'; write \\\\ for a backslash");
      };
    }

    private ThesaurusException bad(String what) {
      return new ThesaurusException("line " + lineNumber + ": " + what);
    }
  }
}
