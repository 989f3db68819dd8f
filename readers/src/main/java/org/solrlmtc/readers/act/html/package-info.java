/** Acts in the HTML of EUR-Lex, of every era. */
package org.solrlmtc.readers.act.html;
