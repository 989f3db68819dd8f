package org.solrlmtc.readers.act.xml;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import javax.xml.stream.XMLStreamReader;
import org.solrlmtc.readers.act.source.ActId;
import org.solrlmtc.readers.act.source.ActPart;
import org.solrlmtc.readers.act.source.ActType;
import org.solrlmtc.readers.act.source.Celex;
import org.solrlmtc.readers.act.source.DamagedInput;
import org.solrlmtc.readers.act.source.LineWriter;
import org.solrlmtc.readers.act.source.Origin;
import org.solrlmtc.readers.act.source.Title;

/**
 * An act, or the annex of one, in Formex 4. Text of unknown elements goes to the zone of the
 * element around it.
 */
public final class FormexReader implements XmlEvents.Handler {
  /** Root elements of what is read as an act. */
  public static final Set<String> ROOTS =
      Set.of("ACT", "CONS.ACT", "GENERAL", "AGR", "CORR", "ANNEX");

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
  private final ZoneWriters zones = new ZoneWriters();
  private boolean annex;
  private int articleDepth;
  private int openNumbers;
  private String title = "";
  private Optional<String> celex = Optional.empty();
  private String year = "";
  private String number = "";
  private String publication = "";
  private String published = "";

  private FormexReader(Origin origin) {
    this.origin = origin;
  }

  public static ActPart read(Origin origin, String xml) throws DamagedInput {
    FormexReader reader = new FormexReader(origin);
    XmlEvents.read(origin, xml, reader);
    return reader.part();
  }

  @Override
  public void start(XMLStreamReader reader) {
    String name = reader.getLocalName();
    annex |= open.isEmpty() && ANNEXES.contains(name);
    Place place = open.isEmpty() ? rootPlace(name) : placeOf(name, open.peek());
    if (ANNEXES.contains(name)) {
      zones.beginAttachment();
    } else if (name.equals("ARTICLE") && place == Place.BODY && articleDepth == 0) {
      articleDepth = open.size() + 1;
      zones.beginArticle();
    } else if (name.equals("NOTE") && place == Place.NOTES && !isOpen(Place.NOTES)) {
      startNote(reader);
    }
    open.push(new Element(name, place));
    openNumbers += name.equals(NUMBER) ? 1 : 0;
    if (CELLS.contains(name)) {
      writer(place).beginCell();
    } else if (!isInline(name)) {
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
      case NOWHERE -> zones.discarded;
      case TITLE, HEADER -> zones.header;
      case RECITALS -> zones.recitals;
      case BODY, CLOSING -> zones.body();
      case NOTES -> zones.notes.writer();
      case ATTACHMENTS -> zones.attachments;
    };
  }

  private void startNote(XMLStreamReader note) {
    LineWriter text = writer(open.peek().place());
    String earlier = XmlEvents.attribute(note, "NOTE.REF");
    String id = XmlEvents.attribute(note, "NOTE.ID");
    if (!earlier.isEmpty()) {
      zones.notes.refer(earlier, text);
    } else if (open.peek().name().equals("GR.NOTES")) {
      zones.notes.beginUnmarked(id);
    } else {
      zones.notes.begin(id, text);
    }
  }

  @Override
  public void text(String text) {
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
    if (name.equals("DATE") && published.isEmpty() && isOpen(Place.NOWHERE)) {
      published = XmlEvents.attribute(reader, "ISO");
    } else if (name.equals("DOCUMENT.REF") && publication.isEmpty()) {
      publication = XmlEvents.attribute(reader, "FILE");
    } else if (name.equals("INFO.CONSLEG")) {
      String consolidated =
          "0"
              + XmlEvents.attribute(reader, "CONSLEG.REF")
              + "-"
              + XmlEvents.attribute(reader, "START.DATE");
      celex = celex.or(() -> Celex.find(consolidated));
    }
  }

  @Override
  public void end() {
    Element element = open.pop();
    openNumbers -= element.name().equals(NUMBER) ? 1 : 0;
    if (element.place() == Place.NOTES && !isOpen(Place.NOTES)) {
      zones.notes.end();
    }
    if (title.isEmpty() && element.place() == Place.TITLE && !isOpen(Place.TITLE)) {
      title = Title.of(zones.header.lines());
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

  private ActPart part() {
    Optional<String> stated = celex.or(() -> Celex.of(ActType.of(title), year, number));
    // a folder may be named after the act, whose id its annex must not take
    String id =
        annex ? stated.orElseGet(origin::plainName) : ActId.of(origin, stated, title, published);
    return new ActPart(zones.assemble(origin, id, title), publication, annex);
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
}
