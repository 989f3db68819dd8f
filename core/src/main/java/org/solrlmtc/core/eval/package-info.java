/** Measures. */
package org.solrlmtc.core.eval;
