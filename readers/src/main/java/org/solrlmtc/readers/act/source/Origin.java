package org.solrlmtc.readers.act.source;

import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Where an input comes from.
 *
 * @param label the input's name in messages and in records
 * @param fileName its last part alone, which may name the act
 */
public record Origin(String label, String fileName) {
  private static final Pattern EXTENSIONS =
      Pattern.compile(
          "(?:\\.(?:gz|json|jsonl|ndjson|xml|fmx|fmx4|xhtml|html|htm))+$",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern LINES =
      Pattern.compile("\\.(?:jsonl|ndjson)(?:\\.gz)?$", Pattern.CASE_INSENSITIVE);

  public static Origin of(Path file) {
    return new Origin(printable(file.toString()), lastPart(file.toString().replace('\\', '/')));
  }

  public Origin entry(String name) {
    return new Origin(label + "!/" + printable(name), lastPart(name));
  }

  /** The label of one line of this input. */
  public String at(long line) {
    return label + ":" + line;
  }

  /** True if the name promises acts, so that other content is damage and not a stray file. */
  public boolean promisesActs() {
    return EXTENSIONS.matcher(fileName).find();
  }

  public boolean promisesLines() {
    return LINES.matcher(fileName).find();
  }

  /** Files that tools leave behind and that a folder listing would not show. */
  public static boolean isHidden(String name) {
    boolean dotted = name.startsWith(".") && !name.equals(".") && !name.equals("..");
    return dotted || name.equals("__MACOSX");
  }

  /** The act's id when the document itself names none. */
  public String actId() {
    return Celex.find(fileName)
        .orElseGet(() -> printable(EXTENSIONS.matcher(fileName).replaceFirst("")));
  }

  private static String lastPart(String name) {
    return name.substring(name.lastIndexOf('/') + 1);
  }

  /** Names come from the input: they must not forge lines of a log. */
  public static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }
}
