package org.solrlmtc.core.act;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The year of an act, from its CELEX number. */
public final class CelexYear {
  /** The year stands behind the sector. */
  private static final Pattern CELEX = Pattern.compile("[0-9CE]((?:19|20)\\d\\d)[A-Z].*");

  private CelexYear() {}

  /** Empty if the id is no CELEX number. */
  public static OptionalInt of(String id) {
    Matcher celex = CELEX.matcher(id);
    return celex.matches() ? OptionalInt.of(Integer.parseInt(celex.group(1))) : OptionalInt.empty();
  }
}
