/**
 * What people see of the text behind a label: {@link org.solrlmtc.core.explain.Explanation} puts
 * the words to the {@link org.solrlmtc.core.score.Evidence} that a scorer gives.
 */
package org.solrlmtc.core.explain;
