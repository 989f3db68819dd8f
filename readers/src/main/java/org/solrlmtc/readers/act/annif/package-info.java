/** Corpora of Annif: texts with the addresses or names of their subjects. */
package org.solrlmtc.readers.act.annif;
