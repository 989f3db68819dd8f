/** Acts on pages of lines: the HTML of EUR-Lex, of every era, and plain text. */
package org.solrlmtc.readers.act.page;
