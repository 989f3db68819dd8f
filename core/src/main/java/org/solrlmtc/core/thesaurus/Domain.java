package org.solrlmtc.core.thesaurus;

/**
 * A domain: EuroVoc's top level.
 *
 * @param id EuroVoc's identifier: {@code 100156}
 * @param code the two-digit code: {@code 56}
 * @param label the name without the code
 */
public record Domain(String id, String code, String label) {}
