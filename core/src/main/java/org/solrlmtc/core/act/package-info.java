/**
 * Start at {@link org.solrlmtc.core.act.LegalAct}: the text of an act in four {@link
 * org.solrlmtc.core.act.Zone}s.
 *
 * <p>A {@link org.solrlmtc.core.act.ZoneSelection} such as {@code H+R} or {@code full:512} selects
 * the part that is read. An {@link org.solrlmtc.core.act.ActRecord} adds what a data set has:
 * address, gold concepts, source. {@link org.solrlmtc.core.act.ActJson} is the JSON form, in files
 * and in requests. The module {@code readers} reads files of every form.
 */
package org.solrlmtc.core.act;
