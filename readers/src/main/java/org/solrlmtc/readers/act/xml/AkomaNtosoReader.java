package org.solrlmtc.readers.act.xml;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import javax.xml.stream.XMLStreamReader;
import org.solrlmtc.readers.act.source.ActId;
import org.solrlmtc.readers.act.source.ActPart;
import org.solrlmtc.readers.act.source.Celex;
import org.solrlmtc.readers.act.source.DamagedInput;
import org.solrlmtc.readers.act.source.LineWriter;
import org.solrlmtc.readers.act.source.Origin;
import org.solrlmtc.readers.act.source.Title;

/**
 * An act in Akoma Ntoso, whatever its version: preface and acting entity are the header, citations
 * and recitals the recitals, body or main body the articles, conclusions and attachments the
 * attachments. Text of unknown elements goes to the zone of the element around it.
 */
public final class AkomaNtosoReader implements XmlEvents.Handler {
  /** The root element. */
  public static final String ROOT = "akomaNtoso";

  private static final Set<String> INLINE =
      Set.of(
          "a",
          "abbr",
          "authorialNote",
          "b",
          "concept",
          "date",
          "def",
          "del",
          "docAuthority",
          "entity",
          "i",
          "inline",
          "ins",
          "location",
          "mref",
          "noteRef",
          "object",
          "placeholder",
          "quantity",
          "quotedText",
          "ref",
          "remark",
          "rref",
          "shortTitle",
          "span",
          "sub",
          "sup",
          "term",
          "time",
          "u");

  /** Parts of a title, which the text may not separate. */
  private static final Set<String> WORDS =
      Set.of(
          "docDate", "docNumber", "docProponent", "docPurpose", "docStage", "docTitle", "docType");

  /** They follow the notes of the text before them. */
  private static final Set<String> ATTACHED = Set.of("attachments", "components", "annex");

  /** Where the text of an element goes. */
  private enum Place {
    NOWHERE,
    HEADER,
    RECITALS,
    BODY,
    NOTE,
    ATTACHMENTS
  }

  private record Element(String name, Place place) {}

  private final Origin origin;
  private final Deque<Element> open = new ArrayDeque<>();
  private final ZoneWriters zones = new ZoneWriters();
  private int articleDepth;
  private String title = "";
  private Optional<String> celex = Optional.empty();

  private AkomaNtosoReader(Origin origin) {
    this.origin = origin;
  }

  public static ActPart read(Origin origin, String xml) throws DamagedInput {
    AkomaNtosoReader reader = new AkomaNtosoReader(origin);
    XmlEvents.read(origin, xml, reader);
    return reader.part();
  }

  @Override
  public void start(XMLStreamReader element) {
    String name = element.getLocalName();
    Place parent = open.isEmpty() ? Place.BODY : open.peek().place();
    Place place = placeOf(name, element, parent);
    if (name.equals("article") && place == Place.BODY && articleDepth == 0) {
      articleDepth = open.size() + 1;
      zones.beginArticle();
    } else if (place == Place.NOTE && parent != Place.NOTE) {
      zones.notes.begin("", writer(parent));
    } else if (ATTACHED.contains(name)) {
      zones.beginAttachment();
    }
    open.push(new Element(name, place));
    if (name.equals("num") || name.equals("td") || name.equals("th")) {
      writer(place).beginCell();
    } else if (WORDS.contains(name)) {
      writer(place).space();
    } else if (!INLINE.contains(name)) {
      writer(place).breakLine();
    }
    if (name.startsWith("FRBR") && celex.isEmpty()) {
      String value = XmlEvents.attribute(element, "value");
      celex = Celex.find(value).or(() -> Celex.fromEli(value));
    }
  }

  private Place placeOf(String name, XMLStreamReader element, Place parent) {
    if (parent == Place.NOWHERE || parent == Place.NOTE) {
      return parent;
    }
    return switch (name) {
      case "meta", "coverPage", "toc" -> Place.NOWHERE;
      case "authorialNote" -> Place.NOTE;
      case "preface" -> parent == Place.ATTACHMENTS ? parent : Place.HEADER;
      case "preamble" -> parent == Place.ATTACHMENTS ? parent : Place.RECITALS;
      case "conclusions", "attachments", "components", "annex" -> Place.ATTACHMENTS;
      case "formula" -> formulaPlace(XmlEvents.attribute(element, "name"), parent);
      case "num" -> open.size() == articleDepth ? Place.NOWHERE : parent;
      default -> parent;
    };
  }

  /** As in EURLEX57K, the institution is in the header and the enacting formula in no zone. */
  private static Place formulaPlace(String name, Place parent) {
    if (parent != Place.RECITALS) {
      return parent;
    }
    return switch (name) {
      case "actingEntity" -> Place.HEADER;
      case "enactingFormula" -> Place.NOWHERE;
      default -> parent;
    };
  }

  @Override
  public void text(String text) {
    writer(open.peek().place()).text(text);
  }

  @Override
  public void end() {
    Element element = open.pop();
    Place around = open.isEmpty() ? Place.BODY : open.peek().place();
    if (element.place() == Place.NOTE && around != Place.NOTE) {
      zones.notes.end();
    }
    if (element.name().equals("longTitle") && element.place() == Place.HEADER && title.isEmpty()) {
      title = Title.of(zones.header.lines());
    }
    if (open.size() + 1 == articleDepth) {
      articleDepth = 0;
    }
    LineWriter writer = writer(element.place());
    switch (element.name()) {
      case "num", "td", "th" -> writer.endCell();
      case "tr", "paragraph", "point", "recital" -> writer.endRow();
      default -> {
        if (WORDS.contains(element.name())) {
          writer.space();
        } else if (!INLINE.contains(element.name())) {
          writer.breakLine();
        }
      }
    }
  }

  private LineWriter writer(Place place) {
    return switch (place) {
      case NOWHERE -> zones.discarded;
      case HEADER -> zones.header;
      case RECITALS -> zones.recitals;
      case BODY -> zones.body();
      case NOTE -> zones.notes.writer();
      case ATTACHMENTS -> zones.attachments;
    };
  }

  private ActPart part() {
    if (title.isEmpty()) {
      title = Title.of(zones.header.lines());
    }
    return ActPart.whole(zones.assemble(origin, ActId.of(origin, celex, title, ""), title));
  }
}
