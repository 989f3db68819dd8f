package org.solrlmtc.core.thesaurus;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.ZipException;

/** A thesaurus that cannot be used; the message names the file or concept and what is wrong. */
public class ThesaurusException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String entry;

  public ThesaurusException(String message) {
    this(message, null);
  }

  public ThesaurusException(String message, Throwable cause) {
    this("", message, cause);
  }

  private ThesaurusException(String entry, String message, Throwable cause) {
    super(message, cause);
    this.entry = entry;
  }

  /** About one entry, so that a reader that knows its line can add it. */
  static ThesaurusException about(String entry, String message) {
    return new ThesaurusException(entry, entry + " " + message, null);
  }

  /** The file cannot be read at all; the message has the reason and the way out. */
  public static ThesaurusException unreadable(Path file, IOException cause) {
    return new ThesaurusException(file + ": " + reason(cause), cause);
  }

  private static String reason(IOException cause) {
    if (cause instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (cause instanceof EOFException) {
      return "the file is cut short; fetch it again";
    }
    if (cause instanceof ZipException) {
      return "the packed file is damaged (" + cause.getMessage() + "); fetch it again";
    }
    if (cause instanceof CharacterCodingException) {
      return "it is not UTF-8; save it in that encoding";
    }
    return "cannot be read: " + cause;
  }

  /** The entry it is about, such as {@code concept 1309}, or empty. */
  String entry() {
    return entry;
  }
}
