/**
 * Reading acts from files, one at a time and in bounded memory.
 *
 * <p>Start at {@link org.solrlmtc.readers.act.ActStream}: it takes files and folders and yields
 * {@link org.solrlmtc.core.act.ActRecord}s. What a file holds is told by its content, never by its
 * name alone:
 *
 * <ul>
 *   <li>the EURLEX57K forms: JSON acts one a line or one a file, plain, gzipped, in a zip, in a
 *       folder;
 *   <li>what EUR-Lex hands out: Formex 4 XML, the HTML made from it, and the older HTML that is
 *       plain paragraphs. Zones are divided as EURLEX57K divides them: the bare "Article N" line
 *       and the enacting formula belong to no zone, the attachments begin at "Done at ..." and hold
 *       signature, footnotes and annexes.
 * </ul>
 *
 * <p>Input is taken to be hostile: {@link org.solrlmtc.readers.act.ReadLimits} bounds sizes, an XML
 * document type declaration is refused, malformed UTF-8 is an error. Whatever is not delivered is
 * reported as a {@link org.solrlmtc.readers.act.ReadProblem} to the {@link
 * org.solrlmtc.readers.act.DamagePolicy}, which chooses between going on and stopping.
 *
 * <p>Inside, an {@code ActSource} is one opened input: {@code Inputs} looks at the first bytes and
 * chooses {@code ZipSource}, {@code JsonSource} or {@code MarkupSource}; the latter hands over to
 * {@code FormexReader} or {@code EurLexHtmlReader}.
 */
package org.solrlmtc.readers.act;
