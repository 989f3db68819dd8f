/**
 * Start at {@link org.solrlmtc.core.decide.DecisionRule}: it assigns the labels whose score is
 * above their threshold, best first, up to a maximum number of labels.
 */
package org.solrlmtc.core.decide;
