package org.solrlmtc.readers.thesaurus;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Ids of concepts, from their addresses. */
public final class ConceptAddress {
  private ConceptAddress() {}

  /** The end of the address: its fragment, last path segment, or last part of a URN. */
  public static String localName(String address) {
    String trimmed = address.replaceAll("[/#]+$", "");
    int cut =
        Math.max(
            trimmed.lastIndexOf('#'), Math.max(trimmed.lastIndexOf('/'), trimmed.lastIndexOf(':')));
    return trimmed.substring(cut + 1);
  }

  /** Ids by address: the end of the address, or the whole one where two share the end. */
  static Map<String, String> ids(Collection<String> addresses) {
    Map<String, Integer> uses = new HashMap<>();
    addresses.forEach(address -> uses.merge(localName(address), 1, Integer::sum));
    Map<String, String> ids = new LinkedHashMap<>();
    for (String address : addresses) {
      String local = localName(address);
      ids.put(address, !local.isEmpty() && uses.get(local) == 1 ? local : address);
    }
    return ids;
  }
}
