/**
 * Reading acts from files, one at a time and in bounded memory.
 *
 * <p>Start at {@link org.solrlmtc.readers.act.ActStream}: it takes files and folders and yields
 * {@link org.solrlmtc.core.act.ActRecord}s. The form of a file is detected from its content, never
 * from its name alone:
 *
 * <ul>
 *   <li>the EURLEX57K forms: JSON acts, one per line or one per file; plain, gzipped, in a zip, in
 *       a folder;
 *   <li>the forms of EUR-Lex: Formex 4 XML, the HTML made from it, the older HTML that is plain
 *       paragraphs, and Akoma Ntoso. Zones are divided as EURLEX57K divides them: the bare "Article
 *       N" line and the enacting formula belong to no zone, the attachments begin at "Done at ..."
 *       and hold signature, footnotes and annexes;
 *   <li>plain text and the corpora of Annif.
 * </ul>
 *
 * <p>Input is treated as hostile: {@link org.solrlmtc.readers.act.source.ReadLimits} bounds sizes,
 * an XML document type declaration is refused, malformed UTF-8 is an error. Everything that is not
 * returned is reported as a {@link org.solrlmtc.readers.act.source.ReadProblem} to the {@link
 * org.solrlmtc.readers.act.DamagePolicy}, which decides whether to continue or to stop.
 *
 * <p>Inside, an {@code ActSource} is one opened input: {@code Inputs} reads the first bytes and
 * selects the source. Each format has a package of its own; what they share is in {@link
 * org.solrlmtc.readers.act.source}.
 */
package org.solrlmtc.readers.act;
