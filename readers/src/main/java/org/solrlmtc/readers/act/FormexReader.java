package org.solrlmtc.readers.act;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * An act, or the annex of one, in Formex 4. Text of unknown elements goes to the zone of the
 * element around it. Footnotes are inside the text; as in EURLEX57K a number replaces them, and
 * they follow the signature or the annex they belong to.
 */
final class FormexReader {
  /** Root elements of what is read as an act. */
  static final Set<String> ROOTS = Set.of("ACT", "CONS.ACT", "GENERAL", "AGR", "ANNEX");

  /** Holds year and number of an act. */
  private static final String NUMBER = "NO.DOC";

  private static final Set<String> ANNEXES = Set.of("ANNEX", "CONS.ANNEX");
  private static final Set<String> WITHOUT_TEXT =
      Set.of(
          "BIB.INSTANCE",
          "BIB.DATA",
          "INFO.CONSLEG",
          "INFO.PROD",
          "FAM.COMP",
          "TOC",
          "PREAMBLE.FINAL");
  private static final Set<String> INLINE =
      Set.of("HT", "DATE", "FT", "QUOT.START", "QUOT.END", "NOTE", "IE", "ACRONYM");
  private static final Set<String> CELLS = Set.of("NO.P", "NO.PARAG", "NO.GR.SEQ", "CELL");
  private static final Set<String> ROWS = Set.of("ROW", "NP", "ITEM", "PARAG");

  /** Where the text of an element goes. */
  private enum Place {
    NOWHERE,
    TITLE,
    HEADER,
    RECITALS,
    BODY,
    /** Formulas after the last article, to which EURLEX57K adds them. */
    CLOSING,
    NOTES,
    ATTACHMENTS
  }

  private record Element(String name, Place place) {}

  private final Origin origin;
  private final Deque<Element> open = new ArrayDeque<>();
  private final LineWriter header = new LineWriter();
  private final LineWriter recitals = new LineWriter();

  /** Text before the first article, such as a chapter's name, belongs to it. */
  private final List<LineWriter> articles = new ArrayList<>(List.of(new LineWriter()));

  private final LineWriter attachments = new LineWriter();
  private final LineWriter discarded = new LineWriter();
  private LineWriter notes = new LineWriter();
  private int noteCount;
  private int articleCount;
  private int articleDepth;
  private int openNumbers;
  private String title = "";
  private Optional<String> celex = Optional.empty();
  private String year = "";
  private String number = "";
  private String publication = "";

  private FormexReader(Origin origin) {
    this.origin = origin;
  }

  static ActPart read(Origin origin, String xml) throws DamagedInput {
    FormexReader reader = new FormexReader(origin);
    boolean annex = reader.parse(xml);
    return reader.part(annex);
  }

  /** Returns whether the root is an annex. */
  private boolean parse(String xml) throws DamagedInput {
    boolean annex = false;
    try {
      XMLStreamReader reader = safeFactory().createXMLStreamReader(new StringReader(xml));
      while (reader.hasNext()) {
        switch (reader.next()) {
          case XMLStreamConstants.START_ELEMENT -> {
            annex |= open.isEmpty() && ANNEXES.contains(reader.getLocalName());
            start(reader);
          }
          case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> text(reader.getText());
          case XMLStreamConstants.END_ELEMENT -> end();
          case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE ->
              throw DamagedInput.of(
                  origin.at(reader.getLocation().getLineNumber()),
                  "XML that declares or uses entities of its own is refused: remove them");
          default -> {}
        }
      }
    } catch (XMLStreamException e) {
      int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNumber());
      throw DamagedInput.of(origin.at(line), "invalid XML: " + reason(e));
    }
    return annex;
  }

  /**
   * The JDK's own parser, whatever else is on the class path, with all external access disabled.
   */
  private static XMLInputFactory safeFactory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    return factory;
  }

  /** The parser's message is on a separate line, after the location. */
  private static String reason(XMLStreamException e) {
    String marker = "Message: ";
    String message = String.valueOf(e.getMessage());
    int start = message.indexOf(marker);
    return start < 0 ? message : message.substring(start + marker.length());
  }

  private void start(XMLStreamReader reader) {
    String name = reader.getLocalName();
    Place place = open.isEmpty() ? rootPlace(name) : placeOf(name, open.peek());
    if (ANNEXES.contains(name)) {
      flushNotes();
    } else if (name.equals("ARTICLE") && place == Place.BODY && articleDepth == 0) {
      articleDepth = open.size() + 1;
      if (++articleCount > 1) {
        articles.add(new LineWriter());
      }
    } else if (name.equals("NOTE") && place == Place.NOTES && !isOpen(Place.NOTES)) {
      startNote();
    }
    open.push(new Element(name, place));
    openNumbers += name.equals(NUMBER) ? 1 : 0;
    if (!isInline(name)) {
      writer(place).breakLine();
    }
    if (name.startsWith("QUOT.")) {
      writer(place).text(quotationMark(reader.getAttributeValue(null, "CODE")));
    }
    readAttributes(reader, name);
  }

  private static Place rootPlace(String name) {
    return ANNEXES.contains(name) ? Place.ATTACHMENTS : Place.BODY;
  }

  private Place placeOf(String name, Element parent) {
    Place place = parent.place();
    if (place == Place.NOWHERE || place == Place.NOTES) {
      return place;
    }
    if (WITHOUT_TEXT.contains(name) || (name.equals("TI.ART") && open.size() == articleDepth)) {
      return Place.NOWHERE;
    }
    if (name.equals("NOTE")) {
      return Place.NOTES;
    }
    if (place == Place.ATTACHMENTS || ANNEXES.contains(name)) {
      return Place.ATTACHMENTS;
    }
    if (parent.name().equals("CONS.DOC") || open.size() == 1) {
      return switch (name) {
        case "TITLE" -> Place.TITLE;
        case "PREAMBLE" -> Place.RECITALS;
        case "FINAL" -> Place.CLOSING;
        default -> place;
      };
    }
    if (name.equals("PREAMBLE.INIT")) {
      return Place.HEADER;
    }
    return name.equals("SIGNATURE") && place == Place.CLOSING ? Place.ATTACHMENTS : place;
  }

  private LineWriter writer(Place place) {
    return switch (place) {
      case NOWHERE -> discarded;
      case TITLE, HEADER -> header;
      case RECITALS -> recitals;
      case BODY, CLOSING -> articles.get(articles.size() - 1);
      case NOTES -> notes;
      case ATTACHMENTS -> attachments;
    };
  }

  private void startNote() {
    String mark = "(" + ++noteCount + ")";
    LineWriter text = writer(open.peek().place());
    text.space();
    text.text(mark);
    notes.endRow();
    notes.text(mark);
    notes.endCell();
  }

  private void flushNotes() {
    attachments.breakLine();
    for (String note : notes.lines()) {
      attachments.text(note);
      attachments.endRow();
    }
    notes = new LineWriter();
  }

  private void text(String text) {
    Element element = open.peek();
    writer(element.place()).text(text);
    if (element.place() == Place.NOWHERE) {
      switch (element.name()) {
        case "NO.CELEX" -> celex = celex.or(() -> Celex.find(text));
        case "NO.CURRENT" -> number = number.isEmpty() ? text.strip() : number;
        case "YEAR" -> year = year.isEmpty() && openNumbers > 0 ? text.strip() : year;
        default -> {}
      }
    }
  }

  private void readAttributes(XMLStreamReader reader, String name) {
    if (name.equals("DOCUMENT.REF") && publication.isEmpty()) {
      publication = attribute(reader, "FILE");
    } else if (name.equals("INFO.CONSLEG")) {
      String consolidated =
          "0" + attribute(reader, "CONSLEG.REF") + "-" + attribute(reader, "START.DATE");
      celex = celex.or(() -> Celex.find(consolidated));
    }
  }

  private void end() {
    Element element = open.pop();
    openNumbers -= element.name().equals(NUMBER) ? 1 : 0;
    if (title.isEmpty() && element.place() == Place.TITLE && !isOpen(Place.TITLE)) {
      title = String.join(" ", header.lines());
    }
    if (open.size() + 1 == articleDepth) {
      articleDepth = 0;
    }
    LineWriter writer = writer(element.place());
    if (CELLS.contains(element.name())) {
      writer.endCell();
    } else if (ROWS.contains(element.name())) {
      writer.endRow();
    } else if (!isInline(element.name())) {
      writer.breakLine();
    }
  }

  private ActPart part(boolean annex) {
    flushNotes();
    String id = celex.or(() -> Celex.of(ActType.of(title), year, number)).orElseGet(origin::actId);
    return new ActPart(
        ActAssembler.assemble(
            origin,
            id,
            title,
            header.toString(),
            recitals.toString(),
            articles.stream().map(LineWriter::toString).toList(),
            attachments.toString()),
        publication,
        annex);
  }

  private boolean isOpen(Place place) {
    return !open.isEmpty() && open.peek().place() == place;
  }

  private static boolean isInline(String name) {
    return INLINE.contains(name) || name.startsWith("REF.");
  }

  /** Quotation marks are elements that give the character's code in hexadecimal. */
  private static String quotationMark(String code) {
    return code != null && code.matches("[0-9A-Fa-f]{2,4}")
        ? String.valueOf((char) Integer.parseInt(code, 16))
        : "";
  }

  private static String attribute(XMLStreamReader reader, String name) {
    String value = reader.getAttributeValue(null, name);
    return value == null ? "" : value;
  }
}
