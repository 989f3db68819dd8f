package org.solrlmtc.plugin.update;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.SolrInputDocument;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.core.io.OneLine;

/** Converts the text fields of a document into an act. */
public final class ActFields {
  private final Map<Zone, String> zoneFields;

  public ActFields(Map<Zone, String> zoneFields) {
    this.zoneFields = zoneFields;
  }

  /** The names of the text fields. */
  public Collection<String> names() {
    return zoneFields.values();
  }

  /**
   * Builds an act.
   *
   * @param values returns the values of a field by its name; possibly null or empty
   * @throws SolrException with HTTP 400 naming document and field when a value is no text
   */
  public LegalAct act(String id, Function<String, Collection<Object>> values) {
    return new LegalAct(
        id,
        "",
        "",
        text(id, Zone.HEADER, values),
        text(id, Zone.RECITALS, values),
        texts(id, Zone.MAIN_BODY, values),
        text(id, Zone.ATTACHMENTS, values));
  }

  private String text(String id, Zone zone, Function<String, Collection<Object>> values) {
    return String.join("\n", texts(id, zone, values));
  }

  private List<String> texts(String id, Zone zone, Function<String, Collection<Object>> values) {
    String field = zoneFields.get(zone);
    Collection<Object> found = field == null ? null : values.apply(field);
    List<String> texts = new ArrayList<>();
    if (found != null) {
      for (Object value : found) {
        if (value != null) {
          texts.add(text(id, field, value));
        }
      }
    }
    return texts;
  }

  /** Anything else, such as a child document, would be labelled by what Java prints for it. */
  private static String text(String id, String field, Object value) {
    if (value instanceof CharSequence
        || value instanceof Number
        || value instanceof Boolean
        || value instanceof Date) {
      return value.toString();
    }
    throw new SolrException(
        ErrorCode.BAD_REQUEST,
        OneLine.of(
            "document '"
                + id
                + "' refused: its text field '"
                + field
                + "' holds "
                + (value instanceof SolrInputDocument
                    ? "a child document"
                    : "a value of type " + value.getClass().getSimpleName())
                + ": send strings there, and child documents in another field"));
  }
}
