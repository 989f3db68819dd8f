package org.solrlmtc.plugin.update;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;

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
   */
  public LegalAct act(String id, Function<String, Collection<Object>> values) {
    return new LegalAct(
        id,
        "",
        "",
        text(Zone.HEADER, values),
        text(Zone.RECITALS, values),
        texts(Zone.MAIN_BODY, values),
        text(Zone.ATTACHMENTS, values));
  }

  private String text(Zone zone, Function<String, Collection<Object>> values) {
    return String.join("\n", texts(zone, values));
  }

  private List<String> texts(Zone zone, Function<String, Collection<Object>> values) {
    String field = zoneFields.get(zone);
    Collection<Object> found = field == null ? null : values.apply(field);
    List<String> texts = new ArrayList<>();
    if (found != null) {
      for (Object value : found) {
        if (value != null) {
          texts.add(value.toString());
        }
      }
    }
    return texts;
  }
}
