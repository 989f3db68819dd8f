package org.solrlmtc.readers.act.xml;

import java.io.StringReader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.solrlmtc.readers.act.source.DamagedInput;
import org.solrlmtc.readers.act.source.Origin;

/** Reads XML that may be hostile, as events. */
final class XmlEvents {

  /** Receives the events. */
  interface Handler {
    void start(XMLStreamReader element);

    void text(String text);

    void end();
  }

  private XmlEvents() {}

  static void read(Origin origin, String xml, Handler handler) throws DamagedInput {
    try {
      XMLStreamReader reader = safeFactory().createXMLStreamReader(new StringReader(xml));
      while (reader.hasNext()) {
        switch (reader.next()) {
          case XMLStreamConstants.START_ELEMENT -> handler.start(reader);
          case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
              handler.text(reader.getText());
          case XMLStreamConstants.END_ELEMENT -> handler.end();
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
  }

  static String attribute(XMLStreamReader element, String name) {
    String value = element.getAttributeValue(null, name);
    return value == null ? "" : value;
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
}
