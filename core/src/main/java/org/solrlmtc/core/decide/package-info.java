/**
 * Start at {@link org.solrlmtc.core.decide.DecisionRule}: it assigns the labels whose score is
 * above their threshold, or as many of them as have the largest expected F1, best first.
 */
package org.solrlmtc.core.decide;
