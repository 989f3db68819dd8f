/**
 * What all readers of acts share: where an input comes from, limits, damage, lines of text, ids and
 * the assembly of records.
 */
package org.solrlmtc.readers.act.source;
