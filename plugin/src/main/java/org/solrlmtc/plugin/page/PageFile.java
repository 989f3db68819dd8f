package org.solrlmtc.plugin.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of the page.
 *
 * @param tag the entity tag, which changes with the content
 */
record PageFile(byte[] content, String type, String tag) {
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=UTF-8",
          "css", "text/css; charset=UTF-8",
          "js", "text/javascript; charset=UTF-8",
          "svg", "image/svg+xml");

  /** All files are in one folder: a name with a slash or two dots leads nowhere. */
  private static final Pattern NAME = Pattern.compile("[a-z]+\\.([a-z]+)");

  private static final int TAG_BYTES = 12;

  /** The file of this name; empty when the page has none. */
  static Optional<PageFile> read(String name) {
    Matcher matcher = NAME.matcher(name);
    if (!matcher.matches() || !TYPES.containsKey(matcher.group(1))) {
      return Optional.empty();
    }
    try (InputStream in = PageFile.class.getResourceAsStream("files/" + name)) {
      if (in == null) {
        return Optional.empty();
      }
      byte[] content = in.readAllBytes();
      return Optional.of(new PageFile(content, TYPES.get(matcher.group(1)), tag(content)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name + " of the page", e);
    }
  }

  private static String tag(byte[] content) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
      return '"' + HexFormat.of().formatHex(digest, 0, TAG_BYTES) + '"';
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
