/**
 * What an act is: a {@link org.solrlmtc.core.act.LegalAct} with its four {@link
 * org.solrlmtc.core.act.Zone}s, a {@link org.solrlmtc.core.act.ZoneSelection} that says which of
 * its text is read, and an {@link org.solrlmtc.core.act.ActRecord} that adds what a data set knows
 * of it. Acts come from {@link org.solrlmtc.core.act.io.ActStream}.
 */
package org.solrlmtc.core.act;
