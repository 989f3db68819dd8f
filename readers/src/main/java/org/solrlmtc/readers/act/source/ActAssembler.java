package org.solrlmtc.readers.act.source;

import java.util.List;
import java.util.regex.Pattern;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;

/** Makes a record from the zones of a document, with the zone borders of EURLEX57K. */
public final class ActAssembler {
  /** The institution is followed by a comma, which belongs to the recitals' sentence. */
  private static final Pattern LAST_COMMA = Pattern.compile(" ?,\\z");

  private ActAssembler() {}

  public static ActRecord assemble(
      Origin origin,
      String id,
      String title,
      String header,
      String recitals,
      List<String> articles,
      String attachments) {
    LegalAct act =
        new LegalAct(
            id,
            ActType.of(title),
            title,
            LAST_COMMA.matcher(header).replaceFirst(""),
            recitals,
            articles.stream().filter(article -> !article.isBlank()).toList(),
            attachments);
    return new ActRecord(act, "", List.of(), origin.label());
  }
}
