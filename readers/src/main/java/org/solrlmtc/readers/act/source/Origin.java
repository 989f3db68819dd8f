package org.solrlmtc.readers.act.source;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where an input comes from.
 *
 * @param label the input's name in messages and in records
 * @param path its path, with slashes; its last part may name the act
 */
public record Origin(String label, String path) {
  private static final Pattern EXTENSIONS =
      Pattern.compile(
          "(?:\\.(?:gz|json|jsonl|ndjson|xml|fmx|fmx4|akn|xhtml|html|htm|txt|tsv|csv))+$",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern LINES =
      Pattern.compile("\\.(?:jsonl|ndjson)(?:\\.gz)?$", Pattern.CASE_INSENSITIVE);

  public static Origin of(Path file) {
    return new Origin(printable(file.toString()), file.toString().replace('\\', '/'));
  }

  public Origin entry(String name) {
    return new Origin(label + "!/" + printable(name), path + "/" + name);
  }

  /** The label of one line of this input. */
  public String at(long line) {
    return label + ":" + line;
  }

  /** True if the name promises acts, so that other content is damage and not a stray file. */
  public boolean promisesActs() {
    return EXTENSIONS.matcher(fileName()).find();
  }

  public boolean promisesLines() {
    return LINES.matcher(fileName()).find();
  }

  /** True if the file has this extension, given without its dot, even when it is gzipped. */
  public boolean hasExtension(String extension) {
    String name = fileName().toLowerCase(Locale.ROOT);
    return name.endsWith("." + extension) || name.endsWith("." + extension + ".gz");
  }

  /** Files that tools leave behind and that a folder listing would not show. */
  public static boolean isHidden(String name) {
    boolean dotted = name.startsWith(".") && !name.equals(".") && !name.equals("..");
    return dotted || name.equals("__MACOSX");
  }

  /** The act's id when the document itself names none. */
  public String actId() {
    return celex().orElseGet(this::plainName);
  }

  /** The CELEX number in the file's name, or that is the whole name of a folder around it. */
  Optional<String> celex() {
    Optional<String> named = Celex.inName(fileName());
    String[] parts = path.split("/", -1);
    for (int i = parts.length - 2; named.isEmpty() && i >= 0; i--) {
      String folder = parts[i];
      named =
          Celex.inName(folder)
              .filter(number -> bare(number).equals(bare(folder.toUpperCase(Locale.ROOT))));
    }
    return named;
  }

  /** The file's name without its extensions. */
  public String plainName() {
    return printable(EXTENSIONS.matcher(fileName()).replaceFirst(""));
  }

  private String fileName() {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static String bare(String number) {
    return number.replaceAll("[()]", "");
  }

  /** Names come from the input: they must not forge lines of a log. */
  public static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }
}
