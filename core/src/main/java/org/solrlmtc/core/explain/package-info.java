/**
 * Start at {@link org.solrlmtc.core.explain.Explanation}: a label with the passages that
 * contributed most to it. It adds the text to the {@link org.solrlmtc.core.score.Evidence} of a
 * scorer.
 */
package org.solrlmtc.core.explain;
