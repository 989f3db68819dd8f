package org.solrlmtc.core.act.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file of XML or HTML, which holds one act; its root element says in which vocabulary. */
final class MarkupSource implements ActSource {
  private static final int PROLOG_BYTES = 1 << 16;
  private static final Pattern DOCTYPE =
      Pattern.compile("\\A<!DOCTYPE\\s+([^\\s>\\[]+)", Pattern.CASE_INSENSITIVE);
  private static final Pattern ROOT = Pattern.compile("\\A<(?:[\\w.-]+:)?([\\w.-]+)");
  private static final Set<String> HTML_ROOTS = Set.of("html", "head", "body", "div", "p", "meta");

  private final Origin origin;
  private final InputStream in;
  private final ReadLimits limits;
  private boolean done;

  MarkupSource(Origin origin, InputStream in, ReadLimits limits) {
    this.origin = origin;
    this.in = in;
    this.limits = limits;
  }

  @Override
  public Optional<ActPart> next() throws DamagedInput {
    if (done) {
      return Optional.empty();
    }
    done = true;
    byte[] document = readAll();
    ActPart part = isHtml(document) ? EurLexHtmlReader.read(origin, document) : formex(document);
    if (part.record().act().isBlank()) {
      throw DamagedInput.of(
          origin.label(),
          "act " + part.record().act().id() + " has no text: all its zones are empty");
    }
    return Optional.of(part);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private byte[] readAll() throws DamagedInput {
    try {
      byte[] document = in.readNBytes(limits.maxActBytes());
      if (in.read() >= 0) {
        throw DamagedInput.tooLarge(origin.label(), limits);
      }
      return document;
    } catch (IOException e) {
      throw DamagedInput.of(origin.label(), e);
    }
  }

  private boolean isHtml(byte[] document) throws DamagedInput {
    String start = afterProlog(document);
    Matcher doctype = DOCTYPE.matcher(start);
    if (doctype.find()) {
      if (!doctype.group(1).toLowerCase(Locale.ROOT).equals("html")) {
        // Formex 4 has a schema and no DTD; what is left are entity attacks
        throw DamagedInput.of(
            origin.label(),
            "XML with a document type declaration (<!DOCTYPE "
                + doctype.group(1)
                + ">) is refused,"
                + " since it can declare entities: remove it");
      }
      return true;
    }
    return HTML_ROOTS.contains(root(start).toLowerCase(Locale.ROOT));
  }

  private ActPart formex(byte[] document) throws DamagedInput {
    String root = root(afterProlog(document));
    if (!FormexReader.ROOTS.contains(root)) {
      throw DamagedInput.notAnAct(
          origin.label(),
          "<"
              + root
              + "> is the root of neither a Formex act (ACT, CONS.ACT, GENERAL, AGR, ANNEX)"
              + " nor an HTML page");
    }
    return FormexReader.read(origin, document);
  }

  private static String root(String start) {
    Matcher root = ROOT.matcher(start);
    return root.find() ? root.group(1) : "?";
  }

  private static String afterProlog(byte[] document) {
    byte[] head = Arrays.copyOf(document, Math.min(document.length, PROLOG_BYTES));
    String text = new String(head, StandardCharsets.ISO_8859_1).stripLeading();
    while (text.startsWith("<?") || text.startsWith("<!--")) {
      String close = text.startsWith("<?") ? "?>" : "-->";
      int end = text.indexOf(close);
      if (end < 0) {
        return "";
      }
      text = text.substring(end + close.length()).stripLeading();
    }
    return text;
  }
}
