/**
 * What an act is: a {@link org.solrlmtc.core.act.LegalAct} with its four {@link
 * org.solrlmtc.core.act.Zone}s, a {@link org.solrlmtc.core.act.ZoneSelection} that says which of
 * its text is read, and an {@link org.solrlmtc.core.act.ActRecord} that adds what a data set knows
 * of it. {@link org.solrlmtc.core.act.ActJson} is its JSON form, in files and in requests. Files of
 * every form are read by the module {@code readers}.
 */
package org.solrlmtc.core.act;
