package org.solrlmtc.readers.act.source;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The one rule for ids of acts. The first that there is:
 *
 * <ol>
 *   <li>the CELEX number that the document states as its own, with the version of a consolidated
 *       text;
 *   <li>the CELEX number of the act that its title names;
 *   <li>the CELEX number in the file's name, in any case, or the nearest folder's whose whole name
 *       is one;
 *   <li>the file's name without its extension.
 * </ol>
 *
 * <p>A corrigendum never has the id of the act that it corrects: {@code R(08)} is appended if the
 * name of its file or folder has it, otherwise {@code R-} and its date, or the name of its file.
 */
public final class ActId {
  private static final Pattern CORRIGENDUM =
      Pattern.compile("\\s*corrigend(?:um|a)\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private ActId() {}

  /**
   * @param stated the number that the document states
   * @param date the date of publication as {@code 20231103}, or empty; only corrigenda need it
   */
  public static String of(Origin origin, Optional<String> stated, String title, String date) {
    Optional<String> number = stated.or(() -> TitleNumber.of(title));
    if (!isCorrigendum(title)) {
      return number.orElseGet(origin::actId);
    }
    if (number.isEmpty() || number.get().contains("R(")) {
      return number.orElseGet(origin::actId);
    }
    String corrected = number.get();
    return origin
        .celex()
        .filter(named -> named.startsWith(corrected + "R("))
        .orElseGet(() -> corrected + "R-" + (date.isEmpty() ? origin.plainName() : date));
  }

  public static boolean isCorrigendum(String title) {
    return CORRIGENDUM.matcher(title).matches();
  }

  /**
   * The number of a document of the Commission by its reference, "COM(2025) 43 final".
   *
   * @param proposal whether it proposes an act; otherwise it is a communication or a report
   */
  public static Optional<String> ofCommissionDocument(String reference, boolean proposal) {
    return TitleNumber.ofCommissionDocument(reference, proposal);
  }
}
