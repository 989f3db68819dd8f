package org.solrlmtc.core.exactmatch;

import org.solrlmtc.core.act.Zone;

/**
 * A name found in a zone.
 *
 * @param phrase the name's place in the dictionary
 * @param count how often it stands there
 */
record PhraseHit(int phrase, Zone zone, int count) {}
