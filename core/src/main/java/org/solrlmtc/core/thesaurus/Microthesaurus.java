package org.solrlmtc.core.thesaurus;

/**
 * A microthesaurus: the middle level of EuroVoc, between domain and concept.
 *
 * @param id EuroVoc's identifier: {@code 100278}
 * @param notation the four-digit code: {@code 7211}
 * @param label the name without the code: {@code regions of EU Member States}
 * @param domain id of the domain above, or empty if the source does not name it
 */
public record Microthesaurus(String id, String notation, String label, String domain) {}
