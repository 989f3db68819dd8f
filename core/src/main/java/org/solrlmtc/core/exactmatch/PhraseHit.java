package org.solrlmtc.core.exactmatch;

import org.solrlmtc.core.act.Zone;

/**
 * A name found in a zone.
 *
 * @param phrase the name's index in the dictionary
 * @param count number of its occurrences in the zone
 */
record PhraseHit(int phrase, Zone zone, int count) {}
