package org.solrlmtc.readers.thesaurus;

import java.util.regex.Pattern;
import org.eclipse.rdf4j.rio.RDFParseException;

/**
 * Addresses that RDF4J can resolve quickly: for one with invalid characters, it takes time that
 * grows with the square of the length.
 */
final class Addresses {
  private static final int SHOWN_CHARS = 60;
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:");
  private static final Pattern VALID =
      Pattern.compile("(?:[^%\\x00-\\x20<>\"{}|\\\\^`\\[\\]]|%[0-9A-Fa-f]{2})*+");

  private Addresses() {}

  /** True for an address that is complete, and needs no base. */
  static boolean isAbsolute(String address) {
    return SCHEME.matcher(address).lookingAt();
  }

  /**
   * Checks a relative address.
   *
   * @throws RDFParseException naming it, if it has invalid characters
   */
  static String requireValid(String address) {
    if (!VALID.matcher(address).matches()) {
      boolean isShort = address.length() <= SHOWN_CHARS;
      throw new RDFParseException(
          "characters that are not allowed in the address <"
              + (isShort ? address : address.substring(0, SHOWN_CHARS) + "...")
              + ">");
    }
    return address;
  }
}
