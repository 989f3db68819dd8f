package org.solrlmtc.readers.act;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.solrlmtc.readers.act.page.EurLexHtmlReader;
import org.solrlmtc.readers.act.source.ActPart;
import org.solrlmtc.readers.act.source.ActSource;
import org.solrlmtc.readers.act.source.DamagedInput;
import org.solrlmtc.readers.act.source.Origin;
import org.solrlmtc.readers.act.source.ReadLimits;
import org.solrlmtc.readers.act.source.StrictDecoder;
import org.solrlmtc.readers.act.xml.AkomaNtosoReader;
import org.solrlmtc.readers.act.xml.FormexReader;

/** A file of XML or HTML, which holds one act; its root element determines the format. */
final class MarkupSource implements ActSource {
  private static final int DECLARATION_BYTES = 2048;
  private static final Pattern CHARSET =
      Pattern.compile("(?:charset|encoding)\\s*=\\s*[\"']?([\\w:.-]+)", Pattern.CASE_INSENSITIVE);
  private static final Pattern DOCTYPE =
      Pattern.compile("<!DOCTYPE\\s+([^\\s>\\[]+)", Pattern.CASE_INSENSITIVE);
  private static final Pattern ROOT = Pattern.compile("<(?:[\\w.-]+:)?([\\w.-]+)");
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
    String document = decode(readAll());
    String start = document.substring(prologEnd(document));
    ActPart part = isHtml(start) ? EurLexHtmlReader.read(origin, document) : xml(start, document);
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

  private String decode(byte[] document) throws DamagedInput {
    byte[] head = Arrays.copyOf(document, Math.min(document.length, DECLARATION_BYTES));
    Matcher declared = CHARSET.matcher(new String(head, StandardCharsets.ISO_8859_1));
    String name = declared.find() ? declared.group(1).toLowerCase(Locale.ROOT) : "utf-8";
    try {
      // HTML defines Latin-1 as its Windows superset
      Charset charset = Charset.forName(name.equals("iso-8859-1") ? "windows-1252" : name);
      return StrictDecoder.decode(document, charset, origin, 1);
    } catch (IllegalArgumentException e) {
      throw DamagedInput.of(origin.label(), "declares the unknown character set '" + name + "'");
    }
  }

  private boolean isHtml(String start) throws DamagedInput {
    Matcher doctype = DOCTYPE.matcher(start);
    if (!doctype.lookingAt()) {
      return HTML_ROOTS.contains(root(start).toLowerCase(Locale.ROOT));
    }
    if (doctype.group(1).toLowerCase(Locale.ROOT).equals("html")) {
      return true;
    }
    // Formex 4 has a schema and no DTD; what is left are entity attacks
    throw DamagedInput.of(
        origin.label(),
        "XML with a document type declaration (<!DOCTYPE "
            + doctype.group(1)
            + ">) is refused, since it can declare entities: remove it");
  }

  private ActPart xml(String start, String document) throws DamagedInput {
    String root = root(start);
    if (root.equals(AkomaNtosoReader.ROOT)) {
      return AkomaNtosoReader.read(origin, document);
    }
    if (FormexReader.ROOTS.contains(root)) {
      return FormexReader.read(origin, document);
    }
    throw DamagedInput.notAnAct(
        origin.label(),
        "<"
            + root
            + "> is the root of neither a Formex act (ACT, CONS.ACT, GENERAL, AGR, CORR, ANNEX)"
            + " nor Akoma Ntoso nor an HTML page");
  }

  private static String root(String start) {
    Matcher root = ROOT.matcher(start);
    return root.lookingAt() ? root.group(1) : "?";
  }

  /** Where declarations and comments end and the root element begins. */
  private static int prologEnd(String document) {
    int at = visible(document, 0);
    while (document.startsWith("<?", at) || document.startsWith("<!--", at)) {
      String close = document.startsWith("<?", at) ? "?>" : "-->";
      int end = document.indexOf(close, at);
      if (end < 0) {
        return document.length();
      }
      at = visible(document, end + close.length());
    }
    return at;
  }

  private static int visible(String document, int from) {
    int at = from;
    while (at < document.length() && document.charAt(at) <= ' ') {
      at++;
    }
    return at;
  }
}
